// The files that the network fetches from the worker: what Crier brings, who may read, and when they end.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { call, day, nameOf, partSize, partsOf, worker } from "./mediakit.mjs";

worker("who knows the name of a picture reads it, and nobody else learns of it", async (w, up) => {
  const [name, bytes] = [nameOf(), randomBytes(3 * partSize / 2)];
  assert.deepEqual((await up.held()).bytes, 0);
  await up.put(name, bytes);
  const got = await up.read(name);
  assert.equal(got.status, 200);
  assert.ok(got.bytes.equals(bytes));
  const wanted = {
    "content-type": "image/jpeg", "content-length": String(bytes.length), etag: `"${name}"`, "accept-ranges": "bytes", "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  };
  for (const [header, value] of Object.entries(wanted)) {
    assert.equal(got.headers[header], value, header);
  }
  const head = await up.read(name, {}, "HEAD");
  assert.deepEqual([head.status, head.headers["content-length"], head.bytes.length], [200, String(bytes.length), 0]);
  assert.equal((await up.read(name, { "If-None-Match": `"${name}"` })).status, 304);

  const before = (await up.held()).days[0].requests;
  const guessed = name.slice(0, -1) + (name.endsWith("0") ? "1" : "0");
  for (const other of [guessed, "", "x", nameOf(undefined, "another key"), `${name}/`, "../v1/diagnostics"]) {
    const { status } = await up.read(other);
    assert.ok(status === 404 || status === 401, `${other}: ${status}`);
  }
  assert.equal((await up.held()).days[0].requests, before + 1, "who guesses does not reach the files");
  assert.equal((await up.read(nameOf())).status, 404);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const { status, headers } = await up.read(name, {}, method);
    assert.deepEqual([status, headers.allow], [405, "GET, HEAD"]);
  }
  assert.equal((await call(w, "DELETE", `/v1/media/${name}`)).status, 401);
  assert.deepEqual([(await up.held()).files, (await up.held()).bytes], [1, bytes.length]);
});

worker("ranges", async (w, up) => {
  const [name, bytes] = [nameOf(), randomBytes(9 * partSize + 17)];
  await up.put(name, bytes, { type: "video/mp4" });
  assert.ok((await up.read(name)).bytes.equals(bytes), "the whole of it, which takes several pieces");
  const size = bytes.length;
  for (const [from, to] of [[0, 0], [0, size - 1], [partSize - 1, partSize], [5, 5 * partSize], [partSize, 6 * partSize - 1], [size - 1, size - 1]]) {
    const got = await up.read(name, { Range: `bytes=${from}-${to}` });
    assert.deepEqual([got.status, got.headers["content-range"], got.headers["content-length"]], [206, `bytes ${from}-${to}/${size}`, String(to - from + 1)]);
    assert.ok(got.bytes.equals(bytes.subarray(from, to + 1)), `${from}-${to}`);
  }
  for (const [range, from, to] of [["bytes=7-", 7, size - 1], ["bytes=-5", size - 5, size - 1], [`bytes=3-${2 * size}`, 3, size - 1], [`bytes=-${2 * size}`, 0, size - 1]]) {
    const got = await up.read(name, { Range: range }, "HEAD");
    assert.deepEqual([got.status, got.headers["content-range"], got.headers["content-length"]], [206, `bytes ${from}-${to}/${size}`, String(to - from + 1)], range);
  }
  for (const range of [`bytes=${size}-`, "bytes=-0"]) {
    const got = await up.read(name, { Range: range });
    assert.deepEqual([got.status, got.headers["content-range"]], [416, `bytes */${size}`], range);
  }
  for (const range of ["bytes=0-1,4-5", "lines=1-2", "bytes=5-2", "bytes=-", "bytes=a-b"]) {
    assert.equal((await up.read(name, { Range: range }, "HEAD")).status, 200, range);
  }
  assert.equal((await up.read(name, { Range: "bytes=0-1", "If-Range": '"another"' }, "HEAD")).status, 200);
  assert.equal((await up.read(name, { Range: "bytes=0-1", "If-Range": `"${name}"` }, "HEAD")).status, 206);
});

