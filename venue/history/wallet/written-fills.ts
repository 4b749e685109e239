// Fills of a wallet's accounts as JSON, as the public query returns them. Interface 4.3.

import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import { moneyText, priceText, quantityText } from "../../wire/decimal-text.ts";
import type { Reads } from "../tables/history-store.ts";
import type { ListPlace } from "../tables/query-builder.ts";
import { type WalletFillRow, type WalletMarketFilter, walletFills } from "./wallet-lists.ts";
import { type Naming, RowNames, type WrittenRows, writtenRows } from "./written-rows.ts";

type Fill = QueryAnswer<"trades">["rows"][number];

/** Newest first. */
export function writtenFills(tables: Reads, filter: WalletMarketFilter & Naming): WrittenRows<ListPlace> {
  const { accounts, limit } = filter;
  const names = new RowNames(accounts, filter);
  return writtenRows(walletFills(tables, { ...filter, limit: limit + 1 }), limit, {
    textOf: (fill) => fillText(fill, names),
    placeOf: ({ at, tradeId }) => ({ at, id: tradeId }),
  });
}

/** Written by hand, like all rows that come in large numbers; no member needs escaping. */
function fillText(fill: WalletFillRow, names: RowNames): string {
  const market = names.market(fill.market);
  const texts: { readonly [Name in Exclude<keyof Fill, "broker_id" | "account_id">]: string } = {
    id: String(fill.tradeId),
    order_id: String(fill.orderId),
    symbol: market.symbol,
    side: fill.side,
    executed_price: priceText(market, fill.price),
    executed_quantity: quantityText(market, fill.quantity),
    fee: moneyText(fill.fee),
    fee_asset: "USDC",
    is_maker: String(fill.maker),
    realized_pnl: moneyText(fill.realizedPnl),
    executed_timestamp: String(fill.at),
  };
  const of = `"id":"${texts.id}","order_id":"${texts.order_id}","symbol":"${texts.symbol}","side":"${texts.side}"`;
  const sizes = `"executed_price":"${texts.executed_price}","executed_quantity":"${texts.executed_quantity}"`;
  const fee = `"fee":"${texts.fee}","fee_asset":"${texts.fee_asset}","is_maker":${texts.is_maker}`;
  const end = `"realized_pnl":"${texts.realized_pnl}","executed_timestamp":${texts.executed_timestamp}`;
  return `{${of},${sizes},${fee},${end}${names.owner(fill.account)}}`;
}
