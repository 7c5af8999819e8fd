import { aheadOf, clean, failing, idOf, mediaOf, pageOf, saidOf, parsed, record, regain, whole } from "./answer.js";
import { now, within } from "./clock.js";
import { readText } from "./http.js";
import { hour, minute, second } from "./env.js";
import { ruleFor } from "./rules.js";
import { logOnce, unknownIn } from "./unknown.js";

/** @typedef {import("./rules.js").Class} Class */
/** @typedef {{id: string, login: string, token: string}} Account */
/** @typedef {{code: string, text: string, subcode: number}} Status */
/** @typedef {import("./answer.js").Media} Media */
/** @typedef {"media" | "stories"} Edge */

const apiVersion = "v25.0";
const maxAnswer = 1 << 20;
const pageSize = 50;
const glanceSize = 25;
const maxPages = 5;
const callTimeout = 30 * second;
/** maxLife is the longest life of a token that is believed. */
const maxLife = 366 * 24 * hour;
/** mostAhead is how far a time in a list may be ahead of the network's clock. */
const mostAhead = 5 * minute;
const commentFields = "id,text,timestamp,username";
const mediaFields = "id,permalink,caption,media_type,media_product_type,timestamp";

/** NetworkError is a failed call. Its texts hold no token, are printable and bounded. */
export class NetworkError extends Error {
  /**
   * @param {string} message
   * @param {{op: string, unsure: boolean, http?: number, code?: number, subcode?: number, cls?: Class, tries?: number, then?: Class,
   *   undocumented?: boolean, trace?: string, retryAfter?: number}} what
   */
  constructor(message, what) {
    super(message);
    this.op = what.op;
    this.http = what.http ?? 0;
    this.code = what.code ?? 0;
    this.subcode = what.subcode ?? 0;
    /** @type {Class} */
    this.cls = what.cls ?? "retry";
    this.tries = what.tries ?? 0;
    /** @type {Class} */
    this.then = what.then ?? "permanent";
    /** unsure says that the call was a write that may have taken effect. */
    this.unsure = what.unsure;
    this.undocumented = what.undocumented ?? false;
    this.trace = what.trace ?? "";
    this.retryAfter = what.retryAfter ?? 0;
  }
}

/** Budget counts the calls that one wake-up may make: the free plan allows 50. */
export class Budget {
  /** @param {number} most */
  constructor(most) {
    this.left = most;
  }

  spend() {
    this.left--;
  }
}

/** Network is the network's API, as far as publishing needs it. */
export class Network {
  /**
   * @param {Record<string, string>} bases by login
   * @param {Budget} budget
   * @param {number} pace
   * @param {(unknown: import("./unknown.js").Unknown) => void} [keep] is told of what an answer has that is not known here
   */
  constructor(bases, budget, pace, keep = () => undefined) {
    this.bases = bases;
    this.budget = budget;
    this.keep = keep;
    this.timeout = callTimeout / pace + second;
    /** @type {import("./answer.js").Ahead | null} by how much the network's clock is ahead, by the most exact answer so far */
    this.ahead = null;
  }

  /**
   * createContainer asks the network to prepare a post or an item, and returns the container's id.
   *
   * @param {Account} account
   * @param {Record<string, string>} params
   */
  createContainer(account, params) {
    return this.create("create container", account, `${account.id}/media`, params);
  }

  /**
   * publish makes a finished container public and returns the media's id. It is not idempotent: after an error that is
   * unsure only reads tell whether the post is live.
   *
   * @param {Account} account
   * @param {string} container
   */
  publish(account, container) {
    return this.create("publish", account, `${account.id}/media_publish`, { creation_id: container });
  }

  /**
   * comment comments on a published media in the account's name, and returns the comment's id. It is as little idempotent as publish.
   *
   * @param {Account} account
   * @param {string} media
   * @param {string} message
   */
  comment(account, media, message) {
    return this.create("comment", account, `${media}/comments`, { message });
  }

  /**
   * @param {string} op
   * @param {Account} account
   * @param {string} path
   * @param {Record<string, string>} params
   */
  async create(op, account, path, params) {
    const got = await this.call(op, "POST", account, path, params);
    const id = idOf(got.id);
    if (!id) {
      throw new NetworkError(`${op}: success without an id`, { op, unsure: true, http: 200 });
    }
    return id;
  }

