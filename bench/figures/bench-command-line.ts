// Parses the command line: which benchmarks to run, and with which load. A mistake is answered with one line.

import { program } from "@evermark/cli/command-line/command-line.ts";
import type { Command } from "commander";
import { LOAD_OPTIONS, type Load, type LoadOption, loadFor, loadText, readLoadOption } from "./load-options.ts";
import type { Benchmark } from "./measure.ts";

export interface BenchOptions extends Partial<Record<LoadOption, string>> {
  readonly quick?: true;
  readonly list?: true;
  /** The file that the rows are written to. */
  readonly json?: string;
}

const LOAD_NAMES = Object.keys(LOAD_OPTIONS) as LoadOption[];

const ABOUT = `Runs the named benchmarks, or all that are not marked "on request", and prints a table. Each figure is the median of \
several measurements that alternate with those of what it is compared with, in the same run; compare ratios, not figures \
of different machines.`;

/** @param benchmarks the ones that the help lists */
export function benchProgram(benchmarks: readonly Benchmark[]): Command {
  const command = program("npm run bench --", ABOUT)
    .argument("[names...]", "names of the benchmarks to run")
    .option("--json <file>", "also write rows of name, value, unit, against, againstValue, ratio, samples, machine")
    .option("--quick", "small sizes and single runs: shows that everything works, not how fast it is")
    .option("--list", "list the benchmarks")
    .optionsGroup("The load, for the benchmarks that list it:");
  for (const name of LOAD_NAMES) command.option(`--${name} <${LOAD_OPTIONS[name][0]}>`, LOAD_OPTIONS[name][1]);
  return command.addHelpText("after", `\nBenchmarks:\n${listText(benchmarks)}`);
}

/** The text of the list: for each benchmark a line with its name and what it measures, and its load below. */
export function listText(benchmarks: readonly Benchmark[]): string {
  const width = Math.max(...benchmarks.map(({ name }) => name.length)) + 2;
  return benchmarks
    .flatMap((benchmark) => {
      const { name, about, load, onRequest } = benchmark;
      const line = `  ${name.padEnd(width)}${about}${onRequest ? " (on request)" : ""}`;
      const text = loadText(loadFor(benchmark, {}, false) as Load, load);
      return text === "" ? [line] : [line, `  ${" ".repeat(width)}  ${text}`];
    })
    .join("\n");
}

export interface Run {
  readonly benchmark: Benchmark;
  readonly load: Load;
}

/** The benchmarks that a parsed command line selects, each with its load. A mistake ends the program. */
export function runsOf(command: Command, benchmarks: readonly Benchmark[]): readonly Run[] {
  const { quick = false, ...options } = command.opts<BenchOptions>();
  const names = command.args;
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(", ");
    command.error(`no benchmark is called ${unknown.join(", ")}; there are ${known}`);
  }
  const asked: Partial<Load> = {};
  for (const name of LOAD_NAMES) {
    const text = options[name];
    if (text !== undefined) Object.assign(asked, orMistake(readLoadOption(name, text), command));
  }
  const chosen = benchmarks.filter(({ name, onRequest }) => (names.length > 0 ? names.includes(name) : !onRequest));
  for (const option of Object.keys(asked) as LoadOption[]) {
    if (chosen.some(({ load }) => load !== undefined && option in load)) continue;
    command.error(`--${option} has no effect on ${chosen.map(({ name }) => name).join(", ")}`);
  }
  return chosen.map((benchmark) => ({ benchmark, load: orMistake(loadFor(benchmark, asked, quick), command) }));
}

function orMistake<Read>(read: Read | string, command: Command): Read {
  return typeof read === "string" ? command.error(read) : read;
}
