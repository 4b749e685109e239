// How the book notifies the code above it. The engine plugs that code in when it is created; the book knows nothing else of
// it, so that nothing below depends on anything above. Nothing here is state.

import type { AlgoOrderId, Lots, RowNumber } from "../base/units.ts";
import type { Listener, OrderReport } from "../language/events/events.ts";

/** `State` is the engine's state, which holds its followers. */
export interface BookObservers<State> {
  /** An ordinary order that an algo order placed has emitted a report. */
  orderReported(state: State, algoOrderId: AlgoOrderId, report: OrderReport, out: Listener): void;
  /** A position on which closing algo orders wait went from `before` lots to zero, or to the other side. */
  positionClosed(state: State, row: RowNumber, before: Lots, out: Listener): void;
}

/** For a state on which no algo order is placed. */
export const NO_FOLLOWERS: BookObservers<unknown> = {
  orderReported() {},
  positionClosed() {},
};
