// Renewals: a token of the primary login lives for 60 days, and Crier gives it a new life
// before its end. Where Crier has been off for long, the worker does. The token that it
// gets is used here for the account's posts, and Crier gets it with the results.

import { now } from "./clock.js";
import { hour, minute, numberOf } from "./env.js";
import { NetworkError } from "./network.js";
import { fingerprint, openRenewed, openToken, sealRenewed } from "./seal.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./network.js").Network} Network */
/**
 * What is kept of an account.
 *
 * @typedef {object} Renewed
 * @property {string} token sealed; empty while the network gave none
 * @property {string} fingerprint the token's
 * @property {string[]} replaces the fingerprints of the tokens in whose place it is
 * @property {number} expiresAt
 * @property {boolean} isAssumed the network did not say how long it lives
 * @property {number} obtainedAt
 * @property {number} triedAt
 * @property {boolean} isHome Crier has it, or has another one
 * @property {number} [guessedEnd] the end of a job's token, where Crier has guessed it
 */
/**
 * The account's token that lives longest: a job's, or the renewed one, which has no token here.
 *
 * @typedef {{account: string, id: string, token: string, expiresAt: number, isGuessed: boolean,
 *   renewed: Renewed}} Candidate
 */

const day = 24 * hour;
/**
 * window is how long before its end a token is renewed: Crier, where it runs, does so two
 * days earlier.
 */
const window = 8 * day;
/** silence is for how long Crier must have been off. */
const silence = day;
const retryPause = 6 * hour;
/**
 * longestPause is after how long the tokens are looked at again where nothing is due: earlier
 * scripts, which know of no renewals, may have been deployed meanwhile and have taken jobs.
 */
const longestPause = day;
/** usualLife is the life of a token of which the network does not tell. */
const usualLife = 60 * day;
const mostReplaced = 20;
const prefix = "renewed ";
/** @type {Renewed} */
const none = { token: "", fingerprint: "", replaces: [], expiresAt: 0, isAssumed: false, obtainedAt: 0, triedAt: 0, isHome: false, guessedEnd: 0 };

/** Renewals keeps the tokens that the worker has renewed, one for each account. */
export class Renewals {
  /**
   * @param {Store} store
   * @param {string | undefined} key the encryption key
   * @param {import("./lastcall.js").LastCall} lastCall
   */
  constructor(store, key, lastCall) {
    this.store = store;
    this.key = key;
    this.lastCall = lastCall;
    this.isRenewing = false;
    const known = numberOf(store.fact("renewAt"));
    /** at is when the tokens are looked at next: at once, where that is not known. */
    this.at = known > now() + longestPause ? 0 : known;
  }

  nextAt() {
    return this.isRenewing ? Infinity : this.at;
  }

  /** @param {number} at */
  lookAt(at) {
    if (at !== this.at) {
      this.at = at;
      this.store.setFact("renewAt", String(at));
    }
  }

  /**
   * noteGuess keeps whether the end of a job's token is a guess. Such a token may end before: it
   * is renewed as soon as Crier is silent.
   *
   * @param {import("./post.js").Desired} job
   */
  noteGuess({ login, accountId, tokenExpiresAt, isTokenEndAssumed }) {
    if (login !== "primary" || tokenExpiresAt === null) {
      return;
    }
    const known = this.of(accountId) ?? none;
    if (isTokenEndAssumed !== (known.guessedEnd === tokenExpiresAt)) {
      this.keep(accountId, { ...known, guessedEnd: isTokenEndAssumed ? tokenExpiresAt : 0 });
    }
  }

  /** @param {string} account @returns {Renewed | null} */
  of(account) {
    return renewedOf(this.store.fact(prefix + account));
  }

  /**
   * inPlaceOf returns what a job's token was renewed to, and null where it was not.
   *
   * @param {Job} job
   * @param {string} known the fingerprint of the job's token
   * @returns {Promise<{token: string, fingerprint: string, expiresAt: number} | null>}
   */
  async inPlaceOf(job, known) {
    const renewed = job.login === "primary" ? this.of(job.account_id) : null;
    if (!renewed?.token || !renewed.replaces.includes(known) || renewed.expiresAt <= (job.token_expires_at ?? Infinity)) {
      return null;
    }
    const token = await openRenewed(this.key, job.account_id, renewed.token);
    return token === null ? null : { token, fingerprint: renewed.fingerprint, expiresAt: renewed.expiresAt };
  }

  /**
   * renew renews the token of one account, if one is due. It never throws, and no post depends on
   * it. A wake-up does not wait for it.
   *
   * @param {import("./network.js").Budget} budget
   * @param {Network} network
   * @returns {Promise<void> | null} what ends with the call; null where nothing is due
   */
  renew(budget, network) {
    if (this.nextAt() > now() || budget.left < 1) {
      return null;
    }
    const due = this.nextDue();
    if (!due) {
      return null;
    }
    // Stored before the call, so that a death within it is a try as well.
    this.keep(due.account, { ...due.renewed, triedAt: now() });
    this.isRenewing = true;
    return this.ask(due, network).catch((err) => {
      console.error("worker: a token could not be renewed; it stays as it is", err instanceof NetworkError ? err.message : "internal error");
    }).finally(() => (this.isRenewing = false));
  }

