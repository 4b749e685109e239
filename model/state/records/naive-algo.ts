// The model's record of one algo order. Rules 3.1.

import type { AlgoOrderType, AlgoType, MarginMode, OrderStatus, Side } from "@evermark/engine";

export interface AlgoFigures {
  readonly executed: bigint;
  readonly executedNotional: bigint;
  readonly totalFee: bigint;
  readonly totalRealizedPnl: bigint;
}

export const nothingDone: AlgoFigures = { executed: 0n, executedNotional: 0n, totalFee: 0n, totalRealizedPnl: 0n };

export interface NaiveAlgo {
  readonly id: number;
  /** 0 for a root. A second leg of a BRACKET that becomes independent is a root from then on. */
  parent: number;
  root: number;
  readonly account: number;
  readonly market: number;
  readonly marginMode: MarginMode;
  readonly algoType: AlgoType;
  readonly side: Side;
  readonly orderType: AlgoOrderType;
  readonly clientOrderId: string;
  readonly tag: string;
  readonly reduceOnly: boolean;
  readonly visible: boolean;
  /** 0 for absent, and in 10⁻⁸; so are the fields below. */
  quantity: bigint;
  price: bigint;
  triggerPrice: bigint;
  /** The direction in which the mark has to move, for an order with a trigger price. */
  direction: "" | "up" | "down";
  activatedPrice: bigint;
  callbackRate: bigint;
  callbackValue: bigint;
  extremePrice: bigint;
  isActivated: boolean;
  isTriggered: boolean;
  triggerStatus: "SUCCESS" | "FAIL" | null;
  triggerTradePrice: bigint;
  triggerTime: number;
  status: OrderStatus;
  orderId: number;
  executed: bigint;
  executedNotional: bigint;
  totalFee: bigint;
  totalRealizedPnl: bigint;
  /** The figures of its orders before the latest: a closing stop continues until it is filled. */
  earlier: AlgoFigures;
  readonly createdAt: number;
}