  /**
   * renew asks the network for a token with a new life. The one that is there stays good until its own end.
   *
   * @param {Account} account
   * @returns {Promise<{token: string, life: number}>} life in milliseconds, 0 where the network did not say
   */
  async renew(account) {
    const op = "refresh token";
    const got = await this.call(op, "GET", account, "/refresh_access_token", { grant_type: "ig_refresh_token", access_token: account.token });
    if (typeof got.access_token !== "string" || !/^[\x21-\x7e]{1,2000}$/.test(got.access_token)) {
      throw undocumented(op);
    }
    return { token: got.access_token, life: Math.min(Math.max(whole(got.expires_in), 0), maxLife / second) * second };
  }

  /**
   * @param {Account} account
   * @param {string} container
   * @returns {Promise<Status>}
   */
  async status(account, container) {
    const op = "container status";
    const got = await this.call(op, "GET", account, container, { fields: "id,status_code,status" });
    const text = clean(got.status, account.token);
    const said = clean(got.status_code, account.token);
    if ((said === "" && text === "") || (got.id !== undefined && idOf(got.id) !== container)) {
      throw undocumented(op);
    }
    const subcode = Number(/(?<![\w])2207\d{3}(?![\w])/.exec(text)?.[0] ?? 0);
    return { code: said || failing(text, subcode), text, subcode };
  }

  /**
   * @param {Account} account
   * @param {string} id
   */
  async media(account, id) {
    const op = "media";
    const found = mediaOf(await this.call(op, "GET", account, id, { fields: mediaFields }), account.token);
    if (found?.id !== id) {
      throw new NetworkError("media: another media", { op, unsure: false, http: 200 });
    }
    return found;
  }

  /**
   * recent returns the account's media, or its live stories, that were published at since or later, newest first. Where that
   * is more than is read, they are all that there are from a later time on.
   *
   * @param {Account} account
   * @param {Edge} edge
   * @param {number} since
   * @returns {Promise<{media: Media[], since: number}>}
   */
  async recent(account, edge, since) {
    /** @type {Media[]} */
    const all = [];
    /** @type {Record<string, string>} */
    let params = { fields: mediaFields, limit: String(pageSize) };
    for (let page = 0; page < maxPages; page++) {
      const { all: media, after } = await this.page(account, edge, params);
      if (!media.every((m) => this.hasCome(m.at))) {
        throw undocumented("recent media");
      }
      all.push(...media);
      const last = media.at(-1);
      if (!after || (edge === "media" && last && last.at !== 0 && last.at < since)) {
        return { media: newestFirst(all).filter((m) => m.at >= since), since };
      }
      params = { ...params, after };
    }
    const oldest = Math.min(...all.map((m) => m.at || Infinity));
    return { media: newestFirst(all).filter((m) => m.at >= since), since: Math.max(oldest + second, since) };
  }

  /**
   * newest returns the ids of the account's newest media, or live stories.
   *
   * @param {Account} account
   * @param {Edge} edge
   */
  async newest(account, edge) {
    const { all: media } = await this.page(account, edge, { fields: "id", limit: String(glanceSize) });
    return media.map((m) => m.id);
  }

  /**
   * @param {Account} account
   * @param {Edge} edge
   * @param {Record<string, string>} params
   */
  async page(account, edge, params) {
    const op = "recent media";
    const read = pageOf(await this.call(op, "GET", account, `${account.id}/${edge}`, params), (one) => mediaOf(one, account.token));
    if (!read) {
      throw undocumented(op);
    }
    return read;
  }

  /**
   * comments returns the comments on a media that the network shows, as many as a few pages have: its filters hide some.
   *
   * @param {Account} account
   * @param {string} media
   */
  async comments(account, media) {
    const op = "comments";
    /** @type {import("./answer.js").Said[]} */
    const all = [];
    /** @type {Record<string, string>} */
    let params = { fields: commentFields, limit: String(pageSize) };
    for (let page = 0; page < maxPages; page++) {
      const read = pageOf(await this.call(op, "GET", account, `${media}/comments`, params), saidOf);
      if (!read || !read.all.every((one) => this.hasCome(one.at))) {
        throw undocumented(op);
      }
      all.push(...read.all);
      if (!read.after) {
        break;
      }
      params = { ...params, after: read.after };
    }
    return all;
  }

  /**
   * hasCome says whether a list can show a media of that time. The times tell which call has made which media. So a list is not used
   * in which a time is missing, or has not come yet by the network's own clock.
   *
   * @param {number} at
   */
  hasCome(at) {
    return at !== 0 && (!this.ahead || at <= now() + this.ahead.most + mostAhead);
  }

