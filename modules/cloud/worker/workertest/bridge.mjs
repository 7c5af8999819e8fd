// Runs workers for Go tests. It reads lines of JSON from the standard input and answers each with one on the standard output:
//
//     {"id": 1, "op": "run", "name": n, "options": Miniflare's}   {"id": 1, "url": where it answers}, in the place of what ran under the name
//     {"id": 2, "op": "end", "name": n}                           {"id": 2}, when its process is gone
//
// or with {"id", "error"}. The end of the input is its own end, and that of all it has started.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

/** To import it would have Node read it through for what it exports, which takes as long as to load it. */
const { Miniflare } = createRequire(import.meta.url)("miniflare");

/** @type {Map<string, InstanceType<typeof Miniflare>>} */
const running = new Map();
/** @type {Map<string, Promise<unknown>>} what is last in the line of each name */
const lines = new Map();

async function end(name) {
  const worker = running.get(name);
  running.delete(name);
  await worker?.dispose();
}

async function run(name, options) {
  await end(name);
  for (const namespace of Object.values(options.kvNamespaces)) {
    namespace.remoteProxyConnectionString = new URL(namespace.remoteProxyConnectionString);
  }
  const said = [];
  const worker = new Miniflare({ ...options, handleRuntimeStdio: (out, err) => [out, err].forEach((s) => listen(s, name, said)) });
  running.set(name, worker);
  try {
    return { url: (await worker.ready).href };
  } catch (err) {
    running.delete(name);
    await worker.dispose().catch(() => undefined);
    throw new Error(`${err.message}: ${said.join(" ")}`);
  }
}

/** listen passes on what the worker logs, and keeps what it says first: why it does not start. */
function listen(stream, name, said) {
  createInterface(stream).on("line", (line) => {
    if (said.length < 20) {
      said.push(line);
    }
    console.error(`${name}: ${line.slice(0, 2000)}`);
  });
}

async function answer(ask) {
  try {
    const result = ask.op === "run" ? await run(ask.name, ask.options) : await end(ask.name);
    return { id: ask.id, ...result };
  } catch (err) {
    return { id: ask.id, error: String(err?.message ?? err) };
  }
}

createInterface(process.stdin)
  .on("line", (line) => {
    const ask = JSON.parse(line);
    const turn = (lines.get(ask.name) ?? Promise.resolve()).then(() => answer(ask)).then((a) => process.stdout.write(`${JSON.stringify(a)}\n`));
    lines.set(ask.name, turn);
  })
  .on("close", () => process.exit(0));

// Miniflare starts nothing that outlives it once it is told to go.
for (const signal of ["SIGINT", "SIGHUP"]) {
  process.on(signal, () => process.exit(0));
}
