import { firstComment, isDue } from "./comment.js";
import { followUp } from "./follow.js";
import { complete } from "./outcome.js";
import { attempt, claim, settleOutcome } from "./attempt.js";
import { giveUp } from "./verdict.js";

/** @typedef {import("./work.js").Work} Work */

/** maxInterruptions is how many steps in a row may die in the middle of the work on a post before it is put aside. */
const maxInterruptions = 3;
/** maxResolveInterruptions is the same for the reads that decide whether a post is live, which deserve more patience. */
const maxResolveInterruptions = 10;

/**
 * step does the next thing for a job. The job itself says where to go on, so that no step is repeated from the start after a death.
 *
 * @param {Work} w
 */
export async function step(w) {
  switch (w.job.state) {
    case "SCHEDULED":
      return claim(w);
    case "PROCESSING":
      if (w.job.stepping > maxInterruptions) {
        return w.fail(giveUp("UNKNOWN_ERROR", "the worker ended again and again in the middle of publishing this post; it was put aside, and retry tries it again"), true);
      }
      return attempt(w);
    case "PUBLISHING":
      if (w.job.media_id !== null) {
        return complete(w);
      }
      if (w.job.stepping > maxResolveInterruptions) {
        return w.fail(giveUp("UNKNOWN_ERROR", "the worker ended again and again while it was finding out whether this post is live; check before retrying"));
      }
      return settleOutcome(w);
    default:
      return isDue(w.job) ? firstComment(w) : followUp(w);
  }
}

