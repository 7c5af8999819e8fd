import { now } from "./clock.js";
import { farthest, lastEpoch, numberOf } from "./env.js";
import { ApiError, reply } from "./http.js";
import { readDesired } from "./post.js";
import { keyCheckValue, openToken } from "./seal.js";
import { commentOf, isCommentOpen, newComment } from "./work.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./post.js").Desired} Desired */
/**
 * A call of the API.
 *
 * @typedef {object} ApiCall
 * @property {"put" | "get" | "delete" | "list" | "results" | "acknowledge" | "fence" | "hello" | "notify" | "diagnostics"} op
 * @property {string} [id]
 * @property {number} [rev]
 * @property {string} [after]
 * @property {number} [limit]
 * @property {any} [body]
 * @property {object | null} [media] what the files use, for the diagnostics
 * @property {string} [copy] the nonce of the running Crier that calls
 */

const mostJobs = 5000;
const mostAcknowledged = 200;
const recent = 20;
const nonce = /^[0-9a-f]{16,64}$/;
/** changing are the operations that only the Crier may call that was started last. */
const changing = new Set(["put", "delete", "acknowledge", "fence"]);

/** Api answers the calls of Crier. */
export class Api {
  /**
   * @param {Store} store
   * @param {Env} env
   * @param {{fenceEpoch: () => number, usage: () => object, notices: import("./notices.js").Notices, renewals: import("./renewals.js").Renewals}} object what the object knows
   */
  constructor(store, env, object) {
    this.store = store;
    this.env = env;
    this.fenceEpoch = object.fenceEpoch;
    this.usage = object.usage;
    this.notices = object.notices;
    this.renewals = object.renewals;
  }

  /** @param {ApiCall} call */
  answer(call) {
    return reply(() => {
      this.admit(call);
      switch (call.op) {
        case "put":
          return this.put(call.id ?? "", call.body);
        case "get":
          return { job: this.withUnknown(this.known(call.id ?? ""), fullJobView) };
        case "delete":
          return this.cancel(call.id ?? "", call.rev ?? 0);
        case "list":
          return this.list(call.after ?? "", call.limit ?? 0);
        case "results":
          return this.results(numberOf(call.after), call.limit ?? 0);
        case "acknowledge":
          return this.acknowledge(call.body);
        case "fence":
          return this.fence(call.body);
        case "hello":
          return this.hello(call.body);
        case "notify":
          return this.notices.test();
        default:
          return this.diagnostics(call.media ?? null);
      }
    });
  }

  /**
   * admit refuses what tables of a later version do not allow, and a copy of Crier that is not the one that was started last.
   *
   * @param {ApiCall} call
   */
  admit(call) {
    if (!changing.has(call.op)) {
      return;
    }
    if (this.store.isNewer) {
      throw new ApiError(409, "NEWER_STORAGE", "a later version of Crier has deployed this worker; its jobs are left as they are");
    }
    if (!this.isLastCopy(call)) {
      throw new ApiError(409, "OTHER_COPY", "another copy of Crier was started since", { since: iso(this.lastCopy()?.at ?? null) });
    }
  }

  /** isLastCopy says that no other copy of Crier was started since. @param {ApiCall} call */
  isLastCopy({ copy }) {
    const last = this.lastCopy();
    return !last || !copy || copy === last.nonce;
  }

  /** @returns {{nonce: string, at: number} | null} the Crier that was started last */
  lastCopy() {
    return JSON.parse(this.store.fact("copy") ?? "null");
  }

  /**
   * hello notes the Crier that was started last, and tells it how far the worker is. It may be asked again.
   *
   * @param {any} body
   */
  hello(body) {
    if (typeof body.nonce !== "string" || !nonce.test(body.nonce)) {
      throw new ApiError(400, "INVALID_BODY", "nonce must be 16 to 64 digits and letters a to f");
    }
    const last = this.lastCopy();
    if (last?.nonce !== body.nonce) {
      this.store.setFact("copy", JSON.stringify({ nonce: body.nonce, at: now() }));
      this.renewals.offerAll();
    }
    this.store.recountRev();
    return { highestRev: this.store.highestRev(), highestEpoch: this.highestEpoch(), schema: this.store.schema, since: iso(last?.at ?? null), timestamp: iso(now()) };
  }

  /** highestEpoch returns the highest epoch that is known here. */
  highestEpoch() {
    return Math.max(this.fenceEpoch(), this.store.highestEpoch());
  }

