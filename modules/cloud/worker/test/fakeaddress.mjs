// A fake of the address at which a person is told of failures, with a record of what came there.

import { TestServer } from "./server.mjs";

export class FakeAddress extends TestServer {
  constructor(world) {
    super(world);
    this.got = [];
    /** status is what it answers with; 0 is no answer ever. */
    this.status = 200;
  }

  get url() {
    return `${this.base}/topic-that-is-a-secret`;
  }

  async answer(req, res, body) {
    this.got.push({ method: req.method, path: req.url, headers: req.headers, body, at: this.world.now });
    if (this.status === 0) {
      return void this.world.hold(req, new Promise(() => undefined));
    }
    res.writeHead(this.status, { Location: "/elsewhere", "Content-Type": "text/plain" });
    res.end("x".repeat(1 << 20));
  }
}
