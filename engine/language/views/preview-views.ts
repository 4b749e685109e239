// What would become of a placement, a change of leverage or a move of isolated margin if it were asked for now: the same
// as it would be, found out without doing it. Of a placement, as far as the public book shows: hidden orders are not shown.

import type { Lots, Micros, OrderId, Ticks } from "../../base/units.ts";
import type { CancelReason, OrderStatus } from "../../base/vocabulary.ts";
import type { MovePositionMargin, SetLeverage } from "../commands/margin-commands.ts";
import type { PlaceOrder } from "../commands/order-commands.ts";
import type { Rejection } from "../rejections.ts";
import type { MarginView, PositionView } from "./position-views.ts";

/** An account, and the position that the question is about; null when it is about every symbol. */
export interface PreviewedFigures {
  readonly margin: MarginView;
  readonly position: PositionView | null;
}

/** What would change. */
export interface Preview {
  readonly before: PreviewedFigures;
  /** Null when nothing would change, because it would be refused or, of a placement, has been answered before. */
  readonly after: PreviewedFigures | null;
  /** Null when it would not be refused. */
  readonly rejection: Rejection | null;
}

/** One execution of the order that is previewed. */
export interface PreviewedFill {
  readonly price: Ticks;
  readonly quantity: Lots;
  /** With the tag's fee. */
  readonly fee: Micros;
  readonly tagFee: Micros;
  readonly maker: boolean;
  readonly realizedPnl: Micros;
}

/** An order of the same account that would be cancelled on the way. */
export interface PreviewedCancel {
  readonly orderId: OrderId;
  readonly reason: CancelReason;
}

export interface PreviewedOrder {
  /** After matching. */
  readonly status: OrderStatus;
  /** Why what is left of it would be cancelled, "" when it would not. */
  readonly reason: CancelReason;
  /** Its limit as it would be placed, 0 for none. */
  readonly price: Ticks;
  readonly fills: readonly PreviewedFill[];
  /** What would rest on the book, and what of it would be on show. */
  readonly resting: Lots;
  readonly visible: Lots;
  readonly cancels: readonly PreviewedCancel[];
}

export interface OrderPreview extends Preview {
  /** Null without `after`. */
  readonly order: PreviewedOrder | null;
  /** What the placement was answered when it was sent before, null when it was not. */
  readonly first: { readonly orderId: OrderId; readonly status: OrderStatus } | null;
  /** The largest quantity with which limits and margin would let this placement pass; 0 without such a market. */
  readonly largest: Lots;
  /** Whether all was looked at that it would meet of what the book shows: a question looks only so far. */
  readonly isWhole: boolean;
  /** How many resting orders and prices it was tried on: what it cost. */
  readonly met: number;
}

export interface PreviewReader {
  order(placement: Omit<PlaceOrder, "at">): OrderPreview;
  leverage(change: Omit<SetLeverage, "at">): Preview;
  positionMargin(move: Omit<MovePositionMargin, "at">): Preview;
}
