// Which trades on a market's tape the account took part in. The tape names no accounts, so a trade is recognised by its
// time, side, price and quantity: its likeness.

import { WatchedCell } from "../../cells/watched-cell.ts";
import { Refreshing } from "../asking/refreshing.ts";
import { tradeKey } from "../market/trade-tape.ts";
import type { AccountSession } from "./account-session.ts";

/** The most fills that the venue returns at once. */
const FILLS_MAX = 500;

type Side = "BUY" | "SELL";
/** The account's side, by the likeness of the trade. */
export type OwnTrades = ReadonlyMap<string, Side>;

export const NO_TRADES: OwnTrades = new Map();

const opposite = { BUY: "SELL", SELL: "BUY" } as const;

interface Fill {
  readonly at: number;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  readonly isMaker: boolean;
}

export function ownTradesCell(session: AccountSession, symbol: string): WatchedCell<OwnTrades> {
  return new WatchedCell<OwnTrades>(NO_TRADES, (cell) => {
    const history = new Refreshing(async () => {
      const { rows } = await session.client.orders.getTrades({ symbol, size: FILLS_MAX });
      const read = rows.map((row) => ({
        at: row.executed_timestamp,
        side: row.side,
        price: row.executed_price,
        quantity: row.executed_quantity,
        isMaker: row.is_maker === 1,
      }));
      cell.update((trades) => withFills(trades, read.toReversed()));
    });
    const stop = session.listen((event) => {
      if (event.type === "again") history.now();
      if (event.type !== "report" || event.report.symbol !== symbol || event.report.tradeId === 0) return;
      const { timestamp: at, executedPrice: price, executedQuantity: quantity, side, maker: isMaker } = event.report;
      cell.update((trades) => withFills(trades, [{ at, side: side as Side, price, quantity, isMaker }]));
    });
    history.now();
    return () => {
      stop();
      history.end();
    };
  });
}

/** @param fills oldest first */
export function withFills(trades: OwnTrades, fills: readonly Fill[]): OwnTrades {
  const more = new Map(trades);
  for (const { isMaker, side, ...fill } of fills) {
    more.set(tradeKey({ ...fill, side: isMaker ? opposite[side] : side }), side);
  }
  return more.size <= 2 * FILLS_MAX ? more : new Map([...more].slice(-FILLS_MAX));
}
