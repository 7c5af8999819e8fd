// A KV whose answers a test decides: it speaks what the runtime speaks with Cloudflare's own.

import { TestServer } from "./server.mjs";

export class Shelf extends TestServer {
  constructor(world) {
    super(world);
    this.values = new Map();
    /** refused is the status with which everything is answered, 0 for none. */
    this.refused = 0;
    /** onGet, if set, is awaited before a value is read. */
    this.onGet = undefined;
    this.reads = 0;
    // A web socket is asked for as well, and done without.
    this.server.on("upgrade", (_, socket) => {
      socket.on("error", () => undefined);
      socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n");
    });
  }

  get url() {
    return new URL(`${this.base}/`);
  }

  async answer(req, res, body) {
    const key = decodeURIComponent(new URL(req.headers["mf-url"]).pathname.slice(1));
    if (req.method === "GET") {
      this.reads++;
      const hooked = this.onGet?.(key);
      if (hooked) {
        await this.world.hold(req, hooked);
      }
    }
    if (this.refused) {
      return res.writeHead(this.refused).end();
    }
    switch (req.method) {
      case "GET":
        return this.values.has(key) ? res.end(this.values.get(key)) : res.writeHead(404).end();
      case "PUT":
        this.values.set(key, body);
        return res.end();
      default:
        this.values.delete(key);
        return res.end();
    }
  }
}
