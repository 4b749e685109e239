// The read-only view of algo orders. Rules 3.1; the row of `GET /v1/algo/orders`.

import type {
  AccountNumber,
  AlgoOrderId,
  FractionE8,
  Lots,
  MarketNumber,
  Micros,
  Millis,
  OrderId,
  Ticks,
} from "../../base/units.ts";
import type { AlgoOrderType, AlgoType, MarginMode, OrderStatus, Side } from "../../base/vocabulary.ts";
import type { PlaceAlgoOrder } from "../commands/algo-order-commands.ts";

/** The properties of an algo order that never change. */
export interface AlgoOrderIdentity {
  readonly account: AccountNumber;
  readonly market: MarketNumber;
  readonly marginMode: MarginMode;
  readonly algoType: AlgoType;
  readonly side: Side;
  readonly orderType: AlgoOrderType;
  readonly clientOrderId: string;
  readonly tag: string;
  readonly reduceOnly: boolean;
  readonly visible: boolean;
  readonly createdAt: Millis;
}

export interface AlgoOrderView extends AlgoOrderIdentity {
  readonly algoOrderId: AlgoOrderId;
  /** 0 for a root. */
  readonly parentAlgoOrderId: AlgoOrderId;
  readonly rootAlgoOrderId: AlgoOrderId;
  /** 0 where there is none, as below. */
  readonly quantity: Lots;
  readonly price: Ticks;
  readonly triggerPrice: Ticks;
  readonly activatedPrice: Ticks;
  /** A fraction in 10⁻⁸. */
  readonly callbackRate: FractionE8;
  readonly callbackValue: Ticks;
  readonly extremePrice: Ticks;
  readonly isActivated: boolean;
  readonly isTriggered: boolean;
  readonly triggerStatus: "SUCCESS" | "FAIL" | null;
  /** The mark price that fired it, and when; 0 before. */
  readonly triggerTradePrice: Ticks;
  readonly triggerTime: Millis;
  readonly status: OrderStatus;
  readonly rootStatus: OrderStatus;
  /** The ordinary order that it created; 0 before. */
  readonly orderId: OrderId;
  readonly executed: Lots;
  readonly executedNotional: Micros;
  readonly totalFee: Micros;
  readonly totalRealizedPnl: Micros;
  readonly updatedAt: Millis;
  readonly children: readonly AlgoOrderView[];
}

/** Trees that are not finished; finished trees are in history. */
export interface AlgoReader {
  /** One order of a tree, at any place in it. */
  find(algoOrderId: AlgoOrderId): AlgoOrderView | undefined;
  findByClientId(account: AccountNumber, clientOrderId: string): AlgoOrderView | undefined;
  /** Roots, by ascending id; `market` -1 for all. */
  open(account: AccountNumber, market: MarketNumber): AlgoOrderView[];
  /** Whether the account has placed this same algo order before, under the same client id: then nothing may refuse it. */
  isRepeated(placement: Omit<PlaceAlgoOrder, "at">): boolean;
}
