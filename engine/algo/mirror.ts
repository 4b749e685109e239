// An algo order follows the ordinary order that it made. Rules 3.1.

import type { Listener, OrderReport } from "../events.ts";
import type { State } from "../state.ts";

/** Called for each report of an ordinary order with an algo order behind it. */
export function mirrorOrder(_state: State, _algoOrderId: number, _report: OrderReport, _out: Listener): void {}
