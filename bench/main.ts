// Runs the benchmarks of benchmarks.ts and prints the results: `npm run bench`. Machines differ, so what matters is the
// ratio of a figure to its baseline in the same run.

import type { Outcome, Task } from "./benchmark.child.ts";
import { benchmarks } from "./benchmarks.ts";
import { type BenchOptions, benchProgram, listText, type Run, runsOf } from "./figures/bench-command-line.ts";
import { rowsOf, tableOf } from "./figures/figure-table.ts";
import { loadText } from "./figures/load-options.ts";
import type { Figure } from "./figures/measure.ts";
import { startChild } from "./processes/child-process.ts";
import { describeMachine } from "./processes/measured-on.ts";

// Only the help lists every benchmark while the arguments are parsed.
const isHelp = process.argv.some((word) => word === "--help" || word === "-h");
const command = benchProgram(isHelp ? await benchmarks() : []).parse();
const { list, quick = false, json } = command.opts<BenchOptions>();
if (list) console.log(listText(await benchmarks()));
else process.exitCode = (await runAll(runsOf(command, await benchmarks(command.args)))) ? 0 : 1;

/** @returns whether every benchmark finished */
async function runAll(runs: readonly Run[]): Promise<boolean> {
  if (json !== undefined) await expectWritable(json);
  const machine = describeMachine();
  console.log(machine);
  const figures: Figure[] = [];
  const notes: string[] = [];
  let failures = 0;
  for (const { benchmark, load } of runs) {
    const startedAt = performance.now();
    const text = loadText(load, benchmark.load);
    const outcome = await runOne({ name: benchmark.name, settings: { quick, load } });
    const took = `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;
    const ending = outcome === undefined ? "FAILED" : "done";
    console.log([`${benchmark.name}: ${ending} after ${took}`, ...(text === "" ? [] : [text])].join("; "));
    if (outcome === undefined) failures++;
    figures.push(...(outcome?.figures ?? []));
    notes.push(...(outcome?.notes ?? []).map((note) => `${benchmark.name}: ${note}`));
  }
  console.log(`\n${tableOf(figures, !quick)}`);
  if (quick) notes.push("a quick run shows only that the benchmarks work; its figures mean nothing");
  if (notes.length > 0) console.log(`\n${notes.join("\n")}`);
  if (json !== undefined) await Bun.write(json, `${JSON.stringify(rowsOf(figures, machine), null, 2)}\n`);
  return failures === 0;
}

/** Checks now, rather than after minutes of measuring, that the rows can be written. */
async function expectWritable(file: string): Promise<void> {
  try {
    await Bun.write(file, "[]\n");
  } catch (error) {
    command.error(`--json ${file} can't be written: ${error instanceof Error ? error.message : error}`);
  }
}

async function runOne(task: Task): Promise<Outcome | undefined> {
  const child = startChild<Outcome>(import.meta.resolve("./benchmark.child.ts"));
  try {
    return await child.ask(task);
  } catch {
    // It has printed the reason to its own standard error.
    return undefined;
  } finally {
    await child.stop();
  }
}
