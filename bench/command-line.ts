// What was asked for: which benchmarks, with which load. A mistake is answered with one line.

import { parseArgs } from "node:util";
import { LOAD_OPTIONS, type Load, type LoadOption, loadFor, loadText, readLoadOption } from "./load-options.ts";
import type { Benchmark } from "./measure.ts";

export type CommandLine =
  | { readonly type: "help" }
  | { readonly type: "list" }
  | { readonly type: "mistake"; readonly text: string }
  | {
      readonly type: "run";
      readonly runs: readonly { readonly benchmark: Benchmark; readonly load: Load }[];
      readonly quick: boolean;
      /** Where the rows go. */
      readonly json: string | undefined;
    };

const LOAD_NAMES = Object.keys(LOAD_OPTIONS) as LoadOption[];

export const HELP = `npm run bench -- [name ...] [options]

Runs the named benchmarks, or all that are not marked "on request", and prints a table. Each figure is the median of
several measurements that take turns with those of what it is held against, in the same run; compare ratios, not
figures of different machines.

  --json FILE           also writes rows of name, value, unit, against, againstValue, ratio, samples, machine
  --quick               small sizes and single runs: shows that everything works, not how fast it is
  --list                names the benchmarks
  --help                this text

The load, for the benchmarks that list it:

${LOAD_NAMES.map((name) => `  --${name} ${LOAD_OPTIONS[name]}`).join("\n")}`;

/** One line for each benchmark: its name, what it measures, and its load below. */
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

export function readCommandLine(args: readonly string[], benchmarks: readonly Benchmark[]): CommandLine {
  const parsed = parse(args);
  if (typeof parsed === "string") return mistake(parsed);
  const { values, positionals: names } = parsed;
  if (values.help) return { type: "help" };
  if (values.list) return { type: "list" };

  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(", ");
    return mistake(`no benchmark is called ${unknown.join(", ")}; there are ${known}`);
  }
  const asked: Partial<Load> = {};
  for (const name of LOAD_NAMES) {
    const text = values[name];
    if (text === undefined) continue;
    const read = readLoadOption(name, text);
    if (typeof read === "string") return mistake(read);
    Object.assign(asked, read);
  }
  const chosen = benchmarks.filter(({ name, onRequest }) => (names.length > 0 ? names.includes(name) : !onRequest));
  for (const option of Object.keys(asked) as LoadOption[]) {
    if (chosen.some(({ load }) => load !== undefined && option in load)) continue;
    return mistake(`--${option} does nothing for ${chosen.map(({ name }) => name).join(", ")}`);
  }
  const { quick, json } = values;
  const runs: { benchmark: Benchmark; load: Load }[] = [];
  for (const benchmark of chosen) {
    const load = loadFor(benchmark, asked, quick);
    if (typeof load === "string") return mistake(load);
    runs.push({ benchmark, load });
  }
  return { type: "run", runs, quick, json };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        help: { type: "boolean", default: false, short: "h" },
        json: { type: "string" },
        mix: { type: "string" },
        accounts: { type: "string" },
        markets: { type: "string" },
        connections: { type: "string" },
        seconds: { type: "string" },
        fills: { type: "string" },
      },
    });
  } catch (error) {
    // What follows its first sentence is advice about arguments that begin with a dash.
    const [line = ""] = String(error instanceof Error ? error.message : error).split(/\n|\. To specify/);
    return line;
  }
}

function mistake(text: string): CommandLine {
  return { type: "mistake", text };
}
