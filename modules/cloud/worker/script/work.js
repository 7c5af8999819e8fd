import { now } from "./clock.js";
import { second } from "./env.js";

/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./verdict.js").Verdict} Verdict */
/** @typedef {import("./post.js").Post} Post */
/** @typedef {import("./tables.js").Comment} Comment */
/**
 * What a step works with. A token that the key does not open is null.
 *
 * @typedef {object} Parts
 * @property {import("./store.js").Store} store
 * @property {import("./network.js").Network} network
 * @property {number} pace
 * @property {() => Promise<boolean>} fenced whether the job has been handed back
 * @property {() => Promise<void>} durable returns once everything stored is on disk
 * @property {string | null} token
 * @property {string} fingerprint the token's
 * @property {number | null} tokenExpiresAt
 */

/** Taken says that the job was changed during its step by somebody else, for example handed back. */
export class Taken extends Error {}

/** Held says that something needed before the network may be asked cannot be had now. It is no attempt. */
export class Held extends Error {}

/** Work is one step over one job. */
export class Work {
  /**
   * @param {Job} job
   * @param {Parts} parts
   */
  constructor(job, parts) {
    this.job = job;
    this.store = parts.store;
    this.network = parts.network;
    this.pace = parts.pace;
    this.fenced = parts.fenced;
    this.durable = parts.durable;
    this.token = parts.token;
    this.fingerprint = parts.fingerprint;
    this.tokenExpiresAt = parts.tokenExpiresAt;
    /** @type {Post} */
    this.post = JSON.parse(job.post);
    /** due is when the step should have begun. */
    this.due = job.next_at ?? now();
  }

  get account() {
    return { id: this.job.account_id, login: this.job.login, token: this.token ?? "" };
  }

  /** in returns the instant after some milliseconds. @param {number} ms */
  in(ms) {
    return Math.ceil(now() + ms / this.pace);
  }

  /** since returns for how long something lasts, in milliseconds. @param {number | null} at */
  since(at) {
    return (now() - (at ?? 0)) * this.pace;
  }

  /**
   * save stores what the step has found out, if the job is still as the step knows it.
   *
   * @param {Partial<Job>} fields
   */
  save(fields) {
    const changed = this.store.change(this.job, { stepping: 0, updated_at: now(), ...fields });
    if (!changed) {
      throw new Taken(`${this.job.id} is not ${this.job.state} any more`);
    }
    this.job = changed;
  }

  /**
   * later puts the job off.
   *
   * @param {number} ms
   * @param {Partial<Job>} [fields]
   */
  later(ms, fields) {
    this.save({ next_at: this.in(ms), ...fields });
  }

  /**
   * end makes a result of the job, which Crier fetches and stores. A job that ends once more is a new result. The comment of a
   * job that ends otherwise than live is Crier's, also where the post turns out to be live.
   *
   * @param {"PUBLISHED" | "FAILED" | "FENCED"} state
   * @param {Partial<Job>} fields
   */
  end(state, fields) {
    const at = now();
    const comment = state !== "PUBLISHED" && isCommentOpen(this.job) ? JSON.stringify({ ...commentOf(this.job), state: "RETURNED" }) : this.job.comment;
    this.save({ next_at: null, ...fields, state, comment, ended_at: at, seq: this.store.nextSeq(), acked: 0, mirror_due: at });
  }

  /**
   * fail ends the job. Where a publish call may have taken effect, it is looked for a while longer.
   *
   * @param {Verdict} v
   * @param {boolean} [unsent] no publish call for the container can have taken effect
   */
  fail(v, unsent = false) {
    if (v.deadToken) {
      this.store.markDead(this.job.account_id, this.fingerprint, v.message, Number(v.checkpoint));
    }
    const intent = unsent ? null : this.job.intent_at;
    this.end("FAILED", {
      error_code: v.code, error_message: v.message, checkpoint: Number(v.checkpoint), looks: 0, intent_at: intent,
      next_at: intent === null ? null : this.in(firstCheck), ...(unsent && v.remedy === "remake" ? noContainers : {}),
    });
  }

  /** handBack ends a job behind a fence: the post is Crier's again. */
  handBack() {
    this.end("FENCED", { error_code: null, error_message: "handed back to Crier" });
  }
}

/** firstCheck is when an ended job is first looked after. */
export const firstCheck = 30 * second;

/** @type {Partial<Job>} */
export const noContainers = { children: "[]", container_id: null, container_at: null };

/**
 * newComment is the comment of a job that was sent: null where it has none.
 *
 * @param {import("./post.js").Desired} job
 */
export function newComment({ post, username }) {
  if (post.mediaType === "STORIES" || !post.firstComment?.trim()) {
    return null;
  }
  return JSON.stringify(/** @type {Comment} */ ({ state: "WAITING", id: null, error: null, by: username, failed: 0, sentAt: null, from: 0, seen: [] }));
}

/**
 * commentOf returns what is known of a job's comment, of a job that has one.
 *
 * @param {Job} job
 * @returns {Comment}
 */
export function commentOf(job) {
  return JSON.parse(job.comment ?? "{}");
}

/** isCommentOpen says whether the comment is still to be made, or looked for. @param {Job} job */
export function isCommentOpen(job) {
  return job.comment !== null && ["WAITING", "SENT"].includes(commentOf(job).state);
}
