// Whatever callers do with a vault, in whatever order and at whatever time, it does what the model of one does.
// `bun contracts/hunt.ts` tries it for as long as one likes.

import { afterAll, beforeAll, test } from "bun:test";
import fc from "fast-check";
import { anyStep, holdAgainstModel, type SequenceWorld, sequenceWorld } from "./testing/vault-sequence.ts";

let place: SequenceWorld;

beforeAll(async () => {
  place = await sequenceWorld();
});
afterAll(() => place.w.chain.stop());

test("a vault does what its model does: paid out at most what came in, a nonce once, to its signer, within the caps", async () => {
  const steps = fc.array(anyStep, { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, (each) => holdAgainstModel(place, each)),
    { numRuns: 8 },
  );
});