  /**
   * withUnknown returns a view of a job, together with what the network has answered about it that these scripts do not know.
   *
   * @template T
   * @param {Job} job
   * @param {(job: Job) => T} view
   */
  withUnknown(job, view) {
    return { ...view(job), unknown: this.store.unknown(job.id) };
  }

  /** @param {string} id */
  known(id) {
    const job = this.store.job(id);
    if (!job) {
      throw new ApiError(404, "UNKNOWN_JOB", "there is no such job");
    }
    return job;
  }

  /**
   * put stores a job, or a newer revision of one that has not been claimed.
   *
   * @param {string} id
   * @param {Record<string, any>} body
   */
  async put(id, body) {
    const desired = readDesired(body);
    if ((await openToken(this.env.ENCRYPTION_KEY, id, desired.token)) === null) {
      throw new ApiError(409, "ENCRYPTION_KEY_MISMATCH", "the worker's encryption key does not open the token of this post");
    }
    // From here on nothing is awaited: what is checked still holds when it is stored.
    const job = this.store.job(id);
    const again = job !== null && job.rev === desired.rev;
    if (again && job.state !== "CANCELLED" && job.state !== "FENCED" && isSame(job, desired)) {
      return { job: jobView(job) };
    }
    this.refuse(job, desired, again);
    this.store.unmarkDead(desired.accountId, desired.tokenWorkedAt ?? 0);
    this.store.sawRev(desired.rev);
    this.renewals.noteGuess(desired);
    const at = now();
    return {
      job: jobView(this.store.replace({
        id, rev: desired.rev, epoch: desired.epoch, run_at: desired.runAt, state: "SCHEDULED", account_id: desired.accountId, login: desired.login,
        token_expires_at: desired.tokenExpiresAt, token: desired.token, post: JSON.stringify(desired.post), comment: newComment(desired), next_at: desired.runAt,
        mirror_due: Math.max(at, (job?.mirrored_at ?? 0) + 1100), mirrored_at: job?.mirrored_at ?? 0, created_at: job?.created_at ?? at, updated_at: at,
      })),
    };
  }

  /**
   * @param {Job | null} job
   * @param {Desired} desired
   * @param {boolean} again
   */
  refuse(job, desired, again) {
    if (desired.rev > this.lastRev(job)) {
      throw new ApiError(400, "INVALID_JOB", "rev is too far beyond the highest one that is known");
    }
    if (desired.epoch > lastEpoch(this.fenceEpoch())) {
      throw new ApiError(400, "INVALID_JOB", "epoch is too far beyond the highest one that is known");
    }
    if (desired.epoch < this.fenceEpoch()) {
      throw new ApiError(409, "FENCED", "jobs of this epoch were handed back to Crier", { fence: this.fenceEpoch() });
    }
    if (!job) {
      if (this.store.countActive() >= mostJobs) {
        throw new ApiError(409, "TOO_MANY_JOBS", `there are ${mostJobs} jobs already`);
      }
      return;
    }
    if (again || desired.rev < job.rev) {
      throw new ApiError(409, "STALE_REVISION", "there is a newer revision of the job, or another one of this number", { job: jobView(job) });
    }
    if (job.state !== "FENCED") {
      this.refuseClaimed(job);
    }
  }

  /** lastRev returns the highest revision that is taken. @param {Job | null} job */
  lastRev(job) {
    return Math.max(this.store.highestRev(), job?.rev ?? 0) + farthest;
  }

  /** @param {Job} job */
  refuseClaimed(job) {
    if (job.state === "PROCESSING" || job.state === "PUBLISHING") {
      throw new ApiError(409, "ALREADY_CLAIMED", "the job is being worked on", { job: jobView(job) });
    }
    if (job.state === "PUBLISHED" || job.state === "FAILED") {
      throw new ApiError(409, "ALREADY_ENDED", "the job has ended", { job: jobView(job) });
    }
  }

