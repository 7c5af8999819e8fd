import { now } from "./clock.js";
import { numberOf, schema } from "./env.js";
import { Meter } from "./meter.js";
import { mostKept } from "./unknown.js";
import { migrate } from "./tables.js";

/** @typedef {import("./tables.js").Job} Job */
/** @typedef {import("./tables.js").State} State */
/** @typedef {import("./tables.js").Child} Child */
/** @typedef {import("./tables.js").Comment} Comment */
/** @typedef {{token: string, reason: string, checkpoint: number, found_at: number}} DeadToken what the network does not take, by its fingerprint */

/** @type {readonly State[]} */
const states = ["SCHEDULED", "PROCESSING", "PUBLISHING", "PUBLISHED", "FAILED", "CANCELLED", "FENCED"];

/** unknownOf is the prefix of the facts that have what is unknown of a job: no table of its own, so that earlier scripts, which do not know it, go on. */
const unknownOf = "unknown ";

/**
 * Store holds every SQL statement. Each call is one atomic change: nothing is awaited within it. What is asked often finds what
 * it asks for in an index: the free plan counts each row that is read, and the jobs of a month are remembered.
 */
export class Store {
  /**
   * @param {DurableObjectStorage} storage
   * @param {string} [crier] the release that has deployed the scripts
   */
  constructor(storage, crier = "") {
    this.schema = migrate(storage, crier);
    this.sql = storage.sql;
    /**
     * onJobError is called with a job after a change that gives it an error code.
     *
     * @type {(job: Job) => void}
     */
    this.onJobError = () => undefined;
    /**
     * onJobEnd is called with a job after a change that ends it.
     *
     * @type {(job: Job) => void}
     */
    this.onJobEnd = () => undefined;
    const [used] = storage.sql.exec("SELECT value FROM facts WHERE name = 'used'").toArray();
    this.meter = new Meter(used ? String(used.value) : "[]");
  }

  /** isNewer says that a later version of the scripts has made the tables what they are. */
  get isNewer() {
    return this.schema > schema;
  }

  /**
   * @param {string} query
   * @param {...(string | number | null)} values
   * @returns {any[]}
   */
  rows(query, ...values) {
    const cursor = this.sql.exec(query, ...values);
    const rows = cursor.toArray();
    this.meter.add({ rowsRead: cursor.rowsRead, rowsWritten: cursor.rowsWritten });
    return rows;
  }

  /** noteUsed stores what the meter has counted, once a minute. */
  noteUsed() {
    const text = this.meter.toStore();
    if (text !== null) {
      this.setFact("used", text);
    }
  }

  /**
   * @param {string} id
   * @returns {Job | null}
   */
  job(id) {
    return this.rows("SELECT * FROM jobs WHERE id = ?", id)[0] ?? null;
  }

  /**
   * replace stores a job in the place of whatever is there.
   *
   * @param {Record<string, string | number | null>} fields
   * @returns {Job}
   */
  replace(fields) {
    const names = Object.keys(fields);
    const holes = names.map(() => "?").join(", ");
    this.forgetCounts();
    return this.rows(`INSERT OR REPLACE INTO jobs (${names.join(", ")}) VALUES (${holes}) RETURNING *`, ...Object.values(fields))[0];
  }

  /**
   * change sets fields of a job that is still as it was known: of two who race, one wins. It returns null to the other.
   *
   * @param {Job} job
   * @param {Partial<Job>} fields
   * @returns {Job | null}
   */
  change(job, fields) {
    const set = Object.keys(fields).map((name) => `${name} = ?`).join(", ");
    const values = /** @type {(string | number | null)[]} */ (Object.values(fields));
    if (fields.state !== undefined && fields.state !== job.state) {
      this.forgetCounts();
    }
    const changed = this.rows(`UPDATE jobs SET ${set} WHERE id = ? AND rev = ? AND state = ? RETURNING *`, ...values, job.id, job.rev, job.state);
    if (changed[0] && fields.error_code) {
      this.onJobError(changed[0]);
    }
    if (changed[0] && (fields.state === "PUBLISHED" || fields.state === "FAILED")) {
      this.onJobEnd(changed[0]);
    }
    return changed[0] ?? null;
  }

