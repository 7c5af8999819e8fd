// The address at which a person is told of failures, with a ledger of what came there.

import { createServer } from "node:http";

export class Bell {
  /** @param {import("./kit.mjs").World} world */
  constructor(world) {
    this.world = world;
    this.got = [];
    /** status is what it answers with; 0 is no answer ever. */
    this.status = 200;
    this.server = createServer((req, res) => this.serve(req, res).catch(() => req.socket.destroy())); // The caller has died.
  }

  async listen() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${this.server.address().port}/topic-that-is-a-secret`;
    return this;
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }

  async serve(req, res) {
    let body = "";
    for await (const chunk of req) {
      body += chunk;
    }
    this.got.push({ method: req.method, path: req.url, headers: req.headers, body, at: this.world.now });
    if (this.status === 0) {
      return void this.world.hold(req, new Promise(() => undefined));
    }
    res.writeHead(this.status, { Location: "/elsewhere", "Content-Type": "text/plain" });
    res.end("x".repeat(1 << 20));
  }
}
