// Previews: the outcome that a placement, a change of leverage or a move of isolated margin would have now, found without
// doing it. The outcome is exact, except that a placement is tried on the public book only, without its hidden orders.

import type { Lots, Micros, OrderId, Ticks } from "../../base/units.ts";
import type { CancelReason, OrderStatus } from "../../base/vocabulary.ts";
import type { MovePositionMargin, SetLeverage } from "../commands/margin-commands.ts";
import type { PlaceOrder } from "../commands/order-commands.ts";
import type { Rejection } from "../rejections.ts";
import type { MarginView, PositionView } from "./position-views.ts";

/** An account's figures, and those of the position in question; null when the question is about every symbol. */
export interface PreviewedFigures {
  readonly margin: MarginView;
  readonly position: PositionView | null;
}

/** The account before and after a change. */
export interface Preview {
  readonly before: PreviewedFigures;
  /** Null when nothing would change: it would be refused or, for a placement, was answered before. */
  readonly after: PreviewedFigures | null;
  /** Null when it would not be refused. */
  readonly rejection: Rejection | null;
}

/** One execution of the previewed order. */
export interface PreviewedFill {
  readonly price: Ticks;
  readonly quantity: Lots;
  /** Includes the tag's fee. */
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
  /** Why its remainder would be cancelled, "" when it would not be. */
  readonly reason: CancelReason;
  /** The limit price that it would be placed with, 0 for none. */
  readonly price: Ticks;
  readonly fills: readonly PreviewedFill[];
  /** The quantity that would rest on the book, and the visible part of it. */
  readonly resting: Lots;
  readonly visible: Lots;
  readonly cancels: readonly PreviewedCancel[];
}

export interface OrderPreview extends Preview {
  /** Null without `after`. */
  readonly order: PreviewedOrder | null;
  /** The first answer to this placement if it was sent before, else null. */
  readonly first: { readonly orderId: OrderId; readonly status: OrderStatus } | null;
  /** The largest quantity for which limits and margin would accept this placement; 0 when the market does not exist. */
  readonly largest: Lots;
  /** Whether the preview looked at everything on the public book that the order would meet: it looks only so far. */
  readonly isWhole: boolean;
  /** How many resting orders and prices the order was tried on: the cost of the preview. */
  readonly met: number;
}

export interface PreviewReader {
  order(placement: Omit<PlaceOrder, "at">): OrderPreview;
  leverage(change: Omit<SetLeverage, "at">): Preview;
  positionMargin(move: Omit<MovePositionMargin, "at">): Preview;
}
