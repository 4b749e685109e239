// Reads of positions, each from its opening until it is flat. Interface 4.10, `GET /v1/position_history`.

import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { given } from "../tables/query-builder.ts";
import { selectAll } from "../tables/selection.ts";
import { filtered } from "../tables/statement.ts";

export type PositionRow = Row<"positions">;

export const POSITION = selectAll("positions");

interface PositionsAsked {
  readonly account: number;
  readonly market?: number | undefined;
  readonly mode?: number | undefined;
  readonly limit: number;
}

/** Newest first, with codes instead of words. */
export const POSITIONS = filtered((builder, { account, market, mode, limit }: PositionsAsked) =>
  builder
    .selectFrom("positions")
    .select(POSITION.columns)
    .where(given("positions", { account, market, margin_mode: mode }))
    .orderBy("position_id", "desc")
    .limit(limit),
);

/** An account's most recently opened positions, newest first. */
export function positionHistory(
  tables: Reads,
  {
    account,
    market,
    limit,
  }: { readonly account: number; readonly market?: number | undefined; readonly limit: number },
): PositionRow[] {
  const modes = market === undefined ? [undefined] : [0, 1];
  const found = modes.flatMap((mode) => tables.all(POSITIONS, { account, market, mode, limit }));
  return POSITION.rows(found.sort((a, b) => b.positionId - a.positionId).slice(0, limit));
}
