// The solvency halt: no money leaves the venue while the insurance fund owes more than it has. Rules 7.10, 11.4.

import type { Listener } from "../../language/events/events.ts";
import type { State } from "../../memory/state.ts";

/** While the halt is on, money stays in the venue; trading goes on. */
export function setSolvencyHalt(state: State, halted: boolean, out: Listener): void {
  if (state.venue.solvencyHalt === halted) return;
  state.venue.solvencyHalt = halted;
  out.venue({ type: "solvency_halt", halted, at: state.now });
}
