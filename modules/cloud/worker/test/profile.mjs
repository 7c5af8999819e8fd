// The CPU that the worker itself takes, as V8's profiler in the runtime sees it: the process has another worker besides.

import { WebSocket } from "ws";

const interval = 200; // microseconds between two samples
/** waits are what the profiler calls a sample in which the worker does nothing. */
const waits = new Set(["(idle)", "(program)", "(root)"]);

/**
 * profile profiles the worker from now on. What it returns ends that, and returns for how many milliseconds the worker was at work,
 * with the collection of garbage, and how long the longest stretch without a pause was.
 */
export async function profile(inspector) {
  const socket = new WebSocket(`${inspector.replace("http", "ws")}worker`, { maxPayload: 1 << 30 });
  await new Promise((done, failed) => socket.once("open", done).once("error", failed));
  let asked = 0;
  const ask = (method, params = {}) =>
    new Promise((done, failed) => {
      const id = ++asked;
      const heard = (text) => {
        const message = JSON.parse(text);
        if (message.id === id) {
          socket.off("message", heard);
          message.error ? failed(new Error(message.error.message)) : done(message.result);
        }
      };
      socket.on("message", heard).once("close", () => failed(new Error("the inspector has gone")));
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval });
  await ask("Profiler.start");
  return async () => {
    const { profile: got } = await ask("Profiler.stop");
    socket.close();
    const isWait = new Set(got.nodes.filter((node) => waits.has(node.callFrame.functionName)).map((node) => node.id));
    let [worked, stretch, longest] = [0, 0, 0];
    got.samples.forEach((id, i) => {
      if (isWait.has(id)) {
        stretch = 0;
        return;
      }
      // A sample stands for the time up to the next one, if the worker was at work for that long.
      const took = Math.min(got.timeDeltas[i + 1] ?? interval, 5 * interval) / 1000;
      worked += took;
      stretch += took;
      longest = Math.max(longest, stretch);
    });
    return { worked, longest, samples: got.samples.length };
  };
}
