// The worker, whose tables a test can make those of an earlier version, as an earlier worker has left them.

import worker, { Scheduler as Real } from "./worker.js";

const since1 = { jobs: ["seen_before", "call_from", "call_until", "likely_id", "likely_reads", "checkpoint", "comment"], dead_tokens: ["checkpoint"] };

export class Scheduler extends Real {
  /** age makes the tables those of a version, with what the worker of that version knew. */
  age(version) {
    this.store.rows("DELETE FROM facts WHERE name IN ('highestRev', 'schemaBy')");
    if (version > 1) {
      if (version < 5) {
        this.store.rows("ALTER TABLE jobs DROP COLUMN comment");
      }
      this.store.setFact("schema", String(version));
      return [];
    }
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
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/age") {
      return worker.fetch(request, env, ctx);
    }
    return Response.json(await env.SCHED.get(env.SCHED.idFromName("main")).age(Number(searchParams.get("to") ?? 1)));
  },
};
