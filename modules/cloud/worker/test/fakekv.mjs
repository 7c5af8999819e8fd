// A fake of KV whose answers a test decides: it speaks what the runtime speaks with Cloudflare's own.

import { TestServer } from "./server.mjs";

/** What the real one refuses: shorter lives, also of what is cached, longer names and larger values. Sizes are in bytes. */
const limits = { seconds: 60, cached: 30, key: 512, metadata: 1024, value: 25 << 20 };

/** patience is for how many milliseconds the worker waits for an answer. */
const patience = 10_000;

/** isRefused says whether the real one would refuse a request. */
function isRefused(key, params, metadata, value) {
  const seconds = Number(params.get("expiration_ttl") ?? limits.seconds);
  const cached = Number(params.get("cache_ttl") ?? limits.cached);
  return !(seconds >= limits.seconds && cached >= limits.cached) || ["", ".", ".."].includes(key) || Buffer.byteLength(key) > limits.key ||
    Buffer.byteLength(metadata) > limits.metadata || Buffer.byteLength(value) > limits.value;
}

export class FakeKv extends TestServer {
  constructor(world) {
    super(world);
    this.values = new Map();
    /** metadata is what is told of the values, as JSON. */
    this.metadata = new Map();
    /** refused is the status with which everything is answered, 0 for none. */
    this.refused = 0;
    /** onGet and onPut, if set, are awaited before a value is read, or written. */
    this.onGet = undefined;
    this.onPut = undefined;
    this.reads = 0;
  }

  /** address is the machine's name and the port. */
  get address() {
    return new URL(this.base).host;
  }

  async answer(req, res, body) {
    const { pathname, searchParams } = new URL(req.url, this.base);
    const key = decodeURIComponent(pathname.slice(1));
    const metadata = req.headers["cf-kv-metadata"] ?? "";
    if (req.method === "GET") {
      this.reads++;
    }
    const hooked = { GET: this.onGet, PUT: this.onPut }[req.method]?.(key);
    if (hooked) {
      await this.world.hold(req, hooked, patience);
    }
    if (this.refused) {
      return res.writeHead(this.refused).end();
    }
    if (isRefused(key, searchParams, metadata, body)) {
      return res.writeHead(400).end();
    }
    switch (req.method) {
      case "GET":
        if (!this.values.has(key)) {
          return res.writeHead(404).end();
        }
        return res.writeHead(200, { "CF-KV-Metadata": this.metadata.get(key) ?? "" }).end(this.values.get(key));
      case "PUT":
        this.values.set(key, body);
        this.metadata.set(key, metadata);
        return res.end();
      case "DELETE":
        this.values.delete(key);
        this.metadata.delete(key);
        return res.end();
      default:
        return res.writeHead(405).end();
    }
  }
}
