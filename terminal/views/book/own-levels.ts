// The price levels at which the account's own orders rest.

import { useMemo } from "react";
import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import type { OpenOrders } from "../../session/orders/open-order.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { type BookSideName, countByGroup, type Grid } from "./grouping.ts";

const SIGNED_OUT = new Cell<OpenOrders | undefined>(undefined);

type OwnLevels = Readonly<Record<BookSideName, ReadonlyMap<number, number>>>;

/** The number of own orders in each group, by the group's price. */
export function useOwnLevels(symbol: string, step: number, grid: Grid): OwnLevels {
  const account = useCell(useTerminal().account);
  const orders = useCell(account?.orders ?? SIGNED_OUT);
  return useMemo(() => {
    const prices = { asks: [] as number[], bids: [] as number[] };
    for (const order of orders?.values() ?? []) {
      if (order.symbol === symbol && order.price > 0) prices[order.side === "BUY" ? "bids" : "asks"].push(order.price);
    }
    return {
      asks: countByGroup(prices.asks, "asks", step, grid),
      bids: countByGroup(prices.bids, "bids", step, grid),
    };
  }, [orders, symbol, step, grid]);
}
