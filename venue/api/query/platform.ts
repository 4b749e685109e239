// Handlers of the queries about the whole venue. Interface 4.3.

import { platformPositions } from "./platform-positions.ts";
import type { Handlers } from "./query-context.ts";
import { topAddresses } from "./top-addresses.ts";

export const platformHandlers: Handlers<"platformPositions" | "topAddresses"> = { platformPositions, topAddresses };
