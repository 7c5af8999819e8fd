// What the tests of the files stand on: a client that brings files as Crier does, and one that reads them.

import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { request } from "node:http";
import { test } from "node:test";
import { World, workerKey } from "./kit.mjs";

export const partSize = 2 ** 20;
export const day = 24 * 60 * 60_000;

/** nameOf makes a name as Crier does. */
export function nameOf(random = randomBytes(16).toString("hex"), key = workerKey) {
  return random + createHmac("sha256", key).update(`media|${random}`).digest("hex").slice(0, 16);
}

export const partsOf = (bytes) => Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, n) => bytes.subarray(n * partSize, (n + 1) * partSize));

/** call makes a request, and returns its whole answer; broken says that the connection ended before. */
export function call(w, method, path, { body, headers = {} } = {}) {
  return new Promise((done, refused) => {
    const req = request(new URL(path, w.at.worker), { method, agent: false, headers: { "Accept-Encoding": "identity", ...headers } }, (res) => {
      const pieces = [];
      const answer = (broken) => done({ status: res.statusCode, headers: res.headers, bytes: Buffer.concat(pieces), broken });
      res.on("data", (piece) => pieces.push(piece)).on("end", () => answer(!res.complete)).on("error", () => answer(true));
    });
    req.on("error", refused);
    req.end(body);
  });
}

/** Uploads brings files as Crier does. */
export class Uploads {
  /** stopAfter, if set, is after how many parts put stops. */
  constructor(w, { stopAfter = Infinity } = {}) {
    this.w = w;
    this.stopAfter = stopAfter;
  }

  async ask(method, name, what = "", body = undefined) {
    const { status, bytes } = await call(this.w, method, `/v1/media/${name}${what}`, { body, headers: { Authorization: `Bearer ${workerKey}` } });
    return { status, ...JSON.parse(bytes.toString()) };
  }

  begin(name, bytes, { type = "image/jpeg", until = this.w.now + 40 * day } = {}) {
    const sha256 = Buffer.concat(partsOf(bytes).map((part) => createHash("sha256").update(part).digest())).toString("base64");
    return this.ask("POST", name, "", JSON.stringify({ size: bytes.length, type, partSize, sha256, until: new Date(until).toISOString() }));
  }

  async put(name, bytes, options) {
    const { parts } = await this.begin(name, bytes, options);
    for (const [n, part] of partsOf(bytes).entries()) {
      if (n === this.stopAfter) {
        throw new Error("the upload was stopped");
      }
      if (!parts.includes(n)) {
        assert.equal((await this.ask("PUT", name, `/parts/${n}`, part)).status, 200);
      }
    }
    const said = await this.ask("POST", name, "/commit");
    assert.deepEqual([said.status, said.isWhole], [200, true]);
  }

  read(name, headers = {}, method = "GET") {
    return call(this.w, method, `/media/${name}`, { headers });
  }

  async held() {
    return (await this.w.ask("GET", "/v1/diagnostics")).body.media;
  }
}

/** worker runs a test with a worker. */
export function worker(title, run, options) {
  test(title, async () => {
    const w = await World.start(options);
    try {
      await run(w, new Uploads(w));
    } finally {
      await w.stop();
    }
  });
}