worker("a file is seen when it is whole, and goes on after a death where it was", async (w, up) => {
  const [name, bytes] = [nameOf(), randomBytes(3 * partSize + 1)];
  const parts = partsOf(bytes);
  assert.deepEqual((await up.begin(name, bytes)).parts, []);
  for (const n of [0, 2]) {
    await up.ask("PUT", name, `/parts/${n}`, parts[n]);
  }
  const unfinished = await up.ask("POST", name, "/commit");
  assert.deepEqual([unfinished.status, unfinished.code, unfinished.missing], [409, "MEDIA_INCOMPLETE", [1, 3]]);
  assert.equal((await up.read(name)).status, 404);
  await w.restart();
  assert.deepEqual((await up.begin(name, bytes)).parts, [0, 2]);
  const flipped = Buffer.from(parts[1]);
  flipped[partSize - 1] ^= 1;
  for (const wrong of [flipped, parts[0], parts[1].subarray(1)]) {
    assert.equal((await up.ask("PUT", name, "/parts/1", wrong)).code, "MEDIA_DIFFERS");
  }
  assert.equal((await up.ask("PUT", name, "/parts/4", parts[3])).code, "INVALID_PARAM");
  assert.equal((await up.ask("PUT", name, "/parts/1", Buffer.concat([parts[1], parts[3]]))).code, "BODY_TOO_LARGE");
  await up.put(name, bytes);
  assert.ok((await up.read(name)).bytes.equals(bytes));
  assert.equal((await up.begin(name, bytes)).isWhole, true);
  assert.equal((await up.ask("PUT", nameOf(), "/parts/0", parts[0])).code, "UNKNOWN_MEDIA");
  assert.equal((await up.ask("POST", nameOf(undefined, "another key"), "", "{}")).code, "INVALID_PARAM");
  for (const wrong of [{ size: 0 }, { size: 2 ** 31 }, { type: "text/html" }, { partSize: 1 }, { until: "soon" }, { sha256: "AA==" }, { sha256: 7 }]) {
    const right = { size: 1, type: "image/jpeg", partSize, sha256: Buffer.alloc(32).toString("base64"), until: new Date(w.now).toISOString() };
    assert.equal((await up.ask("POST", nameOf(), "", JSON.stringify({ ...right, ...wrong }))).code, "INVALID_BODY", JSON.stringify(wrong));
  }
});

worker("two bring a file at once: the same is one file, another one is refused", async (w, up) => {
  const [name, bytes] = [nameOf(), randomBytes(2 * partSize)];
  await Promise.all([up.put(name, bytes), up.put(name, bytes)]);
  assert.ok((await up.read(name)).bytes.equals(bytes));
  const [open, one, other] = [nameOf(), randomBytes(20), randomBytes(20)];
  const said = await Promise.all([up.begin(open, one), up.begin(open, other)]);
  assert.deepEqual(said.map(({ status }) => status).sort(), [200, 409]);
  assert.deepEqual(said.filter(({ status }) => status === 409).map(({ code, isWhole }) => [code, isWhole]), [["MEDIA_TAKEN", false]]);
  assert.equal((await up.begin(name, other)).isWhole, true, "what is there already");
  assert.equal((await up.held()).files, 2);
});

worker("what is deleted is gone at once, and its parts by and by", async (w, up) => {
  const [large, small] = [nameOf(), nameOf()];
  await up.put(large, randomBytes(20 * partSize));
  await up.put(small, randomBytes(10));
  for (let i = 0; i < 2; i++) {
    assert.equal((await up.ask("DELETE", large)).status, 200);
    assert.equal((await up.read(large)).status, 404);
  }
  await up.put(large, Buffer.from("another"));
  assert.equal((await up.read(large)).bytes.toString(), "another", "its name is free");
  await up.ask("DELETE", small);
  await w.until(async () => (await up.held()).files === 1, () => up.held());
  assert.equal((await up.held()).bytes, 7);
});

