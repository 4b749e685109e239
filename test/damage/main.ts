// Kills venues, damages what they leave on disk, and starts them again: `npm run damage -- [--seed N] [--count N]
// [--minutes M] [--case N] [--verbose]`. A venue either starts with everything that it acknowledged or refuses with a line
// that says where and what to do (test/damage/outcome.ts has the rule in full). Ends with 1 when one did neither; each such find is told at once, with its seed.

import { parseArgs } from "node:util";
import { hunt } from "./hunt.ts";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    minutes: { type: "string" },
    case: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

const seed = options.seed === undefined ? Date.now() % 1_000_000 : number("seed", options.seed);
const only = options.case === undefined ? undefined : number("case", options.case);
const minutes = options.minutes === undefined ? undefined : number("minutes", options.minutes);
const count = options.count === undefined ? undefined : number("count", options.count);
const started = performance.now();
const tally = await hunt({
  seed,
  only,
  count: count ?? (minutes === undefined ? 25 : Number.MAX_SAFE_INTEGER),
  until: minutes === undefined ? Number.MAX_SAFE_INTEGER : Date.now() + minutes * 60_000,
  say: (text) => console.log(text),
  talks: options.verbose || only !== undefined,
});
console.log(`seed ${seed}, ${Math.round((performance.now() - started) / 1_000)} s\n${tally.text()}`);
process.exit(tally.violations === 0 ? 0 : 1);

/** Whole, except for minutes. */
function number(name: string, text: string): number {
  const value = Number(text);
  if (text !== "" && value >= 0 && (name === "minutes" ? Number.isFinite(value) : Number.isSafeInteger(value)))
    return value;
  console.error(`--${name} ${text}: expected a ${name === "minutes" ? "" : "whole "}number, 0 or more`);
  process.exit(2);
}
