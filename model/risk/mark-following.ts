// The consequences of a new mark price. Rules 0.3.

import { runTriggers } from "../book/algo/algo-triggers.ts";
import { cancelOutOfRange } from "../book/orders/market-endings.ts";
import { isPaused, isTrading } from "../permissions/naive-standstill.ts";
import type { NaiveState } from "../state/naive-state.ts";
import type { NaiveMarket } from "../state/records/naive-market.ts";
import type { NaiveReports } from "../state/reports.ts";
import { checkMarket } from "./liquidation/naive-liquidation.ts";

/** Liquidates accounts that can no longer carry their positions, cancels orders out of range, and fires triggers. */
export function followMark(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  checkMarket(state, reports, market);
  if (!isTrading(market) || isPaused(state)) return;
  cancelOutOfRange(state, reports, market);
  runTriggers(state, reports, market);
}
