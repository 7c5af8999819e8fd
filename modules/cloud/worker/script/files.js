import { now } from "./clock.js";
import { minute } from "./env.js";
import { media } from "./mediadoor.js";
import { namesOf } from "./medianame.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./store.js").Store} Store */

/** filesOf is the prefix of the facts that name jobs whose files are to end: no table of its own, so that earlier scripts go on. */
const filesOf = "files ";

/**
 * Files has the files end of posts that have ended, where this worker serves them. That is noted with the end of the post, so that a
 * death in between leaves no file behind.
 */
export class Files {
  /**
   * @param {Store} store
   * @param {Env} env
   * @param {number} pace
   */
  constructor(store, env, pace) {
    this.store = store;
    this.env = env;
    this.pace = pace;
    /** @type {Set<string>} the jobs that are noted */
    this.noted = new Set(store.facts(filesOf).map(({ name }) => name.slice(filesOf.length)));
    this.at = 0;
    this.isBusy = false;
  }

  /** note notes a job that has ended. @param {Job} job */
  note(job) {
    if (namesOf(job.post).length > 0) {
      this.store.setFact(filesOf + job.id, "");
      this.noted.add(job.id);
    }
  }

  /** nextAt returns when files are to end next, Infinity when none are. */
  nextAt() {
    return this.noted.size > 0 && !this.isBusy ? this.at : Infinity;
  }

  /**
   * end begins to have the files of one job end that no other job needs. It returns undefined where there is none.
   *
   * @param {import("./network.js").Budget} budget
   */
  end(budget) {
    const [id] = this.noted;
    if (id === undefined || this.isBusy || this.at > now() || budget.left < 1 || !this.env.MEDIA) {
      return undefined;
    }
    budget.spend();
    this.isBusy = true;
    return this.endOf(id).then(
      () => {
        this.isBusy = false;
      },
      (err) => {
        this.isBusy = false;
        this.at = now() + minute / this.pace;
        throw err;
      },
    );
  }

  /** @param {string} id */
  async endOf(id) {
    const job = this.store.job(id);
    if (job?.state === "PUBLISHED" || job?.state === "FAILED") {
      // A post that failed without a call that may have taken effect is certainly not live.
      const isClear = job.state === "PUBLISHED" || job.intent_at === null;
      await media(this.env).ended(namesOf(job.post).filter((name) => !this.store.isNeeded(name, id)), isClear);
    }
    this.noted.delete(id);
    this.store.forgetFact(filesOf + id);
  }
}
