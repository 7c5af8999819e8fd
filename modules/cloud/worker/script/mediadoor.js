// The entrance to the media files: who may read, and who may bring. It never touches the bytes.

import { within } from "./clock.js";
import { ApiError } from "./http.js";
import { isName } from "./medianame.js";
import { joinHeader, piecePatience, refuse } from "./mediarange.js";
import { partSize } from "./mediastore.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {DurableObjectStub<import("./media.js").Media>} Stub */

/** readers are the headers of a reader that count. */
const readers = ["Range", "If-Range", "If-None-Match"];

/** media returns the object that has the files. @param {Env} env */
export function media(env) {
  return env.MEDIA.get(env.MEDIA.idFromName("main"));
}

/**
 * usage returns what is held and used of the files, and null where that cannot be told: the caller gets the rest all the same.
 *
 * @param {Env} env
 */
export async function usage(env) {
  try {
    return await media(env).usage();
  } catch (err) {
    console.error("worker: the files cannot be counted", err instanceof Error ? err.message : typeof err);
    return null;
  }
}

/**
 * serveFile answers who reads a file: nobody has to say who he is, and nobody learns which files there are.
 *
 * @param {Request} request
 * @param {Env} env
 * @param {ExecutionContext} ctx
 * @returns {Promise<Response>}
 */
export async function serveFile(request, env, ctx) {
  const name = new URL(request.url).pathname.slice("/media/".length);
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(405, new Headers({ Allow: "GET, HEAD" }));
  }
  if (!env.WORKER_KEY || !(await isName(name, env.WORKER_KEY))) {
    return refuse(404);
  }
  const stub = media(env);
  const headers = new Headers(readers.map((one) => [one, request.headers.get(one) ?? ""]).filter(([, value]) => value !== ""));
  const answer = await stub.fetch(`https://media/media/${name}`, { method: request.method, headers });
  const join = answer.headers.get(joinHeader);
  if (join === null) {
    return answer;
  }
  const told = new Headers(answer.headers);
  told.delete(joinHeader);
  if (request.method === "HEAD") {
    return new Response(null, { status: answer.status, headers: told });
  }
  const [from = 0, to = 0, step = 1] = join.split(" ").map(Number);
  const { readable, writable } = new FixedLengthStream(to - from + 1);
  ctx.waitUntil(pieces(stub, name, { from, to, step }, writable));
  return new Response(readable, { status: answer.status, headers: told });
}

/**
 * pieces has bytes go through one piece at a time, each of which is a request of its own to the object.
 *
 * @param {Stub} stub
 * @param {string} name
 * @param {{from: number, to: number, step: number}} of
 * @param {WritableStream<Uint8Array>} writable
 */
async function pieces(stub, name, { from, to, step }, writable) {
  try {
    for (let at = from; at <= to; at += step) {
      const piece = await stub.fetch(`https://media/part/${name}?from=${at}&to=${Math.min(at + step - 1, to)}`);
      const { body } = piece;
      if (piece.status !== 200 || !body) {
        throw new Error("the file is gone");
      }
      await within(piecePatience, (signal) => body.pipeTo(writable, { preventClose: true, signal }));
    }
    await writable.close();
  } catch (err) {
    await writable.abort(err).catch(() => undefined);
  }
}

/**
 * bring passes a call of Crier on about a file.
 *
 * @param {Request} request
 * @param {Env} env
 * @returns {Promise<Response>}
 */
export async function bring(request, env) {
  const [, , , name, what] = new URL(request.url).pathname.split("/");
  if (!(await isName(name ?? "", env.WORKER_KEY ?? ""))) {
    throw new ApiError(400, "INVALID_PARAM", "the name was not made with the key of this worker");
  }
  const length = Number(request.headers.get("Content-Length") ?? NaN);
  if (what === "parts" && !(length > 0 && length <= partSize)) {
    throw new ApiError(413, "BODY_TOO_LARGE", `a part has at most ${partSize} bytes, and says how many`);
  }
  return media(env).fetch(request);
}
