// A new session cancels the orders whose connections ended with the session before.

import type { Listener } from "../../language/events/events.ts";
import type { State } from "../../memory/state.ts";
import { cancelResting } from "./open-orders.ts";

/** No connection of the session before is left. */
export function cancelLeftBehind(state: State, out: Listener): void {
  for (const id of state.untilDisconnect.open()) cancelResting(state, state.orders.find(id), "USER", out);
  state.untilDisconnect.clear();
}
