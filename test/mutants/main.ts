// `npm run mutate`: makes small changes to the engine, one at a time, and shows which of them no test detects. Exits
// with code 1 if one survived without an explanation, or if a test fails without any change.

import { join } from "node:path";
import { choose } from "./choice.ts";
import { explanationOf, outdated } from "./explained.ts";
import { explanations } from "./explanations/explanations.ts";
import type { Mutant } from "./mutant.ts";
import { described, report, reportData, sortOut } from "./mutant-report.ts";
import { runMutants } from "./mutation-run.ts";
import { mutateProgram, type Options, ROOM, TESTED_BY } from "./options.ts";
import { mutantsOf } from "./sites.ts";
import { filesOf } from "./working-copy.ts";

const repository = join(import.meta.dir, "../..");

const command = mutateProgram().parse();
const options = command.opts<Options>();
const { seed, count } = options;

const files = filesOf(repository);
const sources = files.filter(
  (file) => file.startsWith(`${ROOM}/`) && /\.ts$/.test(file) && !isTest(file) && !isDeclared(file),
);
const testFiles = files.filter((file) => TESTED_BY.test(file));
const all = (
  await Promise.all(sources.map(async (file) => mutantsOf(file, await Bun.file(join(repository, file)).text())))
).flat();
const wanted = all.filter(
  (mutant) => options.operator.includes(mutant.operator) && options.file.some((name) => isIn(mutant, name)),
);
if (wanted.length === 0) command.error(`--file ${options.file.join(" ")}: no mutant is possible there`);
const chosen = choose(wanted, seed, count);

for (const { file, operator = "every change", line = "every line" } of outdated(all, explanations)) {
  console.log(`explained, but there is no longer such a mutant: ${file}  ${operator}  ${line}`);
}
if (options.list) {
  for (const mutant of chosen) console.log(described(mutant));
  console.log(`${chosen.length} of ${wanted.length} mutants`);
} else {
  process.exitCode = await tryChosen();
}

async function tryChosen(): Promise<number> {
  const started = performance.now();
  const print = (text: string) => console.error(text);
  const workers = Math.max(1, options.workers);
  const isExplained = (mutant: Mutant) => explanationOf(mutant, explanations) !== undefined;
  const run = { repository, files, testFiles, mutants: chosen, isExplained, workers, print };
  const { outcomes, leftOut } = await runMutants(run);
  const minutes = (performance.now() - started) / 60_000;
  for (const file of leftOut) console.log(`left out because it fails without any mutant: ${file}`);
  console.log(report(outcomes, explanations, minutes));
  if (options.json !== undefined) {
    const data = { seed, count, minutes, leftOut, mutants: reportData(outcomes, explanations) };
    await Bun.write(options.json, `${JSON.stringify(data, null, 2)}\n`);
  }
  return sortOut(outcomes, explanations).unexplained.length === 0 && leftOut.length === 0 ? 0 : 1;
}

/**
 * Declarations of records, and the files generated from them. A test of another room checks that the generated classes
 * match the declarations.
 */
function isDeclared(file: string): boolean {
  return /\.(record|generated)\.ts$|\/records?\.ts$/.test(file);
}

function isTest(file: string): boolean {
  return file.endsWith(".test.ts") || /\/(testing|generators)\//.test(file);
}

/** Whether a mutant is in a file, on a line of a file such as `engine/run/engine-clock.ts:12`, or in a folder. */
function isIn({ file, line }: { file: string; line: number }, name: string): boolean {
  return name === file || name === `${file}:${line}` || file.startsWith(name.endsWith("/") ? name : `${name}/`);
}
