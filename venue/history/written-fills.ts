// Fills of a wallet's accounts as the public query tells them. Interface 4.3.

import type { QueryAnswer } from "@evermark/interface/public-query.ts";
import { moneyText, priceText, quantityText } from "../decimal-text.ts";
import type { Place } from "./keyset.ts";
import type { Tables } from "./tables.ts";
import { type WalletFillRow, type WalletMarketFilter, walletFills } from "./wallet-lists.ts";
import { type Naming, RowNames, type WrittenRows, writtenRows } from "./written-rows.ts";

type Fill = QueryAnswer<"trades">["rows"][number];

/** Newest first. */
export function writtenFills(tables: Tables, filter: WalletMarketFilter & Naming): WrittenRows<Place> {
  const { accounts, limit } = filter;
  const names = new RowNames(accounts, filter);
  return writtenRows(walletFills(tables, { ...filter, limit: limit + 1 }), limit, {
    textOf: (fill) => fillText(fill, names),
    placeOf: ({ at, tradeId }) => ({ at, id: tradeId }),
  });
}

function fillText(fill: WalletFillRow, names: RowNames): Fill {
  const market = names.market(fill.market);
  return {
    id: String(fill.tradeId),
    order_id: String(fill.orderId),
    symbol: market.symbol,
    side: fill.side,
    executed_price: priceText(market, fill.price),
    executed_quantity: quantityText(market, fill.quantity),
    fee: moneyText(fill.fee),
    fee_asset: "USDC",
    is_maker: fill.maker,
    realized_pnl: moneyText(fill.realizedPnl),
    executed_timestamp: fill.at,
    ...names.owner(fill.account),
  };
}
