// Holds lines of evidence, each with what package match makes of it, against the worker's rules. That package's tests start it.

import { createInterface } from "node:readline";
import { check } from "./evidence.mjs";

let lines = 0;
for await (const line of createInterface({ input: process.stdin })) {
  try {
    check(JSON.parse(line));
  } catch (err) {
    throw new Error(`not as package match has it: ${line}`, { cause: err });
  }
  lines++;
}
console.log(lines);
