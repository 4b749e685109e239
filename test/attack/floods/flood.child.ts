// One flood in a process of its own, so that it slows down neither the honest traders nor the measurement. Arguments:
// the venue's address, the flood's name and, if the flood goes elsewhere, that address. Prints `ready` when everything
// is prepared, begins with the first input line, ends with the next, and prints its counts.

import { createInterface } from "node:readline";
import { Identity } from "../attacker.ts";
import { targetOf } from "../target.ts";
import type { FloodGround } from "./flood.ts";
import { floods } from "./floods.ts";

const [url = "", name = "", flooded = url] = process.argv.slice(2);
const flood = floods[name];
if (flood === undefined) throw new Error(`there is no flood ${name}`);
const target = targetOf(url);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const counts: Record<string, number> = {};
const end = new AbortController();
const identities: Identity[] = [];
for (let i = 0; i < flood.identities; i++) identities.push(await Identity.open(target));
const ground: FloodGround = {
  ...{ target, identities, signal: end.signal },
  count(name, by = 1) {
    counts[name] = (counts[name] ?? 0) + by;
  },
};

await flood.prepare?.(ground);
const flooding = { ...ground, target: targetOf(flooded) };
console.log("ready");
await lines.next();
const ended = flood.run(flooding);
await lines.next();
end.abort();
await ended;
console.log(JSON.stringify(counts));
process.exit(0);
