// The command line of `npm run mutate`.

import { program, wholeNumber } from "@evermark/cli/command-line/command-line.ts";
import { type Command, Option } from "commander";
import { operators } from "./operators.ts";

/** The room that is changed. */
export const ROOM = "engine";
/**
 * The tests that are expected to notice a change. They are those of the engine itself, those of the model and the
 * workload with which it is compared, and those of other rooms that check what only the engine decides: the recorded
 * histories, the results under each former behaviour, what it reads of former versions, and its declarations.
 */
export const TESTED_BY =
  /^(engine|model|test\/histories|test\/workload)\/.*\.test\.ts$|^test\/venue\/(recorded-worlds|versions|command-bounds)\.test\.ts$|^docs\/reference\.test\.ts$/;

export interface Options {
  readonly seed: number;
  readonly count: number;
  readonly file: readonly string[];
  readonly operator: readonly string[];
  readonly workers: number;
  readonly json?: string;
  readonly list?: true;
}

export function mutateProgram(): Command {
  const about = "Puts small mistakes into the engine, one at a time, and shows which of them its tests do not notice.";
  const sorts = Object.keys(operators);
  return program("npm run mutate --", about)
    .option("--seed <number>", "selects the mistakes to try", wholeNumber, 1)
    .option("--count <number>", "number of mistakes to try", wholeNumber, 100)
    .addOption(new Option("--file <paths...>", "files, lines of files (….ts:12) or folders").default([ROOM], ROOM))
    .addOption(new Option("--operator <sorts...>", "kinds of mistake").choices(sorts).default(sorts, "all"))
    .option("--workers <number>", "number of mistakes tried at the same time", wholeNumber, 1)
    .option("--json <file>", "also write each result to this file")
    .option("--list", "only list the chosen mistakes");
}
