// `npm run chain-hunt`: generates lives of a venue and its chain. Prints one line for each. If one fails, it is shown
// with its seed, and the program exits with code 1.

import { duration, freshSeed, program, wholeNumber } from "@evermark/cli/command-line/command-line.ts";
import { seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { expectOneTruth } from "../witness/proven-directory.ts";
import { live } from "./lives.ts";
import { MoneyWorld } from "./money-world.ts";

interface Options {
  readonly seed: number;
  readonly count?: number;
  readonly minutes?: number;
  readonly verbose?: true;
}

const about = "Runs a venue with its chain, kills both and makes them forget, and looks for missing money.";
const { seed, count, minutes, verbose } = program("npm run chain-hunt --", about)
  .addOption(freshSeed("seed of the first run"))
  .option("--count <number>", "number of runs (default: 5; with --minutes as many as fit)", wholeNumber)
  .option("--minutes <number>", "start no further run after this many minutes", duration)
  .option("--verbose", "show what happened in each run")
  .parse()
  .opts<Options>();
const left = count ?? (minutes === undefined ? 5 : Number.MAX_SAFE_INTEGER);
const until = minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;

// The venue ends with this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
let [lives, failed] = [0, 0];
for (; lives < left && performance.now() < until; lives++) if (!(await passes(seed + lives))) failed++;
console.log(`${lives} runs from seed ${seed}, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Whether nothing was lost, doubled or made up in the life with this seed. */
async function passes(lifeSeed: number): Promise<boolean> {
  using temporary = temporaryDirectory();
  const startedAt = performance.now();
  const happened: string[] = [];
  const world = await MoneyWorld.begin(temporary.path);
  try {
    await live(world, seededRandom(lifeSeed), (event) => happened.push(event));
    const { deposits, payouts } = await world.truth();
    const { code, signal } = await world.process.terminate();
    if (code !== 0) throw new Error(`after SIGTERM it exited with ${signal ?? code}`);
    expectOneTruth(temporary.path);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `seed ${lifeSeed}: ${deposits.length} deposits, ${payouts.length} payouts, ${seconds} s; ${tally(happened)}`,
    );
    if (verbose) console.log(`  ${happened.join(", ")}`);
    return true;
  } catch (error) {
    console.log(`FAILED seed ${lifeSeed}: ${happened.join(", ")}\n${error instanceof Error ? error.stack : error}`);
    console.log(`again: npm run chain-hunt -- --seed ${lifeSeed} --count 1`);
    return false;
  } finally {
    await world.end();
  }
}

/** How often each thing happened. */
function tally(happened: readonly string[]): string {
  const names = [...new Set(happened)].toSorted();
  return names.map((name) => `${name} ${happened.filter((each) => each === name).length}`).join(", ");
}
