// Runs the benchmarks and prints what they found: `npm run bench -- [name ...] [--quick] [--json FILE]`. Machines differ,
// so what counts is the ratio of a figure to what it was held against in the same run.

import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { engineMix } from "./engine-mix.ts";
import { fanOut } from "./fan-out.ts";
import { journalAppend } from "./journal-append.ts";

import type { Benchmark, Figure } from "./measure.ts";
import { priceUpdate } from "./price-update.ts";
import { replay } from "./replay.ts";
import { restOrder } from "./rest-order.ts";
import { tableOf } from "./table.ts";

const BENCHMARKS: readonly Benchmark[] = [engineMix, priceUpdate, restOrder, fanOut, replay, journalAppend];

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, json: { type: "string" } },
});

const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  const known = BENCHMARKS.map(({ name, about }) => `  ${name.padEnd(16)}${about}`).join("\n");
  console.error(`no benchmark is called ${unknown.join(", ")}; there are\n${known}`);
  process.exit(2);
}

const machine = `${cpus()[0]?.model.trim() ?? "unknown CPU"}, ${cpus().length} cores, Bun ${Bun.version}`;
console.log(machine);
const figures: Figure[] = [];
for (const benchmark of BENCHMARKS) {
  if (names.length > 0 && !names.includes(benchmark.name)) continue;
  await benchmark.run({ quick: options.quick }, (figure) => {
    figures.push(figure);
    console.error(`  ${figure.name} ...`);
  });
}
console.log(tableOf(figures));
if (options.json !== undefined) await Bun.write(options.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
