// What happens at 00:00 UTC: fee accounts are settled, rebates are paid. Rules 8.5.

import type { Listener } from "../events.ts";
import type { State } from "../state.ts";

export function runDailyJob(_state: State, _since: number, _out: Listener): void {}
