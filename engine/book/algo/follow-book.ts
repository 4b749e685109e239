// Makes algo orders follow the book: the reports of their ordinary orders, and positions that close.

import type { BookObservers } from "../../memory/followers.ts";
import type { State } from "../../memory/state.ts";
import { cancelClosedAlgos } from "./algo-cancellation.ts";
import { mirrorOrder } from "./mirror.ts";

export const algoFollowers: BookObservers<State> = { orderReported: mirrorOrder, positionClosed: cancelClosedAlgos };
