// Makes algo orders follow the book: the reports of their ordinary orders, and positions that close.

import type { Followers } from "../../memory/followers.ts";
import type { State } from "../../memory/state.ts";
import { cancelClosedAlgos } from "./algo-cancellation.ts";
import { mirrorOrder } from "./mirror.ts";

export const algoFollowers: Followers<State> = { orderReported: mirrorOrder, positionClosed: cancelClosedAlgos };
