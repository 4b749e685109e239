// An order under examination, while limits and margin are checked: a placement, or a resting order as an amendment would change
// it. A state has one, overwritten for each, so that neither allocates anything. Not in snapshots.

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
  /** The row that the order belongs to, NONE while it does not exist. */
  row: RowNumber = NONE;
  /** The resting order that is amended, NONE for a new order. */
  replaced: OrderSlot = NONE;
  /** The algo order that places it, 0 for none. */
  algo: AlgoOrderId = 0;
  /** Whether its quantity is the row's whole position, however large. */
  isWholeRow = false;
  side: Side = "BUY";
  reduceOnly = false;
  /** The meaning of its tag (money/fees/order-tags.ts), NONE for nothing. */
  orderTag: TagNumber = NONE;
  /** Limit price; 0 for MARKET. */
  price: Ticks = 0;
  /** For an order by amount, the quantity that the amount buys at the mark. */
  quantity: Lots = 0;
  /** The visible part of the quantity. */
  visible: Lots = 0;
  /** The most that may still execute: limits and margin are checked with it. Exceeds the remainder for a MARKET by amount. */
  most: Lots = 0;
  /** The worst price that it may execute at. */
  bound: Ticks = 0;
  /** The price at which margin is checked, and at which an isolated order reserves it until it rests. Rules 5.4, 5.9 (1). */
  reference: Ticks = 0;
  /** For a cross order, the pending quantities of its row with this order included. */
  pendingBuy: Lots = 0;
  pendingSell: Lots = 0;
  /** The leverage of its row. */
  leverage: Leverage = 1;
  /** Why limits or margin refuse it, or null. */
  refused: Rejection | null = null;
}
