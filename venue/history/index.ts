// The public surface of history for the rest of the venue. It starts the history thread and queries it; only that thread
// loads the code that builds and reads the tables (history-inside.ts).
//
// The folders: `file` has the pages of the file, their sums and copies; `schema` defines the tables; `tables` the open file
// and its statements; `queries` the reads; `wallet` the reads that are written out as text; `records` what events leave in
// the tables; `thread` follows the journal and answers queries.

export { setHistoryAside } from "./file/table-files.ts";
export type { AccountDayRow } from "./queries/account-day-queries.ts";
export { Drawdowns } from "./queries/drawdowns.ts";
export type { AccountMinuteRow, FillRow, FillSumsRow, MarketSums } from "./queries/fill-queries.ts";
export type { FundingRateRow } from "./queries/funding-queries.ts";
export type { LiquidationRow } from "./queries/liquidation-queries.ts";
export type { CandleRow } from "./queries/market-queries.ts";
export type { AssetRow } from "./queries/money-queries.ts";
export type { OrderRow } from "./queries/order-queries.ts";
export type { PositionRow } from "./queries/position-queries.ts";
export type { ReferralWindow } from "./queries/referral-queries.ts";
export type { FiguresAsked, RunningFigures } from "./queries/running-figures.ts";
export type { InvestorRow, VaultFigures, VaultSpan, VaultTotals } from "./queries/vault-queries.ts";
export type { RetentionReport } from "./retention/retention-report.ts";
export { LATEST_TRADES, WHOLE_VENUE } from "./schema/market-tables.ts";
export { SCHEMA_VERSION } from "./schema/schema.ts";
export { knownPosition } from "./tables/known-position.ts";
export { refuseLaterHistory } from "./tables/later-version.ts";
export { checksumOf, type Progress } from "./tables/projected-progress.ts";
export type { ListPlace as Place } from "./tables/query-builder.ts";
export type { Page } from "./tables/row-pages.ts";
export { type HistoryReader, historyReader } from "./thread/history-reader.ts";
export {
  beginHistory,
  type History,
  type HistoryProgress,
  HistoryUnavailable,
  type StartingHistory,
  startHistory,
} from "./thread/history-thread.ts";
export {
  ALGO,
  algoFields,
  executedFields,
  newestOrderFirst,
  ORDINARY,
  type OrderPlace,
  type Ordinary,
  ordinaryFields,
} from "./wallet/order-text.ts";
export type { MovementRow } from "./wallet/wallet-lists.ts";
export { marketsText, type Naming, type WrittenRows } from "./wallet/written-rows.ts";
