// The worker, with a clock that the tests read and move by requests to /clock.

import { during, ring, stage, told } from "./clock.js";
import worker, { Scheduler as Real } from "./main.js";

export class Scheduler extends Real {
  constructor(ctx, env) {
    super(ctx, env);
    for (const name of ["flush", "heartBeat"]) {
      const real = this.mirror[name].bind(this.mirror);
      this.mirror[name] = (...args) => during(() => real(...args));
    }
  }

  request(ask) {
    return during(() => super.request(ask));
  }

  alarm() {
    return ring(this.ctx.storage, () => super.alarm());
  }

  async makeStep(...args) {
    stage.steps++;
    try {
      return await super.makeStep(...args);
    } finally {
      stage.steps--;
    }
  }
}

export default {
  ...worker,
  fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/clock") {
      return worker.fetch(request, env, ctx);
    }
    stage.at = Math.max(stage.at, Number(searchParams.get("at") ?? 0));
    return Response.json(told());
  },
};
