// Handlers of the questions for orders: ordinary and algo orders in one list. Those that are open are read from the engine,
// finished ones from history. Interface 4.3, rules 2.7 and 3.1.

import type { AlgoOrderView, EngineReader, MarketParameters } from "@evermark/engine";
import type { QueryAnswer } from "@evermark/interface/public-query.ts";
import { finePriceText, moneyText, priceText, quantityText } from "../../decimal-text.ts";
import { averagePriceE8 } from "../../decimals.ts";
import type { OrderRow } from "../../history/reader.ts";
import { DAY_MS } from "../../statistics/candles.ts";
import { marketFilter } from "../named-market.ts";
import { accountsIn, Owners } from "./address-scope.ts";
import { type Handlers, pageOf } from "./question.ts";
import { QueryRefusal } from "./refusal.ts";

const EVERY_MARKET = -1;
const ORDERS_DEFAULT = 100;
/** Ordinary orders and algo orders are numbered apart: in one millisecond, the algo orders come first. */
const ORDINARY = 0;
const ALGO = 1;

type OpenRow = QueryAnswer<"openOrders">["rows"][number];
type FinishedRow = QueryAnswer<"historicalOrders">["rows"][number];
type Status = QueryAnswer<"orderStatus">;

/** What both sources know of an ordinary order. */
type Ordinary = Omit<OrderRow, "reason" | "realizedPnl" | "clientOrderId" | "tag">;

/** A row with where it stands in its list. */
interface Placed<Row> {
  readonly at: number;
  readonly kind: number;
  readonly id: number;
  readonly row: () => Row;
}

const PLACE = ["last_ts", "last_kind", "last_id"] as const;
type Place = Readonly<Record<(typeof PLACE)[number], number>>;

export const orderHandlers: Handlers<"openOrders" | "historicalOrders" | "orderStatus"> = {
  openOrders({ venue, request, cursors }) {
    const { limit = ORDERS_DEFAULT } = request;
    const market = marketFilter(venue, request.symbol) ?? EVERY_MARKET;
    const accounts = accountsIn(venue.engine, request);
    const place = cursors.read(PLACE);
    const found = openOrders(venue.engine, accounts, market).filter((placed) => isAfter(placed, place));
    const page = pageOf(cursors, found, limit, placeOf);
    return { ...page, rows: page.rows.map(({ row }) => row()) };
  },

  async historicalOrders({ venue, request, cursors }) {
    const { engine } = venue;
    const { limit = ORDERS_DEFAULT } = request;
    const accounts = accountsIn(engine, request);
    const statuses = statusesOf(request.status);
    const place = cursors.read([...PLACE, "since"]);
    const startTime = place?.since ?? request.start_time ?? dayBefore(venue.clock.now());
    const filter = {
      ...{ accounts, statuses, market: marketFilter(venue, request.symbol) },
      ...{ startTime, endTime: request.end_time, limit: limit + 1 },
    };
    const after = venue.sequencer.appliedPosition;
    // Of one millisecond, algo orders come first: after an ordinary one there is none of that time any more.
    const at = place?.last_ts ?? 0;
    const afterAlgo = place && (place.last_kind === ALGO ? { at, id: place.last_id } : { at, id: 0 });
    const afterOrdinary = place && (place.last_kind === ALGO ? { at: at + 1, id: 0 } : { at, id: place.last_id });
    const [ordinary, algo] = await Promise.all([
      venue.history.walletOrders({ ...filter, place: afterOrdinary }, after),
      venue.history.walletAlgoOrders({ ...filter, place: afterAlgo }, after),
    ]);
    const owners = new Owners(engine, accounts);
    const found = [
      ...ordinary.map((order) =>
        placed(order.createdAt, ORDINARY, order.orderId, () => finishedRow(engine, order, owners)),
      ),
      ...algo.map((order) =>
        placed(order.createdAt, ALGO, order.algoOrderId, () => finishedAlgoRow(engine, order, owners)),
      ),
    ].sort(newestFirst);
    const page = pageOf(cursors, found, limit, (last) => ({ ...placeOf(last), since: startTime }));
    return { ...page, rows: page.rows.map(({ row }) => row()) };
  },

  async orderStatus({ venue, request }) {
    const { engine } = venue;
    const accounts = accountsIn(engine, request);
    const isOurs = (order: { readonly account: number } | undefined) =>
      order !== undefined && accounts.includes(order.account);
    const after = venue.sequencer.appliedPosition;
    const open = engine.findOrder(request.order_id);
    if (open !== undefined && isOurs(open)) {
      return statusOf(engine, { ...open, realizedPnl: open.totalRealizedPnl });
    }
    const openAlgo = engine.algoOrders.find(request.order_id);
    const [order, algo] = await Promise.all([
      venue.history.orderOfAny(request.order_id, after),
      venue.history.algoOrderOfAny(request.order_id, after),
    ]);
    if (order !== undefined && isOurs(order)) return statusOf(engine, order);
    if (openAlgo !== undefined && isOurs(openAlgo)) return algoStatusOf(engine, openAlgo);
    if (algo !== undefined && isOurs(algo)) return algoStatusOf(engine, algo);
    throw new QueryRefusal("ORDER_NOT_FOUND", `the address has no order ${request.order_id}`);
  },
};

/** Newest first, whole. */
export function openRows(engine: EngineReader, accounts: readonly number[], market: number): OpenRow[] {
  return openOrders(engine, accounts, market).map(({ row }) => row());
}