  /**
   * due returns jobs whose next step is due, the longest overdue first.
   *
   * @param {number} now
   * @param {number} most
   * @returns {Job[]}
   */
  due(now, most) {
    return this.rows("SELECT * FROM jobs WHERE next_at <= ? ORDER BY next_at, run_at, id LIMIT ?", now, most);
  }

  /**
   * unmirrored returns jobs whose mirror is out of date.
   *
   * @param {number} now
   * @param {number} most
   * @returns {Job[]}
   */
  unmirrored(now, most) {
    return this.rows("SELECT * FROM jobs WHERE mirror_due <= ? ORDER BY mirror_due LIMIT ?", now, most);
  }

  /**
   * nextStepAt returns when a step is due next, leaving out the jobs that are being worked on.
   *
   * @param {string[]} busy
   * @returns {number | null}
   */
  nextStepAt(busy) {
    const among = busy.map(() => "?").join(", ");
    return this.rows(`SELECT min(next_at) AS at FROM jobs WHERE next_at IS NOT NULL AND id NOT IN (${among})`, ...busy)[0].at;
  }

  /** @returns {number | null} when a mirror is due next */
  nextMirrorAt() {
    return this.rows("SELECT min(mirror_due) AS at FROM jobs WHERE mirror_due IS NOT NULL")[0].at;
  }

  /** isNeeded says whether another job that has not ended has the file of that name. @param {string} name @param {string} id */
  isNeeded(name, id) {
    return this.rows("SELECT 1 FROM jobs INDEXED BY jobs_active WHERE state IN ('SCHEDULED', 'PROCESSING', 'PUBLISHING') AND id <> ? AND instr(post, ?) > 0 LIMIT 1", id, name).length > 0;
  }

  /** @returns {number} how many jobs have not ended */
  countActive() {
    return this.rows("SELECT count(*) AS n FROM jobs INDEXED BY jobs_active WHERE state IN ('SCHEDULED', 'PROCESSING', 'PUBLISHING')")[0].n;
  }

  /**
   * counts returns how many jobs there are of each state. They are counted once and then known, until a state changes.
   *
   * @returns {Record<string, number>}
   */
  counts() {
    const known = this.fact("counts");
    if (known) {
      return JSON.parse(known);
    }
    const each = states.map((state) => `count(*) FILTER (WHERE state = '${state}') AS ${state}`).join(", ");
    const [counts] = this.rows(`SELECT ${each} FROM jobs`);
    this.setFact("counts", JSON.stringify(counts));
    return counts;
  }

  /** forgetCounts has the jobs counted again when somebody asks for the counts. */
  forgetCounts() {
    this.rows("DELETE FROM facts WHERE name = 'counts'");
  }

  /**
   * @param {string} after
   * @param {number} most
   * @returns {Job[]}
   */
  unended(after, most) {
    return this.rows("SELECT * FROM jobs INDEXED BY jobs_active WHERE state IN ('SCHEDULED', 'PROCESSING', 'PUBLISHING') AND id > ? ORDER BY id LIMIT ?", after, most);
  }

  /**
   * @param {number} most
   * @returns {Job[]}
   */
  latest(most) {
    return this.rows("SELECT * FROM jobs WHERE state <> 'CANCELLED' ORDER BY updated_at DESC LIMIT ?", most);
  }

  /**
   * @param {number} after
   * @param {number} most
   * @returns {Job[]}
   */
  results(after, most) {
    return this.rows("SELECT * FROM jobs INDEXED BY jobs_results WHERE seq > ? AND acked = 0 ORDER BY seq LIMIT ?", after, most);
  }

  /**
   * failed returns failed jobs that nobody has acknowledged: the last one of each code and account.
   *
   * @param {number} most
   * @returns {Job[]}
   */
  failed(most) {
    return this.rows(`SELECT *, max(seq) FROM jobs INDEXED BY jobs_results
      WHERE seq IS NOT NULL AND acked = 0 AND state = 'FAILED' GROUP BY error_code, account_id ORDER BY max(seq) LIMIT ?`, most);
  }

