// The worker, with its usage counted. The runtime shows no CPU time: what takes most of it is counted instead.

import worker, { Scheduler as Real } from "./worker.js";
import { Store } from "./store.js";

export { Media } from "./worker.js";

const used = { crypto: 0, parsed: 0, read: 0, written: 0 };

for (const name of ["importKey", "decrypt", "digest", "sign"]) {
  const real = SubtleCrypto.prototype[name];
  SubtleCrypto.prototype[name] = function (...args) {
    used.crypto++;
    return real.apply(this, args);
  };
}

const parse = JSON.parse;
JSON.parse = (text, ...more) => {
  used.parsed += text.length;
  return parse(text, ...more);
};

Store.prototype.rows = function (query, ...values) {
  const cursor = this.sql.exec(query, ...values);
  const rows = cursor.toArray();
  used.read += cursor.rowsRead;
  used.written += cursor.rowsWritten;
  this.meter.add({ rowsRead: cursor.rowsRead, rowsWritten: cursor.rowsWritten });
  return rows;
};

export class Scheduler extends Real {
  /** past makes jobs that were published and acknowledged. */
  past(n, account) {
    const at = Date.now() - 24 * 60 * 60 * 1000;
    for (let i = 0; i < n; i++) {
      this.store.replace({
        id: crypto.randomUUID(), rev: 1, epoch: 0, run_at: at, state: "PUBLISHED", account_id: account, login: "primary", token: "", post: "{}",
        seq: this.store.nextSeq(), acked: 1, media_id: String(i), container_id: String(i), intent_at: at, published_at: at, last_attempt_at: at, created_at: at, updated_at: at,
      });
    }
  }
}

export default {
  ...worker,
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/used":
        return Response.json(used);
      case "/past":
        await env.SCHED.get(env.SCHED.idFromName("main")).past(Number(searchParams.get("n")), searchParams.get("account"));
        return Response.json({});
      default:
        return worker.fetch(request, env, ctx);
    }
  },
};
