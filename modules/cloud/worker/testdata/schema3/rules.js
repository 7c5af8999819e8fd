import { checkpointSubcodes, rules } from "./errors.js";

/**
 * What is worth doing after a failure of the network: errors.js has the table, which is made from the desktop's.
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
 * that of the code alone, else what holds for unknown ones.
 *
 * @param {number} code
 * @param {number} sub
 * @param {"read" | "write"} side
 * @param {boolean} transient what the network itself says, known to be wrong at times
 * @returns {Rule}
 */
export function ruleFor(code, sub, side, transient) {
  const isPublishing = sub >= firstPublishing && sub <= lastPublishing;
  const hasCode = (/** @type {Rule} */ r) => r.code === undefined || r.code === code || (r.end !== undefined && r.code <= code && code <= r.end);
  const fitting = rules.filter((r) => !r.on || r.on === side);
  const rule =
    fitting.find((r) => sub !== 0 && r.sub === sub && hasCode(r)) ??
    fitting.find((r) => isPublishing && r.sub === sub) ??
    fitting.find((r) => r.sub === undefined && hasCode(r));
  if (rule) {
    return rule;
  }
  if (isPublishing) {
    return { cls: "retry", tries: 1, then: "permanent", unsure: transient, meaning: "unknown publishing error" };
  }
  if (transient) {
    return { cls: "retry", unsure: true, meaning: "unknown error that the network calls transient" };
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
