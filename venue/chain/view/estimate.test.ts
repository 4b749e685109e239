import { expect, test } from "bun:test";
import type { ChainView, OnItsWay } from "./chain-view.ts";
import { estimateOf } from "./estimate.ts";

const NOW = 1_779_269_143_700;
const HEAD_AT = 1_700_000_000;
const NOTHING = { confirmations: null, confirmationsRequired: null, estimatedAt: null };

function estimate(found: Partial<OnItsWay> | undefined, view: Partial<ChainView> = {}, state = "PENDING") {
  const way = found && { block: null, payableAt: null, isHeld: false, ...found };
  const chain = {
    ...{ chainId: 196, confirmations: 12, head: 100, headAt: HEAD_AT * 1_000, blockMs: 2_000, trouble: null },
    ...{ findDeposit: () => way, findWithdrawal: () => way },
    ...view,
  } as Partial<ChainView> as ChainView;
  const clock = { now: () => NOW, age: () => 0 };
  return estimateOf({ chain, clock }, { side: "DEPOSIT", id: 0, key: "k", chainId: 196, state });
}

test("a movement in a block waits for the blocks that still have to follow", () => {
  expect(estimate({ block: 95 })).toEqual({
    ...{ confirmations: 5, confirmationsRequired: 12 },
    estimatedAt: NOW + 7 * 2_000,
  });
  // The shown head may be older than the block, or newer than the last round.
  expect(estimate({ block: 101 })).toMatchObject({ confirmations: 0, estimatedAt: NOW + 12 * 2_000 });
  expect(estimate({ block: 1 })).toMatchObject({ confirmations: 12, estimatedAt: NOW });
});

test("a movement in no block waits for one more, and in the vault's queue until it is payable", () => {
  expect(estimate({})).toMatchObject({ confirmations: 0, estimatedAt: NOW + 13 * 2_000 });
  expect(estimate({ payableAt: HEAD_AT + 3_600 })).toMatchObject({ estimatedAt: NOW + 3_600_000 + 13 * 2_000 });
  expect(estimate({ payableAt: HEAD_AT - 1 })).toMatchObject({ estimatedAt: NOW + 13 * 2_000 });
});

test("there is no estimate while something holds a movement up, and nothing when it is over or on another chain", () => {
  const known = { confirmations: 5, confirmationsRequired: 12, estimatedAt: null };
  expect(estimate({ block: 95, isHeld: true })).toEqual(known);
  expect(estimate({ block: 95 }, { trouble: "the node is away" })).toEqual(known);
  expect(estimate({ block: 95 }, { blockMs: null })).toEqual(known);
  expect(estimate({ block: 95 }, {}, "PENDING_REBALANCE")).toEqual(known);
  expect(estimate({ block: 95 }, {}, "COMPLETED")).toEqual(NOTHING);
  expect(estimate({ block: 95 }, {}, "FAILED")).toEqual(NOTHING);
  expect(estimate({ block: 95 }, { chainId: 1 })).toEqual(NOTHING);
  expect(estimate(undefined)).toEqual(NOTHING);
});
