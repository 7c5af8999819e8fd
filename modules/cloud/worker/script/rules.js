import { checkpointSubcodes, limitSubcodes, rules } from "./errors.js";

/**
 * What is worth doing after a failure of the network: errors.js has the table, which is made from platform/graph.
 *
 * @typedef {"retry" | "new container" | "not ready" | "wait" | "cap reached" | "token dead" | "no permission" | "user action" | "permanent"} Class
 * @typedef {object} Rule
 * @property {number} [code] absent is any
 * @property {number} [end] the last code of a range that begins with code
 * @property {number} [sub]
 * @property {"read" | "write"} [on]
 * @property {Class} cls
 * @property {number} [tries] how many repeats are worthwhile before it counts as `then`
 * @property {Class} [then]
 * @property {boolean} [unsure] a write that got this answer may have taken effect
 * @property {boolean} [unknown] the table does not have the error
 * @property {string} meaning
 */

/** Subcodes between these bounds belong to publishing and mean the same under every code. */
const firstPublishing = 2207000;
const lastPublishing = 2207999;

/**
 * ruleFor returns the row for an error: that of code and subcode, else that of a publishing subcode under any code, else
 * that of the code alone, else what holds for unknown ones: these take their class from the HTTP status where that tells a
 * limit or a server that failed, as an answer without a code does.
 *
 * @param {number} code
 * @param {number} sub
 * @param {"read" | "write"} side
 * @param {boolean} transient what the network itself says, known to be wrong at times
 * @param {number} status
 * @returns {Rule}
 */
export function ruleFor(code, sub, side, transient, status) {
  const fitting = rules.filter((r) => !r.on || r.on === side);
  const rule =
    fitting.find((r) => sub !== 0 && r.sub === sub && hasCode(r, code)) ??
    fitting.find((r) => isPublishing(sub) && r.sub === sub) ??
    fitting.find((r) => r.sub === undefined && hasCode(r, code));
  if (rule) {
    // The code alone does not say what a subcode of publishing is about.
    return isPublishing(sub) && rule.sub === undefined ? { ...rule, unknown: true } : rule;
  }
  if (isPublishing(sub)) {
    return { cls: "retry", tries: 1, then: "permanent", unsure: transient, unknown: true, meaning: "unknown publishing error" };
  }
  if (status === 429) {
    return { cls: "wait", unsure: true, unknown: true, meaning: "unknown error of a limit of requests" };
  }
  if (transient) {
    return { cls: "retry", unsure: true, meaning: "unknown error that the network calls transient" };
  }
  if (status >= 500) {
    return { cls: "retry", unsure: true, unknown: true, meaning: "unknown error of a server that failed" };
  }
  return { cls: "permanent", unknown: true, meaning: "unknown error" };
}

/**
 * atCheckpoint says whether the network wants its user to confirm something in its own app first: the token is good again after that.
 *
 * @param {Class} cls
 * @param {number} sub
 */
export function atCheckpoint(cls, sub) {
  return cls === "user action" || (cls === "token dead" && checkpointSubcodes.includes(sub));
}

/**
 * isKnown says whether the table has an error, for reads or for writes. Of a subcode without a row nobody knows what it says,
 * although the row of its code tells what is worth doing.
 *
 * @param {number} code
 * @param {number} sub
 */
export function isKnown(code, sub) {
  return rules.some((r) => {
    if ((r.sub ?? 0) === sub) {
      return isPublishing(sub) || hasCode(r, code);
    }
    return r.sub === undefined && hasCode(r, code) && r.cls === "wait" && limitSubcodes.includes(sub);
  });
}

/** @param {number} sub */
function isPublishing(sub) {
  return sub >= firstPublishing && sub <= lastPublishing;
}

/**
 * @param {Rule} r
 * @param {number} code
 */
function hasCode(r, code) {
  return r.code === undefined || r.code === code || (r.end !== undefined && r.code <= code && code <= r.end);
}
