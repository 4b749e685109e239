// All histories, by their ids.

import type { History, HistoryId } from "./history-kind.ts";
import { moneyHistories } from "./money-histories.ts";
import { tradingHistories } from "./trading-histories.ts";

export const histories: Readonly<Record<HistoryId, History>> = { ...tradingHistories, ...moneyHistories };
