// Notices: a person is told, at an address of the user's own, of a failure whose result Crier has
// not fetched.

import { now, within } from "./clock.js";
import { dayOf, hour, minute, second } from "./env.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./store.js").Store} Store */
/**
 * @typedef {object} Notice
 * @property {string} cause the code and the account: what is told once a day
 * @property {string} id the post's
 * @property {string} code
 * @property {number} due when it is told, unless Crier calls before
 * @property {number} tries
 */
/**
 * What is kept. later are causes with failures that are told on the next day, unless Crier
 * has them by then.
 *
 * @typedef {{day: string, told: string[], later: string[], open: Notice[], sentAt: number,
 *   problem: string}} Kept
 */
/**
 * @typedef {{title: string, text: string, code: string, postId: string | null,
 *   runAt: string | null, isTest: boolean}} Message
 */

/** quiet is for how long Crier must have been silent before a person is told instead. */
const quiet = 10 * minute;
const timeout = 10 * second;
const retryPause = 10 * minute;
const maxTries = 3;
/** mostPerDay is how many causes are told on a day, and how many wait. */
const mostPerDay = 20;
/** mostLater is how many causes wait for the next day. */
const mostLater = 100;
/**
 * storePatience is after how long a person is told of a post that waits for the worker's store to
 * be readable, which may pass by itself.
 */
const storePatience = 15 * minute;

/** @type {Record<string, string>} */
const reasons = {
  TOKEN_EXPIRED: "Instagram does not accept the account's access. Start Crier and connect the account again, or confirm in Instagram's app what it asks for",
  ENCRYPTION_KEY_MISMATCH: "the worker cannot open the account's token. Start Crier, and deploy the worker again with: crier cloud deploy",
  CLOUD_ERROR: "the worker could not read its store at Cloudflare",
  INVALID_SCHEDULE: "it was missed by more than a day",
  RATE_LIMITED: "Instagram limits how much the account may publish",
  MEDIA_INVALID: "Instagram does not take its media",
  PROCESSING_FAILED: "Instagram could not process its media",
  VIDEO_PROCESSING_FAILED: "Instagram could not process its video",
};

/** Notices keeps what a person is to be told, and tells it. Without an address it does nothing. */
export class Notices {
  /**
   * @param {Store} store
   * @param {Env} env
   * @param {number} pace
   * @param {import("./lastcall.js").LastCall} lastCall
   */
  constructor(store, env, pace, lastCall) {
    this.store = store;
    this.lastCall = lastCall;
    // Cloudflare may keep the secret of a deployment before this one, and does not keep a text.
    this.address = env.NOTIFY_KIND ? (env.NOTIFY_URL ?? "") : "";
    this.isNtfy = env.NOTIFY_KIND === "ntfy";
    this.mark = env.NOTIFY_MARK ?? null;
    this.pace = pace;
    /** @type {Kept} */
    this.kept = keptOf(this.isOn ? store.fact("notices") : null);
    this.isTelling = false;
  }

  get isOn() {
    return this.address !== "";
  }

  /**
   * note has a person told of a job, if it needs one.
   *
   * @param {Job} job
   */
  note(job) {
    if (!this.isOn || !needsPerson(job, this.pace)) {
      return;
    }
    this.today();
    const { told, open } = this.kept;
    const cause = causeOf(job);
    if (open.some((one) => one.cause === cause)) {
      return;
    }
    if (told.includes(cause) || told.length + open.length >= mostPerDay) {
      this.putOff(cause, job.state);
      return;
    }
    const due = Math.ceil(now() + quiet / this.pace);
    this.save({ open: [...open, { cause, id: job.id, code: job.error_code ?? "", due, tries: 0 }] });
  }

  /**
   * putOff has a failure told on the next day. What is held is noted again by itself.
   *
   * @param {string} cause
   * @param {Job["state"]} state
   */
  putOff(cause, state) {
    const { later } = this.kept;
    if (state === "FAILED" && !later.includes(cause) && later.length < mostLater) {
      this.save({ later: [...later, cause] });
    }
  }

