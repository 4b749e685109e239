// What stands above the book and follows what happens in it: the engine puts it in when it is made. The book knows no more of
// it than this, so that nothing below depends on what is above. Nothing here is state.

import type { AlgoOrderId, Lots, RowNumber } from "../base/units.ts";
import type { Listener, OrderReport } from "../language/events/events.ts";

/** `State` is the engine's state, which has its followers among it. */
export interface Followers<State> {
  /** An ordinary order that an algo order has made has reported. */
  orderReported(state: State, algoOrderId: AlgoOrderId, report: OrderReport, out: Listener): void;
  /** A position on which closing algo orders wait went from `before` lots to zero or to the other side. */
  positionClosed(state: State, row: RowNumber, before: Lots, out: Listener): void;
}

/** A state on which no algo order is placed needs none. */
export const NO_FOLLOWERS: Followers<unknown> = {
  orderReported() {},
  positionClosed() {},
};
