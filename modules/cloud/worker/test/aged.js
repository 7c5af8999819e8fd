// The worker, whose tables can be made those of the first version, as they are where a worker of then has run.

import worker, { Scheduler as Real } from "./worker.js";

const since1 = { jobs: ["seen_before", "call_from", "call_until", "likely_id", "likely_reads", "checkpoint"], dead_tokens: ["checkpoint"] };

export class Scheduler extends Real {
  age() {
    for (const [table, columns] of Object.entries(since1)) {
      for (const column of columns) {
        this.store.rows(`ALTER TABLE ${table} DROP COLUMN ${column}`);
      }
    }
    this.store.rows("DELETE FROM facts WHERE name = 'schema'");
    return this.store.rows("SELECT name FROM pragma_table_info('jobs')").map((column) => column.name);
  }
}

export default {
  ...worker,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/age") {
      return worker.fetch(request, env, ctx);
    }
    return Response.json(await env.SCHED.get(env.SCHED.idFromName("main")).age());
  },
};
