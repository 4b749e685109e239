// `npm run contracts:hunt`: random sequences of calls against the vault's model, and thieves of one key or two against all who
// hold them rightly, in turn, for as long as one likes. Ends with 1 at the first sequence that differs from the model, or that
// leaves thieves with a gain, and says the seed and the shortest such sequence.

import { duration, freshSeed, program } from "@evermark/cli/command-line/command-line.ts";
import fc from "fast-check";
import { anyMoves, gainOf, heistWorld, type Key, LOOTS } from "./testing/thieves.ts";
import { anyStep, holdAgainstModel, sequenceWorld } from "./testing/vault-sequence.ts";

const options = program(
  "npm run contracts:hunt --",
  "Compares random calls of the vault with its model, and plays thieves of its keys.",
)
  .option("--minutes <number>", "how long to run", duration, 1)
  .addOption(freshSeed("seed of the sequences"))
  .parse()
  .opts<{ readonly minutes: number; readonly seed: number }>();

const half = {
  ...{ seed: options.seed, numRuns: Number.MAX_SAFE_INTEGER },
  ...{ interruptAfterTimeLimit: options.minutes * 30_000, markInterruptAsFailure: false },
};

const world = await sequenceWorld();
let calls = 0;
const sequences = await fc.check(
  fc.asyncProperty(fc.array(anyStep, { minLength: 50, maxLength: 300 }), async (steps) => {
    await holdAgainstModel(world, steps);
    calls += steps.length;
  }),
  half,
);
await world.w.chain.stop();
console.log(`seed ${options.seed}: ${sequences.numRuns} sequences, ${calls} calls`);

const place = await heistWorld();
const most = new Map<readonly Key[], bigint>();
const heists = await fc.check(
  fc.asyncProperty(fc.constantFrom(...LOOTS), anyMoves, async (loot, moves) => {
    const gain = await gainOf(place, loot, moves);
    most.set(loot, gain > (most.get(loot) ?? -1n << 64n) ? gain : most.get(loot)!);
    if (gain > 0n) throw new Error(`thieves of ${loot.join(" and ")} gained ${gain}`);
  }),
  half,
);
await place.w.chain.stop();
for (const [loot, gain] of most) console.log(`thieves of ${loot.join(" and ")}: gained ${gain} at most`);
console.log(`seed ${options.seed}: ${heists.numRuns} heists`);

for (const result of [sequences, heists]) {
  if (!result.failed) continue;
  console.error(fc.defaultReportMessage(result as never));
  process.exitCode = 1;
}
