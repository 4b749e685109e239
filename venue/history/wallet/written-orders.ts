// Finished orders of a wallet's accounts as JSON, as the public query returns them: ordinary and algo orders in one list.
// Interface 4.3.

import type { AlgoOrderView } from "@evermark/engine";
import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import { moneyText } from "../../wire/decimal-text.ts";
import type { OrderRow } from "../queries/order-queries.ts";
import type { Reads } from "../tables/history-store.ts";
import {
  ALGO,
  algoFields,
  executedFields,
  newestOrderFirst,
  ORDINARY,
  type OrderPlace,
  ordinaryFields,
} from "./order-text.ts";
import { type StatusFilter, walletAlgoOrders, walletOrders } from "./wallet-lists.ts";
import { type Naming, RowNames, type WrittenRows, writtenRows } from "./written-rows.ts";

type FinishedRow = QueryAnswer<"historicalOrders">["rows"][number];

interface OrdersAsked extends Omit<StatusFilter, "place">, Naming {
  readonly place?: OrderPlace | undefined;
}

type Found = { readonly place: OrderPlace } & (
  | { readonly order: OrderRow; readonly algo: null }
  | { readonly order: null; readonly algo: AlgoOrderView }
);

/** Newest first. */
export function writtenOrders(tables: Reads, asked: OrdersAsked): WrittenRows<OrderPlace> {
  const { accounts, limit, place, ...filter } = asked;
  const names = new RowNames(accounts, asked);
  const part = { ...filter, accounts, limit: limit + 1 };
  // Within one millisecond, algo orders come first: after an ordinary order, none of that time are left.
  const isAlgo = place?.kind === ALGO;
  const afterAlgo = place && (isAlgo ? place : { at: place.at, id: 0 });
  const afterOrdinary = place && (isAlgo ? { at: place.at + 1, id: 0 } : place);
  const ordinary = walletOrders(tables, { ...part, place: afterOrdinary });
  const algo = walletAlgoOrders(tables, { ...part, place: afterAlgo });
  const found: Found[] = [
    ...ordinary.map((order) => ({
      place: { at: order.createdAt, kind: ORDINARY, id: order.orderId },
      ...{ order, algo: null },
    })),
    ...algo.map((algo) => ({ place: { at: algo.createdAt, kind: ALGO, id: algo.algoOrderId }, order: null, algo })),
  ];
  if (ordinary.length > 0 && algo.length > 0) found.sort((a, b) => newestOrderFirst(a.place, b.place));
  return writtenRows(found, limit, {
    textOf: ({ order, algo }) => (algo === null ? finishedText(order, names) : finishedAlgoText(algo, names)),
    placeOf: ({ place }) => place,
  });
}

/** Written by hand, because an answer may have hundreds of them; no member needs escaping. */
function finishedText(order: OrderRow, names: RowNames): string {
  const market = names.market(order.market);
  const texts = ordinaryFields(market, order);
  const { average_executed_price: average, total_fee, fee_asset } = executedFields(market, order);
  const of = `"order_id":"${texts.order_id}","symbol":"${texts.symbol}","side":"${texts.side}","type":"${texts.type}"`;
  const sizes = `"quantity":"${texts.quantity}","total_executed_quantity":"${texts.total_executed_quantity}"`;
  const algo = `"trigger_price":null,"trigger_status":null,"reduce_only":null`;
  const times = `"created_time":${texts.created_time},"updated_time":${texts.updated_time}`;
  const became = `"status":"${order.status}","average_executed_price":${quotedOrNull(average)}`;
  const money = `"total_fee":"${total_fee}","fee_asset":"${fee_asset}","realized_pnl":"${moneyText(order.realizedPnl)}"`;
  const price = quotedOrNull(texts.price);
  return `{${of},"price":${price},${sizes},${algo},${times},${became},${money}${names.owner(order.account)}}`;
}

function quotedOrNull(text: string | null): string {
  return text === null ? "null" : `"${text}"`;
}

function finishedAlgoText(order: AlgoOrderView, names: RowNames): string {
  const market = names.market(order.market);
  const row: Omit<FinishedRow, "broker_id" | "account_id"> = {
    ...algoFields(market, order),
    status: order.status as FinishedRow["status"],
    ...executedFields(market, order),
    realized_pnl: null,
  };
  return `${JSON.stringify(row).slice(0, -1)}${names.owner(order.account)}}`;
}
