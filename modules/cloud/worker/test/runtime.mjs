// The real runtime, workerd, in a process of its own.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { default: program } = createRequire(import.meta.url)("workerd");

/** shared returns a file that the tests in Go use, too. */
const shared = (name) => readFileSync(new URL(`../workertest/${name}`, import.meta.url), "utf8");

/**
 * guard is a shell script that starts the runtime, and ends it when the script's standard input ends. The runtime then dies at once,
 * whatever it is doing, and the guard ends after it.
 */
const guard = shared("guard.sh");

/** cron is a worker that has the worker's cron fire. */
const cron = shared("cron.js");

/** compatibilityDate is that of the scripts, as Go has it. */
const compatibilityDate = "2026-04-01";

/** classes are those of the worker's objects. */
const classes = ["Scheduler", "Media"];

/** Runtime runs a worker. What its object stores is in a folder, for as long as that is not removed. */
export class Runtime {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "crier-worker-"));
  }

  /**
   * start runs a worker of modules, the first of which is its main one, with texts for bindings, and a KV that is at an address. It returns
   * where the worker answers, where its cron is fired, and where an inspector is, if there is one.
   *
   * @param {{modules: {name: string, text: string}[], bindings: Record<string, string>, kv: string, isInspected?: boolean}} options
   */
  async start({ modules, bindings, kv, isInspected = false }) {
    const file = join(this.folder, "config.capnp");
    writeFileSync(file, config(modules, bindings, kv, this.folder));
    const args = ["serve", "--experimental", "--control-fd=3", ...(isInspected ? ["--inspector-addr=127.0.0.1:0"] : []), file];
    // The standard output is the test runner's.
    this.process = spawn("sh", ["-c", guard, "sh", program, ...args], { stdio: ["pipe", process.stderr, process.stderr, "pipe"] });
    this.ended = new Promise((done) => this.process.once("exit", done));
    const ports = {};
    const wanted = isInspected ? 3 : 2;
    const events = this.process.stdio[3];
    try {
      for await (const line of createInterface(events)) {
        const { event, socket, port } = JSON.parse(line);
        ports[socket ?? event] = port;
        if (Object.keys(ports).length === wanted) {
          const at = (name) => `http://127.0.0.1:${ports[name]}/`;
          return { worker: at("worker"), cron: at("cron"), inspector: at("listen-inspector") };
        }
      }
    } finally {
      events.destroy();
    }
    await this.end();
    throw new Error("the runtime does not start; it says why above");
  }

  /** end ends the runtime whatever it is doing. */
  async end() {
    this.process.stdin.end();
    await this.ended;
  }

  /** remove forgets what was stored. */
  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** q returns a text of the runtime's language, which does not know all escapes of JavaScript. */
const q = (text) => `"${text.replace(/[\\"\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`))}"`;

/** config describes the worker in the runtime's language. */
function config(modules, bindings, kv, folder) {
  const texts = Object.entries(bindings).map(([name, text]) => `(name = ${q(name)}, text = ${q(text)})`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      compatibilityDate = ${q(compatibilityDate)},
      modules = [${modules.map(({ name, text }) => `(name = ${q(name)}, esModule = ${q(text)})`).join(", ")}],
      durableObjectNamespaces = [${classes.map((name) => `(className = ${q(name)}, uniqueKey = ${q(name)}, enableSql = true)`).join(", ")}],
      durableObjectStorage = (localDisk = "disk"),
      bindings = [(name = "SCHED", durableObjectNamespace = "Scheduler"), (name = "MEDIA", durableObjectNamespace = "Media"), (name = "POSTS", kvNamespace = "kv"), ${texts.join(", ")}])),
    (name = "cron", worker = (
      compatibilityDate = ${q(compatibilityDate)}, compatibilityFlags = ["service_binding_extra_handlers"],
      modules = [(name = "cron.js", esModule = ${q(cron)})], bindings = [(name = "WORKER", service = "worker")])),
    (name = "kv", external = (address = ${q(kv)}, http = ())),
    (name = "disk", disk = (path = ${q(folder)}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [
    (name = "worker", address = "127.0.0.1:0", http = (), service = "worker"),
    (name = "cron", address = "127.0.0.1:0", http = (), service = "cron")]);
`;
}