function openOrders(engine: EngineReader, accounts: readonly number[], market: number): Placed<OpenRow>[] {
  const owners = new Owners(engine, accounts);
  const open = "OPEN" as const;
  return accounts
    .flatMap((account) => [
      ...engine.openOrders(account, market).map((order) =>
        placed(order.createdAt, ORDINARY, order.orderId, () => ({
          ...ordinaryFields(engine, order),
          status: open,
          ...owners.of(account),
        })),
      ),
      ...engine.algoOrders.open(account, market).map((order) =>
        placed(order.createdAt, ALGO, order.algoOrderId, () => ({
          ...algoFields(engine, order),
          status: open,
          ...owners.of(account),
        })),
      ),
    ])
    .sort(newestFirst);
}

function placed<Row>(at: number, kind: number, id: number, row: () => Row): Placed<Row> {
  return { at, kind, id, row };
}

function newestFirst(a: Placed<unknown>, b: Placed<unknown>): number {
  return b.at - a.at || b.kind - a.kind || b.id - a.id;
}

function placeOf({ at, kind, id }: Placed<unknown>): Place {
  return { last_ts: at, last_kind: kind, last_id: id };
}

function isAfter(row: Placed<unknown>, place: Place | undefined): boolean {
  if (place === undefined) return true;
  return newestFirst({ at: place.last_ts, kind: place.last_kind, id: place.last_id, row() {} }, row) < 0;
}

/** The beginning of the UTC day of 24 hours ago. */
function dayBefore(now: number): number {
  return Math.max(0, Math.floor((now - DAY_MS) / DAY_MS) * DAY_MS);
}

const FINISHED = ["FILLED", "CANCELLED", "REJECTED"] as const;

function statusesOf(status: string | undefined): readonly string[] {
  if (status === undefined) return FINISHED;
  const word = status.toUpperCase();
  return [word === "CANCELED" ? "CANCELLED" : word];
}

function finishedRow(engine: EngineReader, order: OrderRow, owners: Owners): FinishedRow {
  return {
    ...ordinaryFields(engine, order),
    status: order.status as FinishedRow["status"],
    ...executedFields(engine, order),
    realized_pnl: moneyText(order.realizedPnl),
    ...owners.of(order.account),
  };
}

function finishedAlgoRow(engine: EngineReader, order: AlgoOrderView, owners: Owners): FinishedRow {
  return {
    ...algoFields(engine, order),
    status: order.status as FinishedRow["status"],
    ...executedFields(engine, order),
    realized_pnl: null,
    ...owners.of(order.account),
  };
}

function statusOf(engine: EngineReader, order: Ordinary & { readonly realizedPnl: number }): Status {
  const { trigger_status: _, ...fields } = ordinaryFields(engine, order);
  const realized_pnl = moneyText(order.realizedPnl);
  return { ...fields, status: order.status, ...executedFields(engine, order), realized_pnl };
}

function algoStatusOf(engine: EngineReader, order: AlgoOrderView): Status {
  const { trigger_status: _, ...fields } = algoFields(engine, order);
  return { ...fields, status: order.status, ...executedFields(engine, order), realized_pnl: null };
}

function ordinaryFields(engine: EngineReader, order: Ordinary): Omit<OpenRow, "status"> {
  const { parameters } = engine.market(order.market);
  return {
    order_id: String(order.orderId),
    symbol: parameters.symbol,
    side: order.side,
    // History stores the word that the engine reported.
    type: order.orderType as OpenRow["type"],
    price: priceOrNull(parameters, order.price),
    quantity: quantityText(parameters, order.quantity),
    total_executed_quantity: quantityText(parameters, order.executed),
    trigger_price: null,
    trigger_status: null,
    reduce_only: null,
    created_time: order.createdAt,
    updated_time: order.updatedAt,
  };
}

function algoFields(engine: EngineReader, order: AlgoOrderView): Omit<OpenRow, "status"> {
  const { parameters } = engine.market(order.market);
  return {
    order_id: String(order.algoOrderId),
    symbol: parameters.symbol,
    side: order.side,
    type: algoTypeOf(order),
    price: priceOrNull(parameters, order.price),
    quantity: quantityText(parameters, order.quantity),
    total_executed_quantity: quantityText(parameters, order.executed),
    trigger_price: priceOrNull(parameters, order.triggerPrice),
    trigger_status: triggerStatusOf(order),
    reduce_only: order.reduceOnly,
    created_time: order.createdAt,
    updated_time: order.updatedAt,
  };
}

function executedFields(
  engine: EngineReader,
  order: {
    readonly market: number;
    readonly executed: number;
    readonly executedNotional: number;
    readonly totalFee: number;
  },
) {
  const { parameters } = engine.market(order.market);
  const { executed, executedNotional } = order;
  const average = executed === 0 ? null : averagePriceE8(parameters, executedNotional, executed);
  return {
    average_executed_price: average === null ? null : finePriceText(parameters, average),
    total_fee: moneyText(order.totalFee),
    fee_asset: "USDC",
  };
}

function priceOrNull(parameters: MarketParameters, ticks: number): string | null {
  return ticks === 0 ? null : priceText(parameters, ticks);
}

function triggerStatusOf({ triggerStatus, isTriggered }: AlgoOrderView): OpenRow["trigger_status"] {
  if (triggerStatus === "FAIL") return "FAILED";
  return triggerStatus === "SUCCESS" || isTriggered ? "TRIGGERED" : "PENDING";
}

function algoTypeOf({ algoType, orderType, triggerPrice }: AlgoOrderView): OpenRow["type"] {
  const places = orderType === "LIMIT" ? "LIMIT" : "MARKET";
  switch (algoType) {
    case "STOP":
    case "STOP_LOSS":
      return `STOP_${places}`;
    case "TAKE_PROFIT":
      return `TAKE_PROFIT_${places}`;
    case "BRACKET":
      return triggerPrice === 0 ? "BRACKET" : "STOP_BRACKET";
    default:
      return algoType;
  }
}
