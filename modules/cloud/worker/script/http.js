import { now } from "./clock.js";

/** ApiError is an error whose message a client may read. It travels from the object to the worker as a Reply, for errors lose their fields on the way. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {object} [more] further fields of the answer
   */
  constructor(status, code, message, more) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/** @typedef {{status: number, text: string}} Reply an answer with its JSON */

/**
 * reply calls make, and returns its result as an answer, or its error as a refusal.
 *
 * @param {() => object | Promise<object>} make
 * @returns {Promise<Reply>}
 */
export async function reply(make) {
  try {
    return { status: 200, text: JSON.stringify(await make()) };
  } catch (err) {
    return refusal(err);
  }
}

/**
 * refusal words an error. What is not meant for a client is in the log alone.
 *
 * @param {unknown} err
 * @returns {Reply}
 */
export function refusal(err) {
  if (!(err instanceof ApiError)) {
    console.error("worker: internal error", err instanceof Error ? err.name : typeof err);
    err = new ApiError(500, "INTERNAL_ERROR", "an internal error; the worker's log says more");
  }
  const told = /** @type {ApiError} */ (err);
  return { status: told.status, text: JSON.stringify({ error: told.message, code: told.code, status: told.status, ...told.more }) };
}

/** @param {Reply} r */
export function respond(r) {
  return new Response(r.text, {
    status: r.status,
    headers: { "Crier-Time": String(now()), "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  });
}

/** maxBody bounds a request; a post with ten items and its caption takes less than half of it. */
export const maxBody = 64 * 1024;

/**
 * readObject returns the JSON object in the body of a request.
 *
 * @param {Request} request
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readObject(request) {
  const text = await readText(request.body, maxBody);
  if (text === null) {
    throw new ApiError(413, "BODY_TOO_LARGE", `the body is longer than ${maxBody} bytes`);
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(400, "INVALID_BODY", "the body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ApiError(400, "INVALID_BODY", "the body is not a JSON object");
  }
  return value;
}

/**
 * readText returns a body as text, and null when it is longer than most bytes: it never holds more of it than that.
 *
 * @param {ReadableStream<Uint8Array> | null} body
 * @param {number} most
 */
export async function readText(body, most) {
  if (!body) {
    return "";
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    size += value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * isAuthorised compares the key of a request in constant time: digests are of one length, whatever was sent.
 *
 * @param {Request} request
 * @param {string} key
 */
export async function isAuthorised(request, key) {
  const header = request.headers.get("Authorization") ?? "";
  const sent = header.startsWith("Bearer ") ? header.slice("Bearer ".length) : "";
  const [a, b] = await Promise.all([digest(sent), digest(key)]);
  return crypto.subtle.timingSafeEqual(a, b) && sent !== "";
}

/** @param {string} text */
function digest(text) {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
