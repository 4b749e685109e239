// A new session cancels the orders that were tied to connections of the previous session.

import type { Listener } from "../../language/events/events.ts";
import type { State } from "../../memory/state.ts";
import { cancelResting } from "./open-orders.ts";

/** No connection of the previous session is left. */
export function cancelSessionOrders(state: State, out: Listener): void {
  for (const id of state.untilDisconnect.open()) cancelResting(state, state.orders.find(id), "USER", out);
  state.untilDisconnect.clear();
}
