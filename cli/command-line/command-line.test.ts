import { expect, test } from "bun:test";
import type { Command } from "commander";
import { duration, freshSeed, program, wholeNumber } from "./command-line.ts";

function read(...args: readonly string[]): Command {
  return program("npm run this --", "Does this.")
    .addOption(freshSeed("of this"))
    .option("--count <number>", "how many", wholeNumber)
    .option("--minutes <number>", "how long", duration)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .parse(args, { from: "user" });
}

test("numbers are read as numbers", () => {
  expect(read("--seed", "5", "--count", "0", "--minutes", "0.5").opts<object>()).toEqual({
    seed: 5,
    count: 0,
    minutes: 0.5,
  });
  expect(Number.isSafeInteger(read().opts<{ seed: number }>().seed)).toBe(true);
});

test.each([
  ["--seed", ""],
  ["--seed", "five"],
  ["--seed", "-5"],
  ["--seed", "1.5"],
  ["--seed", "1e3"],
  ["--seed", "9007199254740992"],
  ["--minutes", ""],
  ["--minutes", "-1"],
  ["--minutes", "Infinity"],
  ["--minutes", "1,5"],
])("%s %s is a mistake", (option, value) => {
  expect(() => read(option, value)).toThrow(`option '${option} <number>' argument '${value}' is invalid. expected a `);
});