  /** nextDue returns the first account that is due, and notes when to look again. */
  nextDue() {
    const at = now();
    let next = Math.min(this.sweep(), at + longestPause);
    let found = null;
    for (const one of this.candidates()) {
      const due = Math.max(one.isGuessed ? 0 : one.expiresAt - window, this.lastCall.at + silence, one.renewed.triedAt + retryPause);
      if (one.expiresAt <= at) {
        continue;
      }
      if (due <= at && !found) {
        found = one;
      }
      next = Math.min(next, one === found ? at + retryPause : Math.max(due, at + minute));
    }
    this.lookAt(next);
    return found;
  }

  /** @returns {Candidate[]} */
  candidates() {
    return this.store.tokens().map((job) => {
      const renewed = this.of(job.account_id) ?? none;
      const isLonger = renewed.token !== "" && renewed.expiresAt > job.token_expires_at;
      const isGuessed = !isLonger && renewed.guessedEnd === job.token_expires_at;
      return {
        account: job.account_id, id: job.id, token: isLonger ? "" : job.token,
        expiresAt: isLonger ? renewed.expiresAt : job.token_expires_at, isGuessed, renewed,
      };
    });
  }

  /**
   * @param {Candidate} due
   * @param {Network} network
   */
  async ask({ account, id, token, renewed }, network) {
    const old = token === "" ? await openRenewed(this.key, account, renewed.token) : await openToken(this.key, id, token);
    const known = old === null ? "" : await fingerprint(old);
    if (old === null || this.store.deadToken(account)?.token === known) {
      return;
    }
    const got = await network.renew({ id: account, login: "primary", token: old });
    const sealed = await sealRenewed(this.key, account, got.token);
    const mark = await fingerprint(got.token);
    if (sealed === null) {
      return;
    }
    const obtainedAt = now();
    const expiresAt = obtainedAt + (got.life || usualLife);
    // Jobs, and Crier, may have any of the account's tokens that were renewed before.
    const before = [...renewed.replaces, renewed.fingerprint].filter((one) => one !== "" && one !== known);
    const replaces = [...before, known].slice(-mostReplaced);
    this.keep(account, { token: sealed, fingerprint: mark, replaces, expiresAt, isAssumed: got.life === 0, obtainedAt, triedAt: obtainedAt, isHome: false });
  }

  /** @param {string} account @param {Renewed} renewed */
  keep(account, renewed) {
    this.store.setFact(prefix + account, JSON.stringify(renewed));
  }

  /** toFetch returns the tokens that Crier is to have. */
  toFetch() {
    return this.all().filter(([account, one]) => this.isWanted(account, one)).map(([accountId, one]) => ({
      accountId, token: one.token, fingerprint: one.fingerprint, replaces: one.replaces,
      expiresAt: new Date(one.expiresAt).toISOString(), isAssumed: one.isAssumed,
    }));
  }

  /**
   * isWanted says whether Crier is to have a token: it does not have it, and it is not dead.
   *
   * @param {string} account
   * @param {Renewed} one
   */
  isWanted(account, one) {
    return one.token !== "" && !one.isHome && this.store.deadToken(account)?.token !== one.fingerprint;
  }

  /** offerAll has Crier get all tokens: its folder may be one that was put back. */
  offerAll() {
    for (const [account, one] of this.all().filter(([, each]) => each.isHome)) {
      this.keep(account, { ...one, isHome: false });
    }
  }

  /** @returns {[string, Renewed][]} */
  all() {
    return this.store.facts(prefix).map(({ name, value }) => [name.slice(prefix.length), renewedOf(value) ?? none]);
  }

  /**
   * acknowledge notes that Crier has a token, or another one. It is used here until the
   * posts come with Crier's.
   *
   * @param {string} account
   * @param {string} mark its fingerprint
   */
  acknowledge(account, mark) {
    const known = this.of(account);
    if (known && known.fingerprint === mark) {
      this.keep(account, { ...known, isHome: true });
    }
  }

  /**
   * forgetUnused forgets the tokens of accounts that have no work here, once Crier has them:
   * the account may be deleted there.
   *
   * @param {[string, Renewed | null][]} [some] all of them, if it is absent
   */
  forgetUnused(some = this.all()) {
    for (const [account, one] of some) {
      if (one && !this.isWanted(account, one) && !this.store.hasWork(account)) {
        this.store.forgetFact(prefix + account);
      }
    }
  }

  /** sweep forgets tokens that have ended, and returns when the next one has. */
  sweep() {
    let next = Infinity;
    for (const [account, one] of this.all()) {
      const end = Math.max(one.expiresAt, one.triedAt + usualLife, one.guessedEnd ?? 0);
      if (end <= now()) {
        this.store.forgetFact(prefix + account);
      } else {
        next = Math.min(next, end);
      }
    }
    return next;
  }
}

/**
 * renewedOf reads what was kept of an account. What cannot be read counts as nothing: neither posts
 * nor results may depend on it.
 *
 * @param {string | null} text
 * @returns {Renewed | null}
 */
function renewedOf(text) {
  try {
    const one = { ...none, ...JSON.parse(text ?? "null") };
    const isWhole = typeof one.token === "string" && Array.isArray(one.replaces) && Number.isFinite(one.expiresAt) && Number.isFinite(one.triedAt);
    return text !== null && isWhole ? one : null;
  } catch {
    return null;
  }
}
