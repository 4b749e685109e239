// Builds demo traders' commands: a price in ticks and a size become an order on the engine's scales.

import type { Unstamped } from "@evermark/core";
import { type MarketView, micros, type PlaceOrder, priceE8, quantityE8, type Side } from "@evermark/engine";

interface Placement {
  readonly account: number;
  readonly view: MarketView;
  readonly side: Side;
  /** In ticks and lots. */
  readonly price: number;
  readonly quantity: number;
  readonly orderType: "LIMIT" | "IOC";
}

const NOTHING_ELSE = {
  amount: micros(0),
  visible: -1,
  reduceOnly: false,
  clientOrderId: "",
  slippage: 0,
  level: -1,
  postOnlyAdjust: false,
  tag: "",
  marginMode: "",
  inBatch: false,
  untilDisconnect: false,
} as const;

export function placement({ account, view, side, price, quantity, orderType }: Placement): Unstamped<PlaceOrder> {
  const { market, parameters } = view;
  return {
    ...NOTHING_ELSE,
    ...{ type: "place_order", account, market, side, orderType },
    price: priceE8(price * parameters.quoteTick),
    quantity: quantityE8(Math.min(quantity * parameters.baseTick, parameters.baseMax)),
    visible: quantityE8(-1),
  };
}

/** Lots worth about this much USDC, but never less than the market accepts. @param price in ticks */
export function lotsOf({ parameters, microsPerTickLot }: MarketView, usdc: number, price: number): number {
  const perLot = price * microsPerTickLot;
  const least = Math.max(
    Math.ceil(parameters.minNotional / perLot),
    Math.ceil(parameters.baseMin / parameters.baseTick),
  );
  return Math.max(Math.floor((usdc * 1_000_000) / perLot), least);
}

/** The value of a number of lots at a price, in USDC, signed. */
export function usdcOf({ microsPerTickLot }: MarketView, lots: number, price: number): number {
  return (lots * price * microsPerTickLot) / 1_000_000;
}
