// `npm run damage`: kills venues, damages what they leave on disk, and starts them again. A venue must either start
// with everything that it acknowledged, or refuse with a line that says where the problem is and what to do
// (start-outcome.ts has the complete rule). Exits with code 1 if a venue did neither. Each such violation is shown at
// once, with its seed.

import { duration, freshSeed, program, wholeNumber } from "@evermark/cli/command-line/command-line.ts";
import { hunt } from "./life-hunt.ts";

interface Options {
  readonly seed: number;
  readonly case?: number;
  readonly count?: number;
  readonly minutes?: number;
  readonly verbose?: true;
}

const options = program("npm run damage --", "Kills venues, damages their files on disk, and starts them again.")
  .addOption(freshSeed("seed of the first venue"))
  .option("--count <number>", "number of cases (default: 25; with --minutes as many as fit)", wholeNumber)
  .option("--minutes <number>", "start no further case after this many minutes", duration)
  .option("--case <number>", "only this case, of the venue of --seed", wholeNumber)
  .option("--verbose", "show every case")
  .parse()
  .opts<Options>();

const { seed, case: only, minutes, verbose } = options;
const started = performance.now();
const tally = await hunt({
  seed,
  only,
  count: options.count ?? (minutes === undefined ? 25 : Number.MAX_SAFE_INTEGER),
  until: minutes === undefined ? Number.MAX_SAFE_INTEGER : Date.now() + minutes * 60_000,
  print: (text) => console.log(text),
  talks: verbose === true || only !== undefined,
});
console.log(`seed ${seed}, ${Math.round((performance.now() - started) / 1_000)} s\n${tally.text()}`);
process.exit(tally.violations === 0 ? 0 : 1);
