import { DurableObject } from "cloudflare:workers";
import { now, setAlarm, within } from "./clock.js";
import { day, minute } from "./env.js";
import { ApiError, readObject, reply, respond } from "./http.js";
import { aborted } from "./kv.js";
import { MediaStore, hashSize, partSize, partsOf } from "./mediastore.js";
import { conditionOf, headersOf, joinHeader, longest, rangeOf, refuse, stepOf } from "./mediarange.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./mediastore.js").File} File */
/** @typedef {import("./mediastore.js").Manifest} Manifest */

/** mostHeld is what all files may have, in bytes: the free plan stores 5 GB, and the posts need some of them. */
const mostHeld = 4_800_000_000;
/** mostSize bounds a file: a manifest with its checksums fits into a request. */
const mostSize = 2 ** 30;
/** mostUntil bounds how far away the end of a file is. */
const mostUntil = 800 * day;
/** leastUntil is how far away it is at least: the clock of Crier's machine may be slow. */
const leastUntil = day;
/** readerPatience is for how long a reader may take nothing: one that hangs keeps the object awake, which the free plan counts. */
export const readerPatience = minute;
/** unclearFor is for how long the files of a post stay of which nobody knows whether it is live. */
const unclearFor = 2 * day;
const types = /^(image|video)\/[a-z0-9.+-]{1,40}$/;
const digits = /^\d{1,4}$/;

/**
 * Media has the files that the network fetches. One object has them all, and no file is listed. What the network asks for and what Crier
 * brings are requests to fetch; the entrance lets in nothing else.
 *
 * @extends {DurableObject<Env>}
 */
export class Media extends DurableObject {
  /**
   * @param {DurableObjectState} ctx
   * @param {Env} env
   */
  constructor(ctx, env) {
    super(ctx, env);
    this.store = new MediaStore(ctx.storage);
    this.most = Number(env.MEDIA_BYTES) || mostHeld;
  }

  /** @param {Request} request */
  async fetch(request) {
    this.store.meter.add({ requests: 1 });
    const { pathname, searchParams } = new URL(request.url);
    const [, kind = "", ...rest] = pathname.split("/");
    const answer = kind === "v1" ? respond(await reply(() => this.change(request, rest.slice(1)))) : this.read(request, rest[0] ?? "", kind === "part" ? searchParams : null);
    this.store.noteUsed();
    return answer;
  }

  /** usage tells what is held, and what has been used. */
  async usage() {
    this.store.meter.add({ requests: 1 });
    return { ...this.store.held(), most: this.most, days: this.store.meter.days };
  }

  /**
   * ended ends files whose post has ended: at once, or two days later where nobody knows whether the post is live.
   *
   * @param {string[]} names
   * @param {boolean} isClear
   */
  async ended(names, isClear) {
    this.store.meter.add({ requests: 1 });
    for (const file of names.map((name) => this.store.file(name))) {
      if (file?.state === "WHOLE") {
        this.store.end(file, now() + (isClear ? 0 : unclearFor));
      }
    }
    await this.tidy();
  }

  async alarm() {
    this.store.meter.add({ requests: 1 });
    await this.tidy();
    this.store.noteUsed();
  }

  /** tidy deletes a little of what has ended, and comes back for the rest. */
  async tidy() {
    this.store.expire();
    this.store.deleteSome();
    await this.setNextAlarm();
  }

  /** setNextAlarm has the object woken when something is to be deleted. An alarm that comes too early is left: it sets the right one. */
  async setNextAlarm() {
    await setAlarm(this.ctx.storage, this.store.nextAt(), Infinity);
  }

  /**
   * change does what Crier asks for: what is answered is on disk.
   *
   * @param {Request} request
   * @param {string[]} path the name, and what of it
   * @returns {Promise<object>}
   */
  async change(request, [name = "", what, n]) {
    switch (`${request.method} ${what ?? ""}${n === undefined ? "" : "/n"}`) {
      case "POST ":
        return this.begin(name, manifestOf(await readObject(request)));
      case "PUT parts/n":
        return this.putPart(name, digits.test(n ?? "") ? Number(n) : -1, await request.arrayBuffer());
      case "POST commit":
        return this.commit(name);
      case "DELETE ":
        return this.remove(name);
    }
    throw new ApiError(404, "NOT_FOUND", "there is no such operation");
  }

  /**
   * begin takes in what a file is to be, and tells which parts are there. The same again goes on with it.
   *
   * @param {string} name
   * @param {Manifest} of
   */
  async begin(name, of) {
    const known = this.store.file(name);
    if (known) {
      if (!this.store.isOf(known, of)) {
        throw new ApiError(409, "MEDIA_TAKEN", "another file has the name", { isWhole: known.state === "WHOLE" });
      }
      this.store.goOn(known, of.until);
      await this.setNextAlarm();
      return { isWhole: known.state === "WHOLE", parts: known.state === "WHOLE" ? [] : this.store.parts(known) };
    }
    const { bytes } = this.store.held();
    if (bytes + of.size > this.most) {
      throw this.full(bytes);
    }
    this.store.begin(name, of);
    await this.setNextAlarm();
    return { isWhole: false, parts: [] };
  }

  /** full is the refusal of what does not fit. @param {number} held */
  full(held) {
    return new ApiError(507, "MEDIA_FULL", "the store of the worker is full", { held, most: this.most });
  }

  /** open returns a file that is being brought. @param {string} name */
  open(name) {
    const file = this.store.file(name);
    if (!file) {
      throw new ApiError(404, "UNKNOWN_MEDIA", "there is no such file");
    }
    return file;
  }

