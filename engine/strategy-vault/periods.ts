// What happens at the start of a period. Rules 10.3, 10.4.

import type { Listener } from "../events.ts";
import type { State } from "../state.ts";

export function startPeriods(_state: State, _out: Listener): void {}
