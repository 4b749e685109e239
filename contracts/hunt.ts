// `npm run contracts:hunt`: random sequences of calls against the vault's model, for as long as one likes. Ends with 1 at the
// first that differs, and says the seed and the shortest sequence that does.

import { duration, freshSeed, program } from "@evermark/cli/command-line/command-line.ts";
import fc from "fast-check";
import { anyStep, holdAgainstModel, sequenceWorld } from "./testing/vault-sequence.ts";

const options = program("npm run contracts:hunt --", "Random sequences of calls against the vault's model.")
  .option("--minutes <number>", "for how long", duration, 1)
  .addOption(freshSeed("of the sequences"))
  .parse()
  .opts<{ readonly minutes: number; readonly seed: number }>();

const world = await sequenceWorld();
let calls = 0;
const result = await fc.check(
  fc.asyncProperty(fc.array(anyStep, { minLength: 50, maxLength: 300 }), async (steps) => {
    await holdAgainstModel(world, steps);
    calls += steps.length;
  }),
  {
    ...{ seed: options.seed, numRuns: Number.MAX_SAFE_INTEGER },
    ...{ interruptAfterTimeLimit: options.minutes * 60_000, markInterruptAsFailure: false },
  },
);
await world.chain.stop();
console.log(`seed ${options.seed}: ${result.numRuns} sequences, ${calls} calls`);
if (result.failed) {
  console.error(fc.defaultReportMessage(result));
  process.exitCode = 1;
}
