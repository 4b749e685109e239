// `npm run contracts:hunt -- [--minutes N] [--seed N]`: random sequences of calls against the vault's model, for as long as
// one likes. Ends with 1 at the first that differs, and says the seed and the shortest sequence that does.

import { parseArgs } from "node:util";
import fc from "fast-check";
import { anyStep, holdAgainstModel, sequenceWorld } from "./testing/vault-sequence.ts";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

const world = await sequenceWorld();
let calls = 0;
const result = await fc.check(
  fc.asyncProperty(fc.array(anyStep, { minLength: 50, maxLength: 300 }), async (steps) => {
    await holdAgainstModel(world, steps);
    calls += steps.length;
  }),
  {
    ...{ seed: Number(options.seed), numRuns: Number.MAX_SAFE_INTEGER },
    ...{ interruptAfterTimeLimit: Number(options.minutes) * 60_000, markInterruptAsFailure: false },
  },
);
await world.chain.stop();
console.log(`seed ${options.seed}: ${result.numRuns} sequences, ${calls} calls`);
if (result.failed) {
  console.error(fc.defaultReportMessage(result));
  process.exitCode = 1;
}