  /**
   * cancel ends a job that has not been claimed: what it answers will never fire. What is left of it refuses a revision that is
   * still on its way, also where the job itself never came.
   *
   * @param {string} id
   * @param {number} rev
   */
  cancel(id, rev) {
    const job = this.store.job(id);
    if (rev > this.lastRev(job)) {
      throw new ApiError(400, "INVALID_PARAM", "rev is too far beyond the highest one that is known");
    }
    if (job && rev < job.rev) {
      throw new ApiError(409, "STALE_REVISION", "there is a newer revision of the job", { job: jobView(job) });
    }
    if (job && job.state !== "FENCED") {
      this.refuseClaimed(job);
    }
    this.store.sawRev(rev);
    const at = now();
    const unsent = job?.state === "SCHEDULED";
    const answer = {
      job: { ...jobView(this.store.replace({
        id, rev, epoch: job?.epoch ?? 0, run_at: job?.run_at ?? at, state: "CANCELLED", account_id: job?.account_id ?? "", login: job?.login ?? "primary",
        token: "", post: '{"mediaType":"IMAGE","items":[]}', mirror_due: job ? Math.max(at, job.mirrored_at + 1100) : null,
        mirrored_at: job?.mirrored_at ?? 0, created_at: job?.created_at ?? at, updated_at: at,
      })), unsent },
    };
    if (job) {
      this.renewals.forgetUnused([[job.account_id, this.renewals.of(job.account_id)]]);
    }
    return answer;
  }

  /**
   * @param {string} after
   * @param {number} limit
   */
  list(after, limit) {
    const jobs = this.store.unended(after, limit + 1);
    const page = jobs.slice(0, limit);
    return { jobs: page.map(jobView), next: jobs.length > limit ? (page.at(-1)?.id ?? null) : null };
  }

  /**
   * @param {number} after
   * @param {number} limit
   */
  results(after, limit) {
    const jobs = this.store.results(after, limit + 1);
    const page = jobs.slice(0, limit);
    const results = page.map((job) => this.withUnknown(job, jobView));
    return { results, next: page.at(-1)?.seq ?? after, hasMore: jobs.length > limit, renewed: after === 0 ? this.renewals.toFetch() : [] };
  }

  /** @param {any} body */
  acknowledge(body) {
    const { results, renewed = [] } = body;
    const isList = (/** @type {any} */ list, /** @type {(one: any) => boolean} */ fits) => Array.isArray(list) && list.length <= mostAcknowledged && list.every(fits);
    if (!isList(results, (r) => typeof r?.id === "string" && Number.isSafeInteger(r.seq))) {
      throw new ApiError(400, "INVALID_BODY", `results must be a list of at most ${mostAcknowledged} of {id, seq}`);
    }
    if (!isList(renewed, (r) => typeof r?.accountId === "string" && typeof r.fingerprint === "string")) {
      throw new ApiError(400, "INVALID_BODY", `renewed must be a list of at most ${mostAcknowledged} of {accountId, fingerprint}`);
    }
    for (const one of renewed) {
      this.renewals.acknowledge(one.accountId, one.fingerprint);
    }
    const changed = results.filter((/** @type {any} */ r) => !this.store.acknowledge(r.id, r.seq)).map((/** @type {any} */ r) => r.id);
    this.renewals.forgetUnused();
    return { acknowledged: results.length - changed.length, changed };
  }

  /**
   * fence hands back every job of an earlier epoch whose publish call has not been intended, and lists the others: the worker
   * finds out what became of those. Without a number, fence takes an epoch that was never given out, because Crier asks
   * without one where it may have forgotten its own.
   *
   * @param {any} body
   */
  fence(body) {
    const isAsked = body.epoch !== undefined;
    if (isAsked && !(Number.isSafeInteger(body.epoch) && body.epoch >= 1 && body.epoch <= lastEpoch(this.highestEpoch()))) {
      throw new ApiError(400, "INVALID_BODY", "epoch must be a whole number from 1 on, and not far beyond the highest one that is known");
    }
    const epoch = isAsked ? Math.max(body.epoch, this.fenceEpoch()) : this.highestEpoch() + 1;
    this.store.setFact("fence", String(epoch));
    return { epoch, ...this.handBack(epoch) };
  }

  /**
   * handBack ends the jobs of an epoch before the fence whose publish call has not been intended.
   *
   * @param {number} epoch
   */
  handBack(epoch) {
    /** @type {string[]} */
    const handedBack = [];
    /** @type {string[]} */
    const resolving = [];
    const at = now();
    for (const job of this.store.beforeFence(epoch)) {
      if (job.state === "PUBLISHING") {
        resolving.push(job.id);
        continue;
      }
      handedBack.push(job.id);
      const fields = { state: /** @type {const} */ ("FENCED"), next_at: null, ended_at: at, updated_at: at, mirror_due: at, error_message: "handed back to Crier" };
      this.store.change(job, { ...fields, error_code: null, seq: this.store.nextSeq(), acked: 0 });
    }
    this.store.setFact("handedBack", String(epoch));
    return { handedBack, resolving };
  }

