// Draws lives of a venue and its chain until the time is over: `npm run chain-hunt -- [--seed N] [--count N] [--minutes M]
// [--verbose]`. One line for each; one that fails is told with its seed, and then the program ends with 1.

import { parseArgs } from "node:util";
import { seededRandom } from "@evermark/journal/testing/random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { expectOneTruth } from "../witness/stopped-venue.ts";
import { live } from "./lives.ts";
import { MoneyWorld } from "./money-world.ts";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    minutes: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
const seed = options.seed === undefined ? Date.now() % 1_000_000 : number("seed", options.seed);
const minutes = options.minutes === undefined ? undefined : number("minutes", options.minutes);
const count = options.count === undefined ? undefined : number("count", options.count);
const left = count ?? (minutes === undefined ? 5 : Number.MAX_SAFE_INTEGER);
const until = minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;

// Its venue ends with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
let [lives, failed] = [0, 0];
for (; lives < left && performance.now() < until; lives++) if (!(await isKept(seed + lives))) failed++;
console.log(`${lives} lives from seed ${seed}, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Whether nothing was lost, doubled or made up in the life of this seed. */
async function isKept(lifeSeed: number): Promise<boolean> {
  using temporary = temporaryDirectory();
  const startedAt = performance.now();
  const happened: string[] = [];
  const world = await MoneyWorld.begin(temporary.path);
  try {
    await live(world, seededRandom(lifeSeed), (what) => happened.push(what));
    const { deposits, payouts } = await world.truth();
    const { code, signal } = await world.process.terminate();
    if (code !== 0) throw new Error(`asked to end, it ended with ${signal ?? code}`);
    expectOneTruth(temporary.path);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `seed ${lifeSeed}: ${deposits.length} deposits, ${payouts.length} payouts, ${seconds} s; ${tally(happened)}`,
    );
    if (options.verbose) console.log(`  ${happened.join(", ")}`);
    return true;
  } catch (error) {
    console.log(`FAILED seed ${lifeSeed}: ${happened.join(", ")}\n${error instanceof Error ? error.stack : error}`);
    console.log(`again: npm run chain-hunt -- --seed ${lifeSeed} --count 1`);
    return false;
  } finally {
    await world.end();
  }
}

/** What happened how often. */
function tally(happened: readonly string[]): string {
  const names = [...new Set(happened)].toSorted();
  return names.map((name) => `${name} ${happened.filter((each) => each === name).length}`).join(", ");
}

/** Whole, except for minutes. */
function number(name: string, text: string): number {
  const value = Number(text);
  const isMinutes = name === "minutes";
  if (text !== "" && value >= 0 && (isMinutes ? Number.isFinite(value) : Number.isSafeInteger(value))) return value;
  console.error(`--${name} ${text}: expected a ${isMinutes ? "" : "whole "}number, 0 or more`);
  process.exit(2);
}
