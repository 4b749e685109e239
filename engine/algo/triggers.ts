// What a new mark price fires. Rules 0.3 (c), 3.

import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";

export function fireAlgoOrders(_state: State, _market: LiveMarket, _out: Listener): void {}
