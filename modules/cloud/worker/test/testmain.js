// The worker, with a clock that the tests read and move by requests to /clock.

import { during, moved, ofClass, ring, state, told } from "./clock.js";
import * as main from "./main.js";

const { default: worker, Scheduler: Real } = main;

/** stepping counts work as a step: a test may stop a call that it makes. */
async function stepping(work) {
  state.steps++;
  try {
    return await work();
  } finally {
    state.steps--;
  }
}

export class Scheduler extends Real {
  constructor(ctx, env) {
    super(ctx, env);
    // Earlier scripts have neither notices nor renewals.
    for (const [of, name] of [[this.mirror, "flush"], [this.mirror, "heartBeat"], [this.notices, "send"], [this.renewals, "ask"]].filter(([of]) => of)) {
      const real = of[name].bind(of);
      of[name] = (...args) => stepping(() => real(...args));
    }
    // Whatever a test waits for in a job is written by these two.
    for (const name of ["change", "replace"]) {
      const real = this.store[name].bind(this.store);
      this.store[name] = (...args) => {
        const row = real(...args);
        if (row) {
          state.changed.push(row.id);
        }
        return row;
      };
    }
  }

  request(ask) {
    return during(() => super.request(ask));
  }

  alarm() {
    return ring(this.ctx.storage, () => super.alarm());
  }

  makeStep(...args) {
    return stepping(() => super.makeStep(...args));
  }
}

/** Media is the class of the files, which earlier scripts do not have. */
export class Media extends (main.Media ?? class {}) {
  constructor(ctx, env) {
    ofClass(ctx.storage, "Media");
    super(ctx, env);
  }

  alarm() {
    return ring(this.ctx.storage, () => super.alarm());
  }
}

export default {
  ...worker,
  fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/clock") {
      return worker.fetch(request, env, ctx);
    }
    moved(Number(searchParams.get("at") ?? 0));
    return Response.json(told(Number(searchParams.get("after") ?? 0)));
  },
};