  /** applyFence hands back the jobs behind a fence that did not come by the API. */
  applyFence() {
    const epoch = this.fenceEpoch();
    if (epoch > numberOf(this.store.fact("handedBack"))) {
      this.handBack(epoch);
    }
  }

  /** @param {object | null} media what the files use; null where they cannot be counted */
  async diagnostics(media) {
    const counts = this.store.counts();
    const of = (/** @type {string} */ state) => counts[state] ?? 0;
    const keyCheck = await keyCheckValue(this.env.ENCRYPTION_KEY);
    return {
      version: this.env.VERSION ?? "", schema: this.store.schema, schemaBy: this.store.fact("schemaBy") ?? "", hasEncryptionKey: keyCheck !== null, keyCheckValue: keyCheck,
      lastCronRun: iso(Number(this.store.fact("lastCronRun") ?? 0) || null), scheduledCount: of("SCHEDULED"),
      activeCount: of("PROCESSING") + of("PUBLISHING"), completedCount: of("PUBLISHED"), failedCount: of("FAILED"), fencedCount: of("FENCED"),
      repostConfigCount: 0, pendingRepostCount: 0, unacknowledgedCount: this.store.countUnacknowledged(), fence: this.fenceEpoch(),
      highestRev: this.store.highestRev(), copySince: iso(this.lastCopy()?.at ?? null),
      notify: this.notices.state(), usage: this.usage(), media, leadsBack: true, recentJobs: this.store.latest(recent).map(jobSummary), timestamp: iso(now()),
    };
  }
}

/**
 * isSame says whether a job was sent again unchanged. It ignores the token, because each request seals it with another nonce.
 *
 * @param {Job} job
 * @param {Desired} desired
 */
function isSame(job, desired) {
  return job.run_at === desired.runAt && job.epoch === desired.epoch && job.account_id === desired.accountId && job.login === desired.login &&
    job.token_expires_at === desired.tokenExpiresAt && job.post === JSON.stringify(desired.post);
}

/** @param {number | null} at */
function iso(at) {
  return at === null ? null : new Date(at).toISOString();
}

/** jobSummary is a job as diagnostics have it: without the content of the post. @param {Job} job */
function jobSummary(job) {
  return { id: job.id, state: job.state, runAt: iso(job.run_at), retryCount: job.retry_count, errorCode: job.error_code, updatedAt: iso(job.updated_at) };
}

/** jobView is a job as Crier gets it: all that Crier needs to go on with the post by itself. @param {Job} job */
function jobView(job) {
  const comment = job.comment === null ? null : commentOf(job);
  return {
    id: job.id, rev: job.rev, epoch: job.epoch, state: job.state, runAt: iso(job.run_at), retryCount: job.retry_count,
    lastAttemptAt: iso(job.last_attempt_at), containerId: job.container_id, containerCreatedAt: iso(job.container_at),
    publishIntentAt: iso(job.intent_at), unsent: job.intent_at === null && job.state !== "CANCELLED" && job.state !== "PUBLISHED", callAnswered: job.answered === 1, mediaId: job.media_id, mediaFound: job.media_found === 1,
    permalink: job.permalink, publishedAt: iso(job.published_at), errorCode: job.error_code, errorMessage: job.error_message,
    atCheckpoint: job.checkpoint === 1 && job.error_code === "TOKEN_EXPIRED", commentState: comment === null ? "NONE" : isGivenBack(job) ? "RETURNED" : comment.state, commentSentAt: iso(comment?.sentAt ?? null), commentId: comment?.id ?? null, commentError: comment?.error ?? null,
    endedAt: iso(job.ended_at), seq: job.seq, updatedAt: iso(job.updated_at),
  };
}

/** isGivenBack says that the comment is Crier's, because the post is not live and the work on it has ended. @param {Job} job */
function isGivenBack(job) {
  return (job.state === "FAILED" || job.state === "FENCED") && isCommentOpen(job);
}

/** fullJobView is a job with what it publishes, for a Crier that does not know the post. @param {Job} job */
function fullJobView(job) {
  return { ...jobView(job), accountId: job.account_id, login: job.login, post: JSON.parse(job.post) };
}