worker("a file ends at its time, also when that comes while the worker is off", async (w, up) => {
  const [short, long, open] = [nameOf(), nameOf(), nameOf()];
  await up.put(short, Buffer.from("short"), { until: w.now + 2 * day });
  await up.put(long, Buffer.from("long"), { until: w.now + 9 * day });
  await up.begin(open, Buffer.from("never brought"));
  await w.passes(day);
  await w.until(async () => (await up.held()).files === 2, () => up.held());
  assert.equal((await up.begin(open, Buffer.from("another"))).status, 200, "what nobody went on with is forgotten after a day");
  await w.passes(day);
  await w.until(async () => (await up.read(short)).status === 404);
  assert.equal((await up.read(long)).status, 200);
  await w.runtime.end();
  w.now += 10 * day;
  await w.acting(() => w.boot());
  await w.until(async () => (await up.held()).files === 0, () => up.held());
});

worker("a reader that takes nothing is cut off, and so is one of a file that is deleted", async (w, up) => {
  for (const [size, end] of [[4 * partSize, () => w.passes(2 * 60_000)], [30 * partSize, () => w.passes(20 * 60_000)], [30 * partSize, (name) => up.ask("DELETE", name)]]) {
    const name = nameOf();
    await up.put(name, randomBytes(size));
    const res = await new Promise((done, refused) => request(new URL(`/media/${name}`, w.at.worker), { agent: false }, done).on("error", refused).end());
    let got = 0;
    await new Promise((done) => res.once("readable", done));
    await w.really(100);
    await end(name);
    const broken = await new Promise((done) => res.on("data", (piece) => (got += piece.length)).on("end", () => done(!res.complete)).on("error", () => done(true)));
    assert.ok(broken && got < size, `${got} of ${size}`);
  }
});

worker("what does not fit is refused, until there is room", async (w, up) => {
  const [first, second] = [nameOf(), nameOf()];
  await up.put(first, randomBytes(700));
  const said = await up.begin(second, randomBytes(400));
  assert.deepEqual([said.status, said.code, said.held, said.most], [507, "MEDIA_FULL", 700, 1000]);
  await up.ask("DELETE", first);
  await up.put(second, randomBytes(400));
  assert.deepEqual([(await up.held()).bytes, (await up.held()).most], [400, 1000]);
}, { bindings: { MEDIA_BYTES: "1000" } });

worker("the files of a post end with it: at once, or two days later where nobody knows whether it is live", async (w, up) => {
  const at = (name) => ({ kind: "image", url: `https://crier-abc.example.workers.dev/media/${name}` });
  const post = (name) => ({ mediaType: "IMAGE", items: [at(name)] });
  const [live, refused, unclear, shared, again] = Array.from({ length: 5 }, () => nameOf());
  for (const name of [live, refused, unclear, shared, again]) {
    await up.put(name, randomBytes(50));
  }
  await up.begin(again, (await up.read(again)).bytes);
  const accounts = Array.from({ length: 5 }, () => w.account());
  accounts[1].faults.push({ op: "create", kind: "error", code: 100 });
  accounts[2].faults.push({ op: "publish", kind: "before" }, { op: "status", kind: "error", code: 2, skip: 1 });
  const put = (i, name, more) => w.put(w.draft(accounts[i], { post: post(name), ...more }));
  await w.published(await put(0, live));
  await w.failed(await put(1, refused));
  await w.failed(await put(2, unclear));
  await put(3, shared, { inMs: 60 * day });
  await w.published(await put(4, shared));
  await w.published(await put(0, again));
  const is = async (name) => (await up.read(name)).status === 200;
  await w.until(async () => !(await is(live)) && !(await is(refused)));
  assert.ok((await is(shared)) && (await is(unclear)) && (await is(again)), "others need them");
  await w.passes(60 * 60_000);
  await w.until(async () => !(await is(again)));
  await w.passes(2 * day);
  await w.until(async () => !(await is(unclear)));
  assert.ok(await is(shared));
});
