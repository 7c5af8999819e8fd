// How the tests ask the worker. The fetch of Node does the same and takes several times as long over it, which thousands of requests on
// the same machine would mostly be spent on.

import { Agent, request } from "node:http";

/** kept are the connections that are used again. */
const kept = new Agent({ keepAlive: true });

/**
 * ask makes a request and returns its whole answer. It is refused where the connection ends before that.
 *
 * @param {URL} url
 * @param {{method?: string, body?: string, headers?: import("node:http").OutgoingHttpHeaders, once?: boolean}} options once has the connection be used for nothing else
 * @returns {Promise<{status: number | undefined, text: string}>}
 */
export function ask(url, { method = "GET", body, headers = {}, once = false } = {}) {
  return new Promise((done, refused) => {
    const sent = body === undefined ? {} : { "Content-Type": "text/plain;charset=UTF-8", "Content-Length": Buffer.byteLength(body) };
    const req = request(url, { method, headers: { ...sent, ...headers }, agent: once ? false : kept }, (res) => {
      let text = "";
      res.setEncoding("utf8");
      res.on("data", (part) => (text += part));
      res.on("error", refused);
      res.on("end", () => done({ status: res.statusCode, text }));
    });
    req.on("error", refused);
    req.end(body);
  });
}