  /**
   * putPart stores a part whose checksum is right. One that is there already is a success.
   *
   * @param {string} name
   * @param {number} n
   * @param {ArrayBuffer} bytes
   */
  async putPart(name, n, bytes) {
    const file = this.open(name);
    if (n < 0 || n >= partsOf(file.size)) {
      throw new ApiError(400, "INVALID_PARAM", "the file has no such part");
    }
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    // The file may have been deleted meanwhile.
    const still = this.open(name);
    if (still.id !== file.id || bytes.byteLength !== Math.min(partSize, file.size - n * partSize) || !crypto.subtle.timingSafeEqual(sum, this.store.hash(file, n))) {
      throw new ApiError(422, "MEDIA_DIFFERS", "the part is not the one that was announced");
    }
    if (file.state === "OPEN") {
      try {
        this.store.putPart(file, n, bytes);
      } catch (err) {
        // What was just read can be written, unless there is no room: the plan may leave less of it than is known here.
        console.error("worker: a part of a file could not be stored", err instanceof Error ? err.message : typeof err);
        throw this.full(this.store.held().bytes);
      }
    }
    return { part: n };
  }

  /** commit has a file be seen that is whole. @param {string} name */
  async commit(name) {
    const file = this.open(name);
    if (file.state === "OPEN") {
      const there = new Set(this.store.parts(file));
      const missing = Array.from({ length: partsOf(file.size) }, (_, n) => n).filter((n) => !there.has(n));
      if (missing.length > 0) {
        throw new ApiError(409, "MEDIA_INCOMPLETE", "parts of the file are missing", { missing: missing.slice(0, 20) });
      }
      this.store.complete(file);
      await this.setNextAlarm();
    }
    return { isWhole: true };
  }

  /** remove deletes a file, whole or not. One that is not there is a success. @param {string} name */
  async remove(name) {
    const file = this.store.file(name);
    if (file) {
      this.store.remove(file);
      await this.tidy();
    }
    return { isWhole: false };
  }

  /**
   * read answers who reads a file, with all that stands before its bytes. Of more than the object may send in one go it sends none: the
   * entrance asks for the pieces then, which part names.
   *
   * @param {Request} request
   * @param {string} name
   * @param {URLSearchParams | null} part
   */
  read(request, name, part) {
    const file = this.store.file(name);
    if (file?.state !== "WHOLE") {
      return refuse(404);
    }
    if (part) {
      return new Response(this.send(file, Number(part.get("from")), Number(part.get("to"))));
    }
    const headers = headersOf(file);
    if (conditionOf(request, headers)) {
      return new Response(null, { status: 304, headers });
    }
    const range = rangeOf(request, file.size, headers);
    if (!range) {
      headers.set("Content-Range", `bytes */${file.size}`);
      return refuse(416, headers);
    }
    const length = range.to - range.from + 1;
    if (range.isPart) {
      headers.set("Content-Range", `bytes ${range.from}-${range.to}/${file.size}`);
    }
    headers.set("Content-Length", String(length));
    const status = range.isPart ? 206 : 200;
    if (request.method === "HEAD" || length > longest) {
      headers.set(joinHeader, `${range.from} ${range.to} ${stepOf(length)}`);
      return new Response(null, { status, headers });
    }
    return new Response(this.send(file, range.from, range.to), { status, headers });
  }

  /**
   * send streams bytes of a file, a row at a time.
   *
   * @param {File} file
   * @param {number} from
   * @param {number} to the last one
   */
  send(file, from, to) {
    const { readable, writable } = new FixedLengthStream(to - from + 1);
    this.pour(file, from, to, writable.getWriter()).catch(() => undefined);
    return readable;
  }

  /**
   * pour writes the bytes. A reader that takes nothing for a minute is cut off, and so is one of a file that is deleted meanwhile.
   *
   * @param {File} file
   * @param {number} from
   * @param {number} to
   * @param {WritableStreamDefaultWriter<Uint8Array>} writer
   */
  async pour(file, from, to, writer) {
    try {
      for (let n = Math.floor(from / partSize); n * partSize <= to; n++) {
        const row = this.store.part(file, n);
        if (!row) {
          throw new Error("the file is gone");
        }
        const piece = row.subarray(Math.max(from - n * partSize, 0), to + 1 - n * partSize);
        await within(readerPatience, (signal) => Promise.race([writer.write(piece), aborted(signal)]));
      }
      await writer.close();
    } catch (err) {
      await writer.abort(err).catch(() => undefined);
    }
  }
}

/**
 * manifestOf reads what a file is to be.
 *
 * @param {Record<string, unknown>} body
 * @returns {Manifest}
 */
function manifestOf({ size, type, partSize: length, sha256, until }) {
  const end = typeof until === "string" ? Date.parse(until) : NaN;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 1 || size > mostSize) {
    throw new ApiError(400, "INVALID_BODY", `size must be a whole number from 1 to ${mostSize}`);
  }
  if (typeof type !== "string" || !types.test(type) || length !== partSize || !Number.isFinite(end)) {
    throw new ApiError(400, "INVALID_BODY", `type must be of a picture or a video, partSize ${partSize}, and until an instant`);
  }
  const hashes = bytesOf(sha256);
  if (hashes?.length !== partsOf(size) * hashSize) {
    throw new ApiError(400, "INVALID_BODY", "sha256 must be the SHA-256 of each part, one after the other, in base64");
  }
  return { size, type, hashes, until: Math.max(Math.min(end, now() + mostUntil), now() + leastUntil) };
}

/** @param {unknown} text in base64 @returns {Uint8Array | null} */
function bytesOf(text) {
  try {
    return typeof text === "string" ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
