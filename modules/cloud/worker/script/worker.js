// The entrance: who may come in, how much may be brought, and to whom it goes.

import { ApiError, isAuthorised, readObject, refusal, respond } from "./http.js";
import { bring, serveFile, usage } from "./mediadoor.js";
import { leadBack } from "./oauth.js";

export { Media } from "./media.js";
export { Scheduler } from "./scheduler.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./api.js").ApiCall} ApiCall */

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const mostPerPage = 200;

/** @type {ExportedHandler<Env>} */
export default {
  async fetch(request, env, ctx) {
    try {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/media/")) {
        return await serveFile(request, env, ctx);
      }
      if (pathname === "/oauth") {
        return leadBack(request);
      }
      await admit(request, env);
      if (pathname.startsWith("/v1/media/")) {
        return await bring(request, env);
      }
      const call = await callOf(request, env);
      return respond(await scheduler(env).request({ ...call, copy: request.headers.get("Crier-Copy") ?? undefined }));
    } catch (err) {
      return respond(refusal(err));
    }
  },

  async scheduled(controller, env) {
    await scheduler(env).tick(controller.scheduledTime);
  },
};

/** @param {Env} env */
function scheduler(env) {
  return env.SCHED.get(env.SCHED.idFromName("main"));
}

/**
 * @param {Request} request
 * @param {Env} env
 */
async function admit(request, env) {
  if (!env.WORKER_KEY) {
    throw new ApiError(503, "NOT_CONFIGURED", "the worker has no key");
  }
  if (!(await isAuthorised(request, env.WORKER_KEY))) {
    throw new ApiError(401, "UNAUTHORIZED", "the worker key is missing or wrong");
  }
}

/**
 * callOf reads what a request asks for.
 *
 * @param {Request} request
 * @param {Env} env
 * @returns {Promise<ApiCall>}
 */
async function callOf(request, env) {
  const { pathname, searchParams } = new URL(request.url);
  const [, version, kind, id, ...rest] = pathname.split("/");
  if (version === "v1" && rest.length === 0) {
    switch (`${request.method} ${kind}${id === undefined ? "" : kind === "jobs" ? "/id" : `/${id}`}`) {
      case "GET diagnostics":
        return { op: "diagnostics", media: await usage(env) };
      case "GET jobs":
        return { op: "list", after: searchParams.get("after") ?? "", limit: limitOf(searchParams) };
      case "GET jobs/id":
        return { op: "get", id: idOf(id) };
      case "PUT jobs/id":
        return { op: "put", id: idOf(id), body: await readObject(request) };
      case "DELETE jobs/id":
        return { op: "delete", id: idOf(id), rev: revOf(searchParams) };
      case "GET results":
        return { op: "results", after: searchParams.get("after") ?? "0", limit: limitOf(searchParams) };
      case "POST results/acknowledge":
        return { op: "acknowledge", body: await readObject(request) };
      case "POST fence":
        return { op: "fence", body: await readObject(request) };
      case "POST hello":
        return { op: "hello", body: await readObject(request) };
      case "POST notify":
        return { op: "notify" };
    }
  }
  throw new ApiError(404, "NOT_FOUND", "there is no such operation");
}

/** @param {string} id */
function idOf(id) {
  if (!uuid.test(id)) {
    throw new ApiError(400, "INVALID_PARAM", "a job's id is a UUID in small letters");
  }
  return id;
}

/** @param {URLSearchParams} params */
function limitOf(params) {
  const limit = Number(params.get("limit") ?? mostPerPage);
  if (!Number.isInteger(limit) || limit < 1 || limit > mostPerPage) {
    throw new ApiError(400, "INVALID_PARAM", `limit must be a whole number from 1 to ${mostPerPage}`);
  }
  return limit;
}

/** @param {URLSearchParams} params */
function revOf(params) {
  const rev = Number(params.get("rev"));
  if (!Number.isSafeInteger(rev) || rev < 1) {
    throw new ApiError(400, "INVALID_PARAM", "rev must be a whole number from 1 on");
  }
  return rev;
}
