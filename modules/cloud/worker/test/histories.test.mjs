// Drawn histories of posts that look alike, judged by what the network has: each is there once at most, under its own id or none.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { World } from "./kit.mjs";

const minute = 60_000;
const hour = 60 * minute;
const histories = Number(process.env.HISTORIES ?? 12);
const firstSeed = Number(process.env.SEED ?? 1);

/** drawer returns a source of whole numbers below n, which a seed repeats (mulberry32). */
function drawer(seed) {
  return (n) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

describe("drawn histories", { concurrency: 20 }, () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  /** outcomes are what may become of a publish call. The last lets it arrive late. */
  const outcomes = [
    () => undefined, () => ({ kind: "before" }), () => ({ kind: "after" }), () => ({ kind: "hang" }), () => ({ kind: "html" }),
    () => ({ kind: "live", code: 4, subcode: 2207051 }), () => ({ kind: "live", code: 2 }), () => ({ kind: "error", code: 2 }), () => ({ kind: "live", code: 4711 }),
    () => ({ kind: "live", code: 9, subcode: 2207042 }), () => ({ kind: "live", code: 506 }),
    (a, draw, id) => {
      w.later(draw(minute + 1), () => w.fake.publish(a, id));
      return { kind: "before" };
    },
  ];

  function byHand(a, draw, look) {
    a.byHand = (a.byHand ?? 0) + 1;
    w.fake.put(a, look, w.now + a.ahead - draw(minute / 3));
  }

  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    test(`seed ${seed}`, async () => {
      const draw = drawer(seed);
      const a = w.account();
      Object.assign(a, { polls: draw(4), listLag: draw(4), ahead: (draw(3) - 1) * hour, dateless: draw(8) === 0 });
      const post = draw(2) ? { mediaType: "STORIES" } : { caption: "alike" };
      const look = { ...(post.mediaType ? { media_type: post.mediaType } : {}), ...(post.caption ? { caption: post.caption } : {}) };
      const manual = draw(3) === 0;
      a.hooks.publish = ({ creation_id }) => {
        const fault = outcomes[draw(outcomes.length)](a, draw, creation_id);
        a.faults = fault ? [{ op: "publish", id: creation_id, times: 1, ...fault }] : [];
        for (const kind of ["status", "list"]) {
          if (draw(5) === 0) {
            a.faults.push({ op: kind, kind: "before", skip: draw(3), times: 1 + draw(4) });
          }
        }
        if (manual && draw(2)) {
          w.later(draw(1.5 * minute), () => byHand(a, draw, look));
        }
      };
      const ids = [];
      for (let n = 2 + draw(3); n > 0; n--) {
        ids.push(await w.put(w.draft(a, { inMs: draw(minute / 2), post })));
      }
      // Which media a post is can be told sooner or later where nobody posts by hand and the network's clock is known.
      const isTold = (job) => (job.state === "PUBLISHED" && (job.mediaId !== null || a.byHand || a.dateless)) || job.state === "FAILED";
      let jobs = [];
      for (let n = 0; n < 5 || (n < 60 && !jobs.every(isTold)); n++) {
        await w.comes(w.now + minute);
        jobs = await Promise.all(ids.map((id) => w.job(id)));
      }
      assert.ok(jobs.every(isTold), `it never came: ${JSON.stringify(jobs)}`);
      const live = a.containers.filter((c) => c.status === "PUBLISHED");
      assert.equal(a.media.length - (a.byHand ?? 0), live.length, "none is there twice");
      for (const job of jobs) {
        const media = a.containers.filter((c) => c.id === job.containerId && c.status === "PUBLISHED").map((c) => c.media);
        const told = JSON.stringify(job);
        assert.ok(job.state !== "PUBLISHED" || media.length === 1, `published and not live: ${told}`);
        assert.ok(job.state !== "FAILED" || media.length === 0 || job.publishIntentAt, `live, and nobody looks: ${told}`);
        assert.ok(job.mediaId === null || job.mediaId === media[0], `another's media: ${told}`);
      }
    });
  }
});