  /** countUnacknowledged returns how many results nobody has acknowledged. */
  countUnacknowledged() {
    return this.rows("SELECT count(*) AS n FROM jobs INDEXED BY jobs_results WHERE seq IS NOT NULL AND acked = 0")[0].n;
  }

  /**
   * acknowledge returns whether the result was still the one that was read. An acknowledged job is looked after no more, unless its
   * comment is not settled.
   *
   * @param {string} id
   * @param {number} seq
   */
  acknowledge(id, seq) {
    if (this.rows(`UPDATE jobs SET acked = 1, next_at = CASE WHEN comment ->> 'state' IN ('WAITING', 'SENT') THEN next_at END
      WHERE id = ? AND seq = ? RETURNING id`, id, seq).length === 0) {
      return false;
    }
    this.forgetFact(unknownOf + id);
    return true;
  }

  /** nextSeq returns the place after all results so far, also those that are gone. */
  nextSeq() {
    const seq = numberOf(this.fact("seq")) + 1;
    this.setFact("seq", String(seq));
    return seq;
  }

  /** highestRev returns the highest revision that was ever taken, also of jobs that are forgotten. */
  highestRev() {
    return numberOf(this.fact("highestRev"));
  }

  /** sawRev notes a revision that was taken. @param {number} rev */
  sawRev(rev) {
    if (rev > this.highestRev()) {
      this.setFact("highestRev", String(rev));
    }
  }

  /** recountRev makes up for revisions that scripts from before there was such a count have taken, in a downgrade. */
  recountRev() {
    this.sawRev(this.rows("SELECT max(rev) AS rev FROM jobs")[0].rev ?? 0);
  }

  /** highestEpoch returns the highest epoch of all the jobs that are remembered. @returns {number} */
  highestEpoch() {
    return this.rows("SELECT max(epoch) AS epoch FROM jobs")[0].epoch ?? 0;
  }

  /**
   * beforeFence returns the jobs of an epoch before it that have not ended.
   *
   * @param {number} epoch
   * @returns {Job[]}
   */
  beforeFence(epoch) {
    return this.rows("SELECT * FROM jobs INDEXED BY jobs_active WHERE epoch < ? AND state IN ('SCHEDULED', 'PROCESSING', 'PUBLISHING') ORDER BY run_at, id", epoch);
  }

  /**
   * owned returns which of the media are other posts.
   *
   * @param {string} id
   * @param {string[]} media
   * @returns {Set<string>}
   */
  owned(id, media) {
    const among = media.map(() => "?").join(", ");
    return new Set(this.rows(`SELECT media_id FROM jobs WHERE id <> ? AND media_id IN (${among})`, id, ...media).map((r) => r.media_id));
  }

  /**
   * openCalls returns the account's other jobs whose publish call was sent since then and whose media is not known, the newest
   * first.
   *
   * @param {Job} job
   * @param {number} since
   * @param {number} most
   * @returns {Job[]}
   */
  openCalls(job, since, most) {
    return this.rows(`SELECT * FROM jobs WHERE account_id = ? AND id <> ? AND intent_at >= ? AND media_id IS NULL AND container_id IS NOT NULL
      ORDER BY intent_at DESC LIMIT ?`, job.account_id, job.id, since, most);
  }

  /**
   * firstPublishedSince returns when the account's oldest post of the window went live, or null.
   *
   * @param {string} account
   * @param {number} since
   * @returns {number | null}
   */
  firstPublishedSince(account, since) {
    return this.rows("SELECT min(published_at) AS at FROM jobs WHERE account_id = ? AND published_at >= ?", account, since)[0].at;
  }

  /**
   * lastAttempt returns when work on another post of the account began last.
   *
   * @param {Job} job
   * @returns {number}
   */
  lastAttempt(job) {
    return this.rows(`SELECT last_attempt_at AS at FROM jobs INDEXED BY jobs_account WHERE account_id = ? AND last_attempt_at IS NOT NULL AND id <> ?
      ORDER BY last_attempt_at DESC LIMIT 1`, job.account_id, job.id)[0]?.at ?? 0;
  }

