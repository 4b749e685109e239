// Premium samples. Rules 6.3.

import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";

export function samplePremium(_state: State, _market: LiveMarket, _out: Listener): void {}
