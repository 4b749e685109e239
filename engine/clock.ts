// The clock: everything that is due at a whole second, in the order of rules 0.2, and what follows a change of a mark
// price (rules 0.3). Maintenance begins and ends before anything else of its tick.

import type { SetIndexPrices } from "./commands.ts";