  /**
   * call makes one request and returns the object that it was answered with. A path that begins with a slash is of no version, and the
   * token is among its parameters.
   *
   * @param {string} op
   * @param {"GET" | "POST"} method
   * @param {Account} account
   * @param {string} path
   * @param {Record<string, string>} params
   * @returns {Promise<Record<string, unknown>>}
   */
  async call(op, method, account, path, params) {
    this.budget.spend();
    const write = method === "POST";
    const query = new URLSearchParams(params);
    const isOpen = path.startsWith("/");
    const url = `${this.bases[account.login]}${isOpen ? path : `/${apiVersion}/${path}`}${write ? "" : `?${query}`}`;
    let answer;
    const sent = now();
    try {
      answer = await within(this.timeout, async (signal) => {
        const response = await fetch(url, {
          method,
          body: write ? query : undefined,
          headers: { Accept: "application/json", ...(isOpen ? {} : { Authorization: `Bearer ${account.token}` }), "User-Agent": "crier" },
          redirect: "manual",
          signal,
        });
        this.compare(aheadOf(response.headers, sent, now()));
        return { response, text: await readText(response.body, maxAnswer) };
      });
    } catch (err) {
      const why = err instanceof Error && err.name === "TimeoutError" ? "the network did not answer in time" : "the network could not be reached";
      throw new NetworkError(why, { op, unsure: write });
    }
    const body = parsed(answer.text);
    this.note(op, unknownIn(op, apiVersion, answer.response, answer.text ?? "", body, account.token));
    return understood(op, write, answer.response, body, account.token);
  }

  /**
   * note tells of what an answer has that is not known here, before anything is done about the answer. That it cannot be kept
   * keeps no post from going out.
   *
   * @param {string} op
   * @param {string} what
   */
  note(op, what) {
    if (what === "") {
      return;
    }
    logOnce({ op, what });
    try {
      this.keep({ op, what });
    } catch (err) {
      console.error("worker: what is unknown in an answer could not be kept", err instanceof Error ? err.name : typeof err);
    }
  }

  /** compare keeps what tells the network's time most exactly. @param {import("./answer.js").Ahead | null} told */
  compare(told) {
    if (told && (!this.ahead || told.most - told.least < this.ahead.most - this.ahead.least)) {
      this.ahead = told;
    }
  }
}

/** undocumented is an answer to a read that is not as the network documents it. @param {string} op */
function undocumented(op) {
  return new NetworkError(`${op}: the answer is not as the network documents it`, { op, unsure: false, http: 200 });
}

/**
 * understood returns the answer's object, or throws the failure that it tells of.
 *
 * @param {string} op
 * @param {boolean} write
 * @param {Response} response
 * @param {Record<string, unknown> | null} body null where the answer is no object
 * @param {string} token
 */
function understood(op, write, response, body, token) {
  const retryAfter = regain(response.headers);
  const error = record(body?.error);
  if (body && !error && response.ok) {
    return body;
  }
  const code = whole(error?.code);
  if (!error || code === 0) {
    const cls = response.status === 429 ? "wait" : "retry";
    const message = `the network gave an answer that cannot be understood (HTTP ${response.status})`;
    throw new NetworkError(message, { op, unsure: write, http: response.status, cls, retryAfter });
  }
  const subcode = whole(error.error_subcode);
  const transient = error.is_transient === true || error.is_transient === "true";
  const rule = ruleFor(code, subcode, write ? "write" : "read", transient, response.status);
  const trace = clean(error.fbtrace_id, token);
  const figures = `code ${code}${subcode ? `/${subcode}` : ""}${trace ? `, trace ${trace}` : ""}`;
  const said = clean(error.error_user_msg, token) || clean(error.message, token) || rule.meaning;
  // An error under a success status, or from a server that failed, does not prove that the call had no effect.
  const unsure = write && (rule.unsure === true || response.ok || response.status >= 500);
  throw new NetworkError(`the network refused: ${said} (${figures})`, {
    op, unsure, http: response.status, code, subcode, cls: rule.cls, tries: rule.tries, then: rule.then, undocumented: rule.unknown, trace, retryAfter,
  });
}

/** @param {Media[]} media */
function newestFirst(media) {
  return media.sort((a, b) => b.at - a.at);
}
