// How every program reads its command line: help that says what the program is for, and one line for a mistake.

import { Command, InvalidArgumentError, Option } from "commander";

/** The exit code for a mistake in the command line; 1 is for a failure that the program found. */
const MISTAKEN = 2;

/** @param start the command that starts the program, such as `npm run sim --` */
export function program(start: string, about: string): Command {
  return withShortErrors(new Command(start))
    .description(about)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : MISTAKEN));
}

/** Prints `unknown option '--prot' (Did you mean --port?)` instead of several lines. */
export function withShortErrors(command: Command): Command {
  return command.configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) });
}

function oneLine(text: string): string {
  return text
    .trim()
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ");
}

/** The option `--seed`, for a program that draws different cases on every run. @param about what the seed decides */
export function freshSeed(about: string): Option {
  const option = new Option("--seed <number>", about).argParser(wholeNumber);
  return option.default(Date.now() % 1_000_000, "a different one each time");
}

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError("expected a whole number");
}

/** Parses a number of minutes or seconds; the option says which. */
export function duration(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("expected a number, such as 10 or 0.5");
}
