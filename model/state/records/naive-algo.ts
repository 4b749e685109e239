// What the model keeps of one algo order. Rules 3.1.

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
  /** 0 where there is none, as below. 10⁻⁸, as below. */
  quantity: bigint;
  price: bigint;
  triggerPrice: bigint;
  /** Which way the mark has to go, for what has a trigger price. */
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
  /** What orders before its latest did: a stop that closes goes on until it is filled. */
  earlier: AlgoFigures;
  readonly createdAt: number;
}