  /**
   * today begins another day where one has begun: what was told before may be told again, and what
   * was left for this day is noted.
   */
  today() {
    const day = dayOf(now());
    if (!this.isOn || day === this.kept.day) {
      return;
    }
    const { later } = this.kept;
    this.save({ day, told: [], later: [] });
    this.noteFailed(later);
  }

  /**
   * noteFailed notes the failures of some causes that nobody has acknowledged.
   *
   * @param {string[]} causes
   */
  noteFailed(causes) {
    if (causes.length > 0) {
      this.store.failed(mostLater).filter((job) => causes.includes(causeOf(job))).forEach((job) => this.note(job));
    }
  }

  /** @param {Partial<Kept>} fields */
  save(fields) {
    this.kept = { ...this.kept, ...fields };
    this.store.setFact("notices", JSON.stringify(this.kept));
  }

  /** @returns {number} when something is to be told next, Infinity for nothing */
  nextAt() {
    const { open, later, day } = this.kept;
    const nextDay = later.length > 0 ? (Date.parse(day) || 0) + 24 * hour : Infinity;
    return this.isTelling ? Infinity : Math.min(nextDay, ...open.map((one) => one.due));
  }

  /**
   * tell tells what is due: one notice in a wake-up, by one call. A wake-up does not wait for it,
   * so that no post does.
   *
   * @param {import("./network.js").Budget} budget
   * @returns {Promise<void> | null} what ends with the call; null where there is nothing to tell
   */
  tell(budget) {
    if (!this.isOn || this.nextAt() > now()) {
      return null;
    }
    this.today();
    const notice = this.nextDue();
    if (!notice || budget.left < 1) {
      return null;
    }
    budget.spend();
    // Stored before the call: a death within it leads to another try, not to one after the other.
    this.replace(notice, { ...notice, tries: notice.tries + 1, due: Math.ceil(now() + retryPause / this.pace) });
    this.isTelling = true;
    return this.send(this.messageOf(notice)).then((problem) => this.sent(notice, problem)).finally(() => (this.isTelling = false));
  }

  /**
   * nextDue returns a notice that is to be told now. It waits while Crier calls. One whose
   * post has become Crier's, or waits no more, is dropped; another failure of its cause is told.
   */
  nextDue() {
    const silentAt = Math.ceil(this.lastCall.at + quiet / this.pace);
    for (const notice of this.kept.open.filter((one) => one.due <= now())) {
      const job = this.store.job(notice.id);
      if (!job || job.acked || job.error_code !== notice.code || !needsPerson(job, this.pace)) {
        this.replace(notice, null);
        this.noteFailed([notice.cause]);
      } else if (silentAt > now()) {
        this.replace(notice, { ...notice, due: silentAt });
      } else {
        return notice;
      }
    }
    return null;
  }

  /**
   * replace puts a notice in the place of the one of its cause, or nothing.
   *
   * @param {Notice} notice
   * @param {Notice | null} by
   */
  replace(notice, by) {
    this.save({ open: this.kept.open.flatMap((one) => (one.cause !== notice.cause ? [one] : by ? [by] : [])) });
  }

  /**
   * sent notes what came of a call. What nobody takes is given up after a few tries, until the
   * next day.
   *
   * @param {Notice} notice
   * @param {string} problem
   */
  sent(notice, problem) {
    this.today();
    if (problem !== "") {
      console.error("worker: the notification address did not take a message", problem);
    }
    if (problem === "" || notice.tries + 1 >= maxTries) {
      this.replace(notice, null);
      this.save({ told: [...this.kept.told, notice.cause] });
      if (problem !== "") {
        this.putOff(notice.cause, this.store.job(notice.id)?.state ?? "CANCELLED");
      }
    }
    this.save({ problem, ...(problem === "" ? { sentAt: now() } : {}) });
  }

  /** @param {Notice} notice @returns {Message} */
  messageOf(notice) {
    const job = /** @type {Job} */ (this.store.job(notice.id));
    const runAt = new Date(job.run_at).toISOString();
    const ended = job.state === "FAILED";
    const live = ended && job.intent_at !== null ? " It may be live all the same: look before you retry it." : "";
    const text = `The post that was due at ${runAt} ${ended ? "was not published" : "is waiting"}: ${reasons[notice.code] ?? "start Crier, which shows why"}.${live} ` +
      "Today (UTC) there is no further message of this kind.";
    return { title: ended ? "Crier: a post was not published" : "Crier: a post cannot be published yet", text, code: notice.code, postId: notice.id, runAt, isTest: false };
  }

