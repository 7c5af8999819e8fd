// What a reader of a media file asks for, and what stands before the bytes of the answer.

import { minute } from "./env.js";

/** @typedef {import("./mediastore.js").File} File */

/** longest is how many bytes the object sends in one go: an invocation of the free plan has 10 ms of the processor. */
export const longest = 4 * 2 ** 20;
/** mostPieces bounds the calls for one file: the free plan may allow 50 in an invocation. */
const mostPieces = 40;
/** joinHeader tells the entrance which bytes it is to ask for, and how many at a time. No reader gets it. */
export const joinHeader = "Crier-Join";
/** piecePatience is for how long a reader may take over a piece. */
export const piecePatience = 10 * minute;
const kept = { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" };

/** stepOf returns how many bytes are asked for at a time. @param {number} length */
export function stepOf(length) {
  return longest * Math.ceil(length / (longest * mostPieces));
}

/** @param {File} file */
export function headersOf(file) {
  return new Headers({ ...kept, "Content-Type": file.type, "Accept-Ranges": "bytes", ETag: `"${file.name}"` });
}

/**
 * refuse answers who gets no file.
 *
 * @param {number} status
 * @param {Headers} [headers]
 */
export function refuse(status, headers = new Headers()) {
  for (const [name, value] of Object.entries({ ...kept, "Content-Type": "text/plain; charset=utf-8" })) {
    headers.set(name, value);
  }
  return new Response(status === 404 ? "there is no such file\n" : "this cannot be answered\n", { status, headers });
}

/** conditionOf says whether the reader has the file already. @param {Request} request @param {Headers} headers */
export function conditionOf(request, headers) {
  const known = request.headers.get("If-None-Match") ?? "";
  return known.trim() === "*" || known.split(",").some((one) => one.trim().replace(/^W\//, "") === headers.get("ETag"));
}

/**
 * rangeOf reads which bytes are wanted: all of them where there is no range, or several, or one that nobody understands. It is null for a
 * range outside of the file.
 *
 * @param {Request} request
 * @param {number} size
 * @param {Headers} headers
 * @returns {{from: number, to: number, isPart: boolean} | null}
 */
export function rangeOf(request, size, headers) {
  const all = { from: 0, to: size - 1, isPart: false };
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get("Range")?.replaceAll(" ", "") ?? "") ?? [];
  const condition = request.headers.get("If-Range");
  if (from === undefined || (from === "" && to === "") || (condition !== null && condition !== headers.get("ETag"))) {
    return all;
  }
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? null : { from: size - last, to: size - 1, isPart: true };
  }
  if (to !== "" && Number(to) < Number(from)) {
    return all;
  }
  return Number(from) >= size ? null : { from: Number(from), to: to === "" ? size - 1 : Math.min(Number(to), size - 1), isPart: true };
}
