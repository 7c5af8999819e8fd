// The first comment below a post that is live. The call is made once: reads alone tell what became of one whose answer is lost,
// and as the network's filters hide comments, what they do not show may be there.

import { heldPause } from "./checkpoint.js";
import { now } from "./clock.js";
import { hour } from "./env.js";
import { plainText } from "./find.js";
import { NetworkError } from "./network.js";
import { firstLook } from "./outcome.js";
import { backoff, judge, maxAttempts } from "./verdict.js";
import { earliest } from "./window.js";
import { commentOf, firstCheck, isCommentOpen } from "./work.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./work.js").Comment} Comment */

/** mostLooks is in how many reads, further and further apart, a comment may be missing before it counts as not seen: six minutes. */
const mostLooks = 8;
/** patience is for how long a comment that was refused, or a list that cannot be read, is tried again. */
const patience = 24 * hour;
const rarestLook = hour;
/** maxInterruptions is how many steps in a row may die at a comment before it is left as it is. */
const maxInterruptions = 10;
const mostKept = 10;

/**
 * firstComment goes on with the comment of a post that is live.
 *
 * @param {Work} w
 */
export async function firstComment(w) {
  const comment = commentOf(w.job);
  if (w.job.stepping > maxInterruptions || w.since(w.job.ended_at) > patience) {
    return giveUp(w, comment);
  }
  if (w.token === null) {
    return w.later(heldPause);
  }
  try {
    await (comment.state === "SENT" ? look(w, comment) : send(w, comment));
  } catch (err) {
    if (!(err instanceof NetworkError)) {
      throw err;
    }
    // A list that cannot be read tells nothing, and is read again.
    put(w, { ...comment, error: err.message }, w.in(pauseAfter(w)), w.job.looks + 1);
  }
}

/**
 * send makes the call, with its intent on disk before. A call that was refused before is looked for first. Nothing
 * else runs between the last look at the fence and the intent.
 *
 * @param {Work} w
 * @param {Comment} known
 */
async function send(w, known) {
  const before = await listed(w).catch((err) => {
    if (!(err instanceof NetworkError) || known.sentAt !== null) {
      throw err;
    }
    return [];
  });
  if (known.sentAt !== null) {
    const found = candidates(known, before);
    if (found.length > 0) {
      return found.length === 1 ? settle(w, { ...known, state: "POSTED", id: found[0].id, error: null }) : notSeen(w, known);
    }
  }
  if (await w.fenced()) {
    return settle(w, { ...known, state: "RETURNED" });
  }
  /** @type {Comment} */
  const sent = { ...known, state: "SENT", error: null, ...(known.sentAt === null ? { sentAt: now(), from: earliest(w, now()), seen: before.slice(0, mostKept).map((c) => c.id) } : {}) };
  put(w, sent, w.in(firstLook), 0);
  await w.durable();
  try {
    const id = await w.network.comment(w.account, w.job.media_id ?? "", w.post.firstComment ?? "");
    if (id !== w.job.media_id && !sent.seen.includes(id)) {
      settle(w, { ...sent, state: "POSTED", id });
    }
  } catch (err) {
    if (!(err instanceof NetworkError)) {
      throw err;
    }
    refused(w, sent, err);
  }
}

/**
 * refused decides what follows a call that did not succeed. Only a refusal that the network documents says that there is no
 * comment; after anything else reads decide.
 *
 * @param {Work} w
 * @param {Comment} sent
 * @param {NetworkError} err
 */
function refused(w, sent, err) {
  const comment = { ...sent, error: err.message };
  if (err.unsure || err.undocumented || !err.code) {
    return put(w, comment, w.in(firstLook), 0);
  }
  const v = judge(err, comment.failed);
  const failed = comment.failed + 1;
  if (v.remedy === "wait") {
    return put(w, { ...comment, state: "WAITING" }, w.in(v.after), 0);
  }
  if (v.remedy === "give up" || failed >= maxAttempts) {
    return settle(w, { ...comment, state: "FAILED" });
  }
  put(w, { ...comment, state: "WAITING", failed }, w.in(backoff(failed)), 0);
}

/**
 * look makes a read for a comment whose call was sent.
 *
 * @param {Work} w
 * @param {Comment} comment
 */
async function look(w, comment) {
  const found = candidates(comment, await listed(w));
  if (found.length === 1) {
    return settle(w, { ...comment, state: "POSTED", id: found[0].id, error: null });
  }
  if (w.job.looks + 1 >= mostLooks) {
    return notSeen(w, comment);
  }
  put(w, comment, w.in(pauseAfter(w)), w.job.looks + 1);
}

/** listed returns the comments below the post that have its comment's text, and may be the account's. @param {Work} w */
async function listed(w) {
  const text = plainText(w.post.firstComment ?? "");
  const { by } = commentOf(w.job);
  const all = await w.network.comments(w.account, w.job.media_id ?? "");
  return all.filter((c) => plainText(c.text) === text && (by === "" || c.username === "" || c.username === by));
}

/**
 * candidates returns those that the call can have made.
 *
 * @param {Comment} comment
 * @param {import("./answer.js").Said[]} shown
 */
function candidates(comment, shown) {
  return shown.filter((c) => c.at >= comment.from && !comment.seen.includes(c.id));
}

/** pauseAfter is how long after this look the next one comes. @param {Work} w */
function pauseAfter(w) {
  return Math.min(firstLook * 2 ** w.job.looks, rarestLook);
}

/**
 * notSeen ends a comment that may be there.
 *
 * @param {Work} w
 * @param {Comment} comment
 */
function notSeen(w, comment) {
  settle(w, { ...comment, state: "NOT_SEEN" });
}

/**
 * giveUp ends the work on a comment of which nothing more is to be learnt. One that was never sent is Crier's again.
 *
 * @param {Work} w
 * @param {Comment} comment
 */
export function giveUp(w, comment) {
  if (comment.state === "SENT") {
    return notSeen(w, comment);
  }
  settle(w, { ...comment, state: comment.sentAt === null ? "RETURNED" : "FAILED" });
}

/**
 * put stores what is known of the comment, and when its next step comes.
 *
 * @param {Work} w
 * @param {Comment} comment
 * @param {number} next
 * @param {number} looks
 */
function put(w, comment, next, looks) {
  w.save({ comment: JSON.stringify(comment), next_at: next, looks });
}

/**
 * settle makes a new result of the job: what became of the comment.
 *
 * @param {Work} w
 * @param {Comment} comment
 */
function settle(w, comment) {
  const isWhole = w.job.permalink !== null || w.job.media_id === null;
  w.save({ comment: JSON.stringify(comment), next_at: isWhole ? null : w.in(firstCheck), looks: 0, seq: w.store.nextSeq(), acked: 0 });
}

/** isDue says whether the next step of an ended job is about its comment. @param {import("./store.js").Job} job */
export function isDue(job) {
  return job.media_id !== null && isCommentOpen(job);
}