  /**
   * test sends a message that says that it is a test.
   *
   * @returns {Promise<{isSet: boolean, delivered: boolean, problem: string | null}>}
   */
  async test() {
    if (!this.isOn) {
      return { isSet: false, delivered: false, problem: null };
    }
    const text = "This is a test: messages of Crier's cloud worker arrive here. It writes when a post fails while Crier itself is off.";
    const problem = await this.send({ title: "Crier: test message", text, code: "TEST", postId: null, runAt: null, isTest: true });
    this.save({ problem, ...(problem === "" ? { sentAt: now() } : {}) });
    return { isSet: true, delivered: problem === "", problem: problem || null };
  }

  /**
   * send makes the call. It never throws, and what it returns says nothing of the address, which
   * is a secret.
   *
   * @param {Message} message
   * @returns {Promise<string>} what is wrong, empty for nothing
   */
  async send(message) {
    try {
      const status = await within(timeout / this.pace + second, async (signal) => {
        const response = await fetch(this.address, { method: "POST", redirect: "manual", signal, ...(this.isNtfy ? ntfy(message) : webhook(message)) });
        // What is answered is of no interest, and of any length.
        await response.body?.cancel();
        return response.status;
      });
      return status >= 200 && status < 300 ? "" : `it answered with HTTP ${status}`;
    } catch (err) {
      return err instanceof Error && err.name === "TimeoutError" ? "it did not answer in time" : "it could not be reached";
    }
  }

  /** state is what diagnostics tell. */
  state() {
    const { sentAt, problem, open } = this.kept;
    return { isSet: this.isOn, mark: this.mark, lastSentAt: sentAt ? new Date(sentAt).toISOString() : null, problem: problem || null, waitingCount: open.length };
  }
}

/** causeOf returns what is told once a day. @param {Job} job */
function causeOf(job) {
  return `${job.error_code ?? ""} ${job.account_id}`;
}

/**
 * keptOf reads what was kept. What cannot be read counts as nothing: it must not stop the worker.
 *
 * @param {string | null} text
 * @returns {Kept}
 */
function keptOf(text) {
  const nothing = { day: "", told: [], later: [], open: [], sentAt: 0, problem: "" };
  try {
    const kept = { ...nothing, ...JSON.parse(text ?? "{}") };
    const isWhole = [kept.told, kept.later, kept.open].every(Array.isArray) && kept.open.every(isNotice);
    return isWhole ? kept : nothing;
  } catch {
    return nothing;
  }
}

/** @param {any} one */
function isNotice(one) {
  return typeof one?.cause === "string" && typeof one.id === "string" && Number.isFinite(one.due) && Number.isFinite(one.tries);
}

/**
 * needsPerson says whether a job has failed, or is held by what only a person can put right. A
 * store that cannot be read may be read again soon.
 *
 * @param {Job} job
 * @param {number} pace
 */
function needsPerson(job, pace) {
  switch (job.state) {
    case "FAILED":
      return true;
    case "SCHEDULED":
    case "PROCESSING":
      return job.error_code === "TOKEN_EXPIRED" || job.error_code === "ENCRYPTION_KEY_MISMATCH" ||
        (job.error_code === "CLOUD_ERROR" && (now() - job.run_at) * pace > storePatience);
    default:
      return false;
  }
}

/** ntfy is a message as ntfy takes it: its text is the body. @param {Message} message */
function ntfy({ title, text, isTest }) {
  return { body: text, headers: { "Content-Type": "text/plain; charset=utf-8", Title: title, Priority: isTest ? "default" : "high", Tags: isTest ? "bell" : "warning" } };
}

/** webhook is a message as JSON. Chats show text, or content. @param {Message} message */
function webhook(message) {
  const shown = `${message.title}\n${message.text}`;
  return { body: JSON.stringify({ ...message, text: shown, content: shown }), headers: { "Content-Type": "application/json; charset=utf-8", "User-Agent": "crier" } };
}