  /**
   * @param {string} account
   * @returns {DeadToken | null}
   */
  deadToken(account) {
    return this.rows("SELECT token, reason, checkpoint, found_at FROM dead_tokens WHERE account_id = ?", account)[0] ?? null;
  }

  /**
   * @param {string} account
   * @param {string} token its fingerprint
   * @param {string} reason
   * @param {number} checkpoint whether the token is good again once the account's user has confirmed something
   */
  markDead(account, token, reason, checkpoint) {
    const values = [account, token, reason, checkpoint, now()];
    this.rows("INSERT OR REPLACE INTO dead_tokens (account_id, token, reason, checkpoint, found_at) VALUES (?, ?, ?, ?, ?)", ...values);
  }

  /**
   * unmarkDead takes the mark off an account whose token was found to work since it was set.
   *
   * @param {string} account
   * @param {number} at
   */
  unmarkDead(account, at) {
    this.rows("DELETE FROM dead_tokens WHERE account_id = ? AND found_at < ?", account, at);
  }

  /**
   * tokens returns for each account of the primary login the job that has not ended and whose token lives longest.
   *
   * @returns {{account_id: string, id: string, token: string, token_expires_at: number}[]}
   */
  tokens() {
    return this.rows(`SELECT account_id, id, token, max(token_expires_at) AS token_expires_at FROM jobs INDEXED BY jobs_active
      WHERE state IN ('SCHEDULED', 'PROCESSING', 'PUBLISHING') AND login = 'primary' AND token_expires_at IS NOT NULL GROUP BY account_id`);
  }

  /** hasWork says whether an account has a job of which a step is to come. @param {string} account */
  hasWork(account) {
    return this.rows("SELECT 1 FROM jobs INDEXED BY jobs_next WHERE next_at IS NOT NULL AND account_id = ? LIMIT 1", account).length > 0;
  }

  /**
   * sweep forgets what nobody will ask for any more.
   *
   * @param {number} before
   */
  sweep(before) {
    const forgotten = this.rows(`DELETE FROM jobs WHERE updated_at < ? AND next_at IS NULL AND mirror_due IS NULL
      AND (state = 'CANCELLED' OR acked = 1) RETURNING id`, before);
    if (forgotten.length > 0) {
      this.forgetCounts();
    }
    for (const { id } of forgotten) {
      this.forgetFact(unknownOf + id);
    }
  }

  /**
   * unknown returns what the network has answered about a job that this version does not know.
   *
   * @param {string} id
   * @returns {import("./unknown.js").Unknown[]}
   */
  unknown(id) {
    return JSON.parse(this.fact(unknownOf + id) ?? "[]");
  }

  /**
   * noteUnknown keeps such an answer until the job's result is at home, a few of each job and each of them once.
   *
   * @param {string} id
   * @param {import("./unknown.js").Unknown} found
   */
  noteUnknown(id, found) {
    const kept = this.unknown(id);
    if (kept.length < mostKept && !kept.some((one) => one.op === found.op && one.what === found.what)) {
      this.setFact(unknownOf + id, JSON.stringify([...kept, found]));
    }
  }

  /**
   * @param {string} name
   * @returns {string | null}
   */
  fact(name) {
    return this.rows("SELECT value FROM facts WHERE name = ?", name)[0]?.value ?? null;
  }

  /**
   * facts returns the facts whose names begin with the prefix.
   *
   * @param {string} prefix
   * @returns {{name: string, value: string}[]}
   */
  facts(prefix) {
    return this.rows("SELECT name, value FROM facts WHERE name >= ? AND name < ? ORDER BY name", prefix, `${prefix}\uffff`);
  }

  /** @param {string} name */
  forgetFact(name) {
    this.rows("DELETE FROM facts WHERE name = ?", name);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setFact(name, value) {
    this.rows("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", name, value);
  }
}
