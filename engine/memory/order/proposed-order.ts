// An order as it would be, while it is found out whether it may be: a placement, or what an amendment makes of an order
// that rests. A state has one, filled anew for each, so that neither allocates anything. Not kept.

import { NONE } from "../../base/storage/int-map.ts";
import type {
  AccountNumber,
  AlgoOrderId,
  Leverage,
  Lots,
  MarketNumber,
  OrderSlot,
  RowNumber,
  TagNumber,
  Ticks,
} from "../../base/units.ts";
import type { MarginMode, Side } from "../../base/vocabulary.ts";
import type { Rejection } from "../../language/rejections.ts";

export class ProposedOrder {
  account: AccountNumber = NONE;
  market: MarketNumber = NONE;
  mode: MarginMode = "CROSS";
  /** The row that it goes to, NONE while there is none. */
  row: RowNumber = NONE;
  /** The resting order that becomes it, NONE for a new one. */
  replaced: OrderSlot = NONE;
  /** The algo order that places it, 0 for none. */
  algo: AlgoOrderId = 0;
  /** Its quantity is what the row holds, however much that is. */
  isWholeRow = false;
  side: Side = "BUY";
  reduceOnly = false;
  /** What its tag means (money/fees/order-tags.ts), NONE for nothing. */
  orderTag: TagNumber = NONE;
  /** Limit price; 0 for MARKET. */
  price: Ticks = 0;
  /** Of an order by amount, what the amount buys at the mark. */
  quantity: Lots = 0;
  /** What it shows of that. */
  visible: Lots = 0;
  /** The most that it can still come to: what limits and margin are asked for. More than its rest for a MARKET by amount. */
  most: Lots = 0;
  /** The worst price that it may execute at. */
  bound: Ticks = 0;
  /** What its margin is asked for at, and an isolated one reserves it at until it rests. Rules 5.4, 5.9 (1). */
  reference: Ticks = 0;
  /** What would be pending on its row with it, of a cross order. */
  pendingBuy: Lots = 0;
  pendingSell: Lots = 0;
  /** Of its row. */
  leverage: Leverage = 1;
  /** Why limits or margin refuse it, or null. */
  refused: Rejection | null = null;
}
