import { expect, test } from "bun:test";
import fc from "fast-check";
import { offerFor, replacementFor } from "./fees.ts";
import { holesIn, nextChainNonce } from "./nonces.ts";

const price = fc.bigInt({ min: 0n, max: 10n ** 13n });

test("a replacement raises both prices by an eighth, or there is none; the ceiling holds whatever a node says", () => {
  fc.assert(
    fc.property(price, price, price, price, price, (base, tip, laterBase, laterTip, ceiling) => {
      const former = offerFor(base, tip, ceiling);
      expect(former.maxFeePerGas <= ceiling).toBe(true);
      expect(former.maxPriorityFeePerGas <= former.maxFeePerGas).toBe(true);
      const next = replacementFor(former, offerFor(laterBase, laterTip, ceiling), ceiling);
      if (next === null) {
        expect(former.maxFeePerGas * 9n > (ceiling - 1n) * 8n).toBe(true);
        return;
      }
      expect(next.maxFeePerGas <= ceiling && next.maxPriorityFeePerGas <= next.maxFeePerGas).toBe(true);
      expect(next.maxFeePerGas * 8n >= former.maxFeePerGas * 9n).toBe(true);
      expect(next.maxPriorityFeePerGas * 8n >= former.maxPriorityFeePerGas * 9n).toBe(true);
      expect(next.maxFeePerGas > former.maxFeePerGas).toBe(true);
    }),
  );
});

test("the next nonce is above all assigned ones, and an unused nonce is a hole", () => {
  const numbers = (mined: number, lastNoted: number, held: number[]) => ({ mined, lastNoted, held: new Set(held) });
  expect(nextChainNonce(numbers(0, -1, []))).toBe(0);
  // Another program has used some nonces.
  expect(nextChainNonce(numbers(7, 3, []))).toBe(7);
  expect(nextChainNonce(numbers(3, 5, [3, 4, 5]))).toBe(6);
  expect(nextChainNonce(numbers(3, 5, [4, 8]))).toBe(9);
  expect(holesIn(numbers(3, 5, [3, 4, 5]), 9)).toEqual([]);
  expect(holesIn(numbers(3, 5, [4, 8]), 9)).toEqual([3, 5, 6, 7]);
  expect(holesIn(numbers(3, 5, [4, 8]), 2)).toEqual([3, 5]);
  expect(holesIn(numbers(9, 5, [4, 8]), 2)).toEqual([]);
});
