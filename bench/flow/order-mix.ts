// The order flow that engines and journals are measured with: 9 % limit orders, 3 % IOC, 6 % cancels, 82 % amends, of
// 1,000 accounts, around 1,000 resting orders over about 750 prices of one market.

import type { Command } from "@evermark/engine";
import { type FlowShape, OrderMaker, openingOf } from "./order-maker.ts";

export const ORDER_MIX = { limit: 9, ioc: 3, cancel: 6, amend: 82 } as const;
export const RESTING = 1_000;
/** 1,000 orders at random over 1,640 prices occupy about 750 of them. */
export const PRICES_PER_SIDE = 820;

const SHAPE: FlowShape = {
  accounts: 1_000,
  markets: 1,
  mix: ORDER_MIX,
  resting: RESTING,
  pricesPerSide: PRICES_PER_SIDE,
};

/** The mix as command objects that can be kept. */
export interface OrderMix {
  /** The builder, the market, the accounts and their money. */
  readonly opening: readonly Command[];
  /** Fills the book. */
  readonly filling: { readonly commands: readonly Command[] };
  readonly mixed: { readonly commands: readonly Command[] };
}

export function makeOrderMix(count: number): OrderMix {
  const maker = new OrderMaker(SHAPE);
  const flow = maker.newFlow(Math.max(RESTING, count));
  const commandsOf = (add: () => void): Command[] => {
    flow.clear();
    add();
    return Array.from({ length: flow.length }, (_, n) => flow.ownCommand(n));
  };
  return {
    opening: [...openingOf(SHAPE)],
    filling: { commands: commandsOf(() => maker.addResting(flow, RESTING)) },
    mixed: { commands: commandsOf(() => maker.addMixed(flow, count)) },
  };
}
