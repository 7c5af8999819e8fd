// What the network's answers say, read with care: nothing in them is taken for true that is not as it is documented.

import { hour, minute, second } from "./env.js";

/** @typedef {{id: string, permalink: string, caption: string, type: string, product: string, at: number}} Media `at` is 0 where the network gave no time */
/** @typedef {{id: string, text: string, username: string, at: number}} Said a comment */
/** @typedef {{least: number, most: number}} Ahead in milliseconds */

const mostPerPage = 500;
const maxText = 500;

/**
 * @param {string | null} text
 * @returns {Record<string, unknown> | null}
 */
export function parsed(text) {
  try {
    return record(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown> | null}
 */
export function record(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : null;
}

/** @param {unknown} value */
export function whole(value) {
  const n = typeof value === "string" ? Number(value) : value;
  return typeof n === "number" && Number.isSafeInteger(n) ? n : 0;
}

/**
 * idOf returns an id of the network, and the empty string for what is none. Ids do not fit into a number.
 *
 * @param {unknown} value
 */
export function idOf(value) {
  return typeof value === "string" && /^\d{1,32}$/.test(value) ? value : "";
}

/**
 * failing returns the state of a container whose code the network has left out: a failure is read from its text, which begins
 * with the state's name or has a subcode. No other state is: a post is not published, nor taken for published, because of a text.
 *
 * @param {string} text
 * @param {number} subcode
 */
export function failing(text, subcode) {
  const name = (text.split(":", 1)[0] ?? "").trim().toUpperCase();
  if (name === "ERROR" || subcode !== 0) {
    return "ERROR";
  }
  return name === "EXPIRED" ? "EXPIRED" : "";
}

/**
 * clean returns a text of the network without the token and without control characters, bounded.
 *
 * @param {unknown} value
 * @param {string} token
 */
export function clean(value, token) {
  if (typeof value !== "string") {
    return "";
  }
  return value.replaceAll(token, "[token]").replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, maxText).trim();
}

/**
 * @param {Record<string, unknown>} value
 * @param {string} token
 * @returns {Media | null}
 */
export function mediaOf(value, token) {
  const id = idOf(value.id);
  return id
    ? { id, permalink: clean(value.permalink, token), caption: text(value.caption), type: text(value.media_type), product: text(value.media_product_type), at: timeOf(value.timestamp) }
    : null;
}

/**
 * @param {Record<string, unknown>} value
 * @returns {Said | null}
 */
export function saidOf(value) {
  const id = idOf(value.id);
  return id ? { id, text: text(value.text), username: text(value.username), at: timeOf(value.timestamp) } : null;
}

/** @param {unknown} value */
function text(value) {
  return typeof value === "string" ? value : "";
}

/** timeOf reads a time of the network, which writes the offset without a colon. @param {unknown} value */
function timeOf(value) {
  return Date.parse(text(value).replace(/([+-]\d\d)(\d\d)$/, "$1:$2")) || 0;
}

/**
 * pageOf returns a page of a list, and null when it is not as the network documents it.
 *
 * @template T
 * @param {Record<string, unknown>} got
 * @param {(value: Record<string, unknown>) => T | null} read reads one of the list
 */
export function pageOf(got, read) {
  if (!Array.isArray(got.data) || got.data.length > mostPerPage) {
    return null;
  }
  const all = got.data.map((value) => read(record(value) ?? {})).filter((one) => one !== null);
  const paging = record(got.paging);
  const after = paging?.next ? record(paging.cursors)?.after : undefined;
  return all.length === got.data.length ? { all, after: typeof after === "string" ? after : "" } : null;
}

/**
 * regain returns for how long the usage headers say that a limit lasts, in milliseconds; 0 when they say nothing.
 *
 * @param {Headers} headers
 */
export function regain(headers) {
  let longest = 0;
  for (const list of Object.values(parsed(headers.get("X-Business-Use-Case-Usage")) ?? {})) {
    for (const figures of Array.isArray(list) ? list : []) {
      longest = Math.max(longest, Number(figures?.estimated_time_to_regain_access) || 0);
    }
  }
  return Math.min(longest * minute, 24 * hour);
}

/**
 * aheadOf returns by how much the network's clock is ahead of the one here, at least and at most, by the Date of an answer to a
 * call; null when it has none. A Date is cut to the second, and was written at some moment between the call and the answer.
 *
 * @param {Headers} headers
 * @param {number} sent
 * @param {number} received
 * @returns {Ahead | null}
 */
export function aheadOf(headers, sent, received) {
  const date = Date.parse(headers.get("Date") ?? "");
  return Number.isFinite(date) ? { least: date - received, most: date + second - sent } : null;
}
