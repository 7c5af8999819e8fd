// What the servers of the tests have in common: a port of this machine, and bodies that are read whole.

import { createServer } from "node:http";

export class TestServer {
  /** @param {{now: number, hold: (req: import("node:http").IncomingMessage, what: Promise<unknown>) => Promise<void>}} world */
  constructor(world) {
    this.world = world;
    this.server = createServer((req, res) => this.serve(req, res).catch(() => req.socket.destroy())); // The caller has died.
  }

  async listen() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.base = `http://127.0.0.1:${this.server.address().port}`;
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
    await this.answer(req, res, body);
  }
}
