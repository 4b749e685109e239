// A closed position as the interface shows it. Interface 4.10.

import type { EngineReader } from "@evermark/engine";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import type { positions } from "@evermark/interface/trading/positions.ts";
import type { PositionRow } from "../../history/index.ts";
import { averagePrice, fromMicros, quantityOf } from "../../wire/decimals.ts";

type PastPosition = DataOf<typeof positions.getPositionHistory>["rows"][number];

export function presentPastPosition(engine: EngineReader, row: PositionRow): PastPosition {
  const { parameters } = engine.market(row.market);
  return {
    position_id: row.positionId,
    symbol: parameters.symbol,
    side: row.direction === 1 ? "LONG" : "SHORT",
    status: statusOf(row),
    type: row.kind,
    margin_mode: row.marginMode,
    leverage: row.leverage,
    avg_open_price: averagePrice(parameters, row.openedNotional, row.opened),
    avg_close_price: row.closed === 0 ? null : averagePrice(parameters, row.closedNotional, row.closed),
    max_position_qty: quantityOf(parameters, row.largest),
    closed_position_qty: quantityOf(parameters, row.closed),
    trading_fee: fromMicros(row.tradingFee),
    accumulated_funding_fee: fromMicros(row.fundingFee),
    insurance_fund_fee: fromMicros(row.insuranceFee),
    liquidator_fee: fromMicros(row.liquidatorFee),
    liquidation_id: row.liquidationId === 0 ? null : row.liquidationId,
    realized_pnl: fromMicros(row.realizedPnl),
    open_timestamp: row.openedAt,
    close_timestamp: row.closedAt === 0 ? null : row.closedAt,
    last_update_timestamp: row.updatedAt,
  };
}

function statusOf({ closedAt, closed }: PositionRow): PastPosition["status"] {
  if (closedAt !== 0) return "closed";
  return closed === 0 ? "open" : "partial_closed";
}
