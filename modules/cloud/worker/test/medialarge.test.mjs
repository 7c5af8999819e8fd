// A film of 100 MB, by night: what goes up is what comes down, however it is asked for, and while others ask too.

import assert from "node:assert/strict";
import { randomBytes, randomInt } from "node:crypto";
import { Uploads, nameOf, worker } from "./mediakit.mjs";

const size = 100 * 2 ** 20 + 12345;

worker("100 MB in parts, with a death on the way, whole and in ranges", async (w, up) => {
  const [name, bytes] = [nameOf(), randomBytes(size)];
  const cut = new Uploads(w, { stopAfter: 40 });
  await assert.rejects(cut.put(name, bytes, { type: "video/mp4" }), /stopped/);
  await w.restart();
  assert.equal((await up.begin(name, bytes, { type: "video/mp4" })).parts.length, 40);
  await up.put(name, bytes, { type: "video/mp4" });
  assert.ok((await up.read(name)).bytes.equals(bytes));
  for (let i = 0; i < 30; i++) {
    const from = randomInt(size);
    const to = Math.min(size - 1, from + randomInt(20 * 2 ** 20));
    const got = await up.read(name, { Range: `bytes=${from}-${to}` });
    assert.deepEqual([got.status, got.headers["content-range"]], [206, `bytes ${from}-${to}/${size}`]);
    assert.ok(got.bytes.equals(bytes.subarray(from, to + 1)), `${from}-${to}`);
  }
  const all = await Promise.all(Array.from({ length: 5 }, () => up.read(name)));
  assert.ok(all.every((one) => one.bytes.equals(bytes)), "five at once");
  await up.ask("DELETE", name);
  await w.until(async () => (await up.held()).files === 0, () => up.held());
});
