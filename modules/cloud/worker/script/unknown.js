// What of the network's answers this version does not know, in the words of platform/graph. Nothing is decided by it: it is
// logged once and kept with the job. Crier gets it with the result, and the post's timeline names it.

import { clean, record, whole } from "./answer.js";
import { isKnown } from "./rules.js";

/** @typedef {{op: string, what: string}} Unknown what the call was for, and what of its answer is unknown: printable, bounded, without a token */

/** mostKept is how much is kept with a job, and mostLogged how much is logged while the object runs. */
export const mostKept = 10;
const mostLogged = 64;
/** maxSearched bounds the answers that are searched for unknown members, maxDepth how deep, mostNamed how many of one answer are named. */
const maxSearched = 64 * 1024;
const maxDepth = 8;
const mostNamed = 3;
const maxWhat = 200;

/** ordinary are the members that answers of any kind have; known are those of one kind. */
const ordinary = ["cursors", "before", "after", "previous", "next", "paging", "data", "id", "success"];
const ofMedia = ["permalink", "caption", "media_type", "media_product_type", "timestamp"];
/** @type {Record<string, string[]>} */
const known = {
  "container status": ["status_code", "status"],
  media: ofMedia,
  "recent media": ofMedia,
  comments: ["text", "timestamp", "username"],
  "refresh token": ["access_token", "token_type", "expires_in", "permissions"],
};
const states = ["IN_PROGRESS", "FINISHED", "PUBLISHED", "ERROR", "EXPIRED"];
const kinds = ["IMAGE", "VIDEO", "CAROUSEL_ALBUM"];
const products = ["AD", "FEED", "STORY", "REELS"];

/**
 * unknownIn names what is unknown in an answer, and is empty where that is nothing.
 *
 * @param {string} op
 * @param {string} version that was asked
 * @param {{headers: Headers, ok: boolean}} response
 * @param {string} text
 * @param {Record<string, unknown> | null} body the text's, null where it is no object
 * @param {string} token
 */
export function unknownIn(op, version, response, text, body, token) {
  const found = announcedChanges(response.headers, version);
  const error = record(body?.error);
  const code = whole(error?.code);
  const subcode = whole(error?.error_subcode);
  if (error && code !== 0 && !isKnown(code, subcode)) {
    found.push(`the error ${code} with subcode ${subcode}`);
  }
  if (body && !error && response.ok) {
    found.push(...unknownWords(op, body));
    if (text.length <= maxSearched) {
      const names = [...unknownMembers(body, new Set([...ordinary, ...(known[op] ?? [])]), maxDepth)].sort();
      found.push(...names.slice(0, mostNamed).map((name) => `the member ${name}`));
    }
  }
  return clean(found.join("; "), token).slice(0, maxWhat);
}

/**
 * announcedChanges names what an answer's header announces of a change.
 *
 * @param {Headers} headers
 * @param {string} version
 */
function announcedChanges(headers, version) {
  const found = [];
  const told = headers.get("Facebook-Api-Version");
  if (told && told !== version) {
    found.push(`the version ${told} where ${version} was asked`);
  }
  for (const name of ["Deprecation", "Sunset"]) {
    const value = headers.get(name);
    if (value) {
      found.push(`the header ${name}: ${value}`);
    }
  }
  return found;
}

/**
 * unknownWords names a word that decides something and that the network does not document.
 *
 * @param {string} op
 * @param {Record<string, unknown>} body
 */
function unknownWords(op, body) {
  if (op === "container status") {
    return unknownWord("state", body.status_code, states);
  }
  for (const one of op === "recent media" && Array.isArray(body.data) ? body.data : [body]) {
    const media = record(one) ?? {};
    const found = [...unknownWord("media type", media.media_type, kinds), ...unknownWord("product type", media.media_product_type, products)];
    if (found.length > 0) {
      return found.slice(0, 1);
    }
  }
  return [];
}

/**
 * @param {string} what
 * @param {unknown} word
 * @param {string[]} words
 */
function unknownWord(what, word, words) {
  return typeof word === "string" && word !== "" && !words.includes(word) ? [`the ${what} ${word}`] : [];
}

/**
 * unknownMembers returns the names in a value that are not among those that are known. What an unknown one holds is not searched.
 *
 * @param {unknown} value
 * @param {Set<string>} names
 * @param {number} depth
 * @returns {Set<string>}
 */
function unknownMembers(value, names, depth) {
  /** @type {Set<string>} */
  const found = new Set();
  if (depth < 0) {
    return found;
  }
  const inner = Array.isArray(value) ? value : Object.entries(record(value) ?? {}).map(([name, held]) => {
    if (!names.has(name)) {
      found.add(name);
      return null;
    }
    return held;
  });
  for (const one of inner) {
    unknownMembers(one, names, depth - 1).forEach((name) => found.add(name));
  }
  return found;
}

/** @type {Set<string>} */
const logged = new Set();

/** logOnce logs each kind of unknown thing once while the object runs, and a bounded number of kinds. @param {Unknown} unknown */
export function logOnce({ op, what }) {
  const kind = `${what} (${op})`;
  if (!logged.has(kind) && logged.size < mostLogged) {
    logged.add(kind);
    console.warn("worker: an answer of the network has what this version of Crier does not know; this is said once of each", kind);
  }
}
