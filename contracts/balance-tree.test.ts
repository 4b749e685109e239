// The tree of balances: each leaf has its proof, and what is no leaf has none.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Address, concatHex, type Hex, keccak256, numberToHex } from "viem";
import { type BalanceLeaf, BalanceTree } from "./balance-tree.ts";

const leafOf = (number: number, result = BigInt(number)): BalanceLeaf => ({
  accountId: numberToHex(number, { size: 32 }),
  brokerHash: numberToHex(1, { size: 32 }),
  wallet: numberToHex(number + 1, { size: 20 }) as Address,
  result,
});

/** As the vault does it. */
function rootBy(leaf: Hex, proof: readonly Hex[]): Hex {
  return proof.reduce((hash, other) => keccak256(concatHex(hash < other ? [hash, other] : [other, hash])), leaf);
}

test("the hash of a leaf, of a pair and of three is that of OpenZeppelin's standard tree", () => {
  const one = new BalanceTree([leafOf(1)]);
  expect(one.root).toBe("0xaf9061e9371682b9a16616b362d17ed2b67bdb0af33d9ff7186623165543b912");
  expect(one.findProof(leafOf(1))).toEqual([]);
  expect(new BalanceTree([leafOf(1), leafOf(2, -5n)]).root).toBe(
    "0xcb1194abc5335eaa94d613b62b57346130ba23b507718190f165d5a6bc2d7199",
  );
  expect(new BalanceTree([leafOf(1), leafOf(2, -5n), leafOf(3)]).root).toBe(
    "0x065240a6551079abed0d9453b38ab5b063a9f8540acdb479540103d0d5e08171",
  );
});

test("every leaf leads to the root, whatever their number and order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 40 }), (numbers) => {
      const tree = new BalanceTree(numbers.map((number) => leafOf(number)));
      expect(new BalanceTree(numbers.toReversed().map((number) => leafOf(number))).root).toBe(tree.root);
      for (const number of numbers) {
        const alone = new BalanceTree([leafOf(number)]).root;
        expect(rootBy(alone, tree.findProof(leafOf(number))!)).toBe(tree.root);
      }
    }),
    { numRuns: 50 },
  );
});

test("what is in no leaf has no proof, and there is no tree of nothing", () => {
  const tree = new BalanceTree([leafOf(1), leafOf(2)]);
  expect(tree.findProof(leafOf(1, 2n))).toBeUndefined();
  expect(() => new BalanceTree([])).toThrow("a tree has a leaf");
});
