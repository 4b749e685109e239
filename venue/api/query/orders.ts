// Handlers of the queries for orders: ordinary and algo orders in one list. Open orders are read from the engine,
// finished ones from history. Interface 4.3, rules 2.7 and 3.1.

import type { AlgoOrderView, EngineReader } from "@evermark/engine";
import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import {
  ALGO,
  algoFields,
  executedFields,
  newestOrderFirst,
  ORDINARY,
  type OrderPlace,
  type Ordinary,
  ordinaryFields,
} from "../../history/index.ts";
import { DAY_MS } from "../../sums/candle-sums.ts";
import { moneyText } from "../../wire/decimal-text.ts";
import { marketFilter } from "../named/named-market.ts";
import { accountsIn, namingOf, Owners } from "./address-scope.ts";
import { type Handlers, pageOf, writtenPage } from "./query-context.ts";
import { QueryRefusal } from "./refusal.ts";

const EVERY_MARKET = -1;
const ORDERS_DEFAULT = 100;
type OpenRow = QueryAnswer<"openOrders">["rows"][number];
type Status = QueryAnswer<"orderStatus">;

/** A row and its place in its list. */
interface Placed<Row> extends OrderPlace {
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
    const written = await venue.history.writtenOrders(
      {
        ...{ accounts, ...namingOf(engine, accounts), statuses, market: marketFilter(venue, request.symbol) },
        ...{ startTime, endTime: request.end_time, limit },
        place: place && { at: place.last_ts, kind: place.last_kind, id: place.last_id },
      },
      venue.sequencer.appliedPosition,
    );
    return writtenPage(cursors, written, (last) => ({ ...placeOf(last), since: startTime }));
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
    throw new QueryRefusal("order_not_found", `the address has no order ${request.order_id}`);
  },
};

/** All open orders, newest first. */
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
          ...ordinaryFields(engine.market(order.market).parameters, order),
          status: open,
          ...owners.of(account),
        })),
      ),
      ...engine.algoOrders.open(account, market).map((order) =>
        placed(order.createdAt, ALGO, order.algoOrderId, () => ({
          ...algoFields(engine.market(order.market).parameters, order),
          status: open,
          ...owners.of(account),
        })),
      ),
    ])
    .sort(newestOrderFirst);
}

function placed<Row>(at: number, kind: number, id: number, row: () => Row): Placed<Row> {
  return { at, kind, id, row };
}

function placeOf({ at, kind, id }: OrderPlace): Place {
  return { last_ts: at, last_kind: kind, last_id: id };
}

function isAfter(row: Placed<unknown>, place: Place | undefined): boolean {
  if (place === undefined) return true;
  return newestOrderFirst({ at: place.last_ts, kind: place.last_kind, id: place.last_id }, row) < 0;
}

/** The beginning of the UTC day that was current 24 hours ago. */
function dayBefore(now: number): number {
  return Math.max(0, Math.floor((now - DAY_MS) / DAY_MS) * DAY_MS);
}

const FINISHED = ["FILLED", "CANCELLED", "REJECTED"] as const;

function statusesOf(status: string | undefined): readonly string[] {
  if (status === undefined) return FINISHED;
  const word = status.toUpperCase();
  return [word === "CANCELED" ? "CANCELLED" : word];
}

function statusOf(engine: EngineReader, order: Ordinary & { readonly realizedPnl: number }): Status {
  const { trigger_status: _, ...fields } = ordinaryFields(engine.market(order.market).parameters, order);
  const realized_pnl = moneyText(order.realizedPnl);
  return {
    ...fields,
    status: order.status,
    ...executedFields(engine.market(order.market).parameters, order),
    realized_pnl,
  };
}

function algoStatusOf(engine: EngineReader, order: AlgoOrderView): Status {
  const { trigger_status: _, ...fields } = algoFields(engine.market(order.market).parameters, order);
  return {
    ...fields,
    status: order.status,
    ...executedFields(engine.market(order.market).parameters, order),
    realized_pnl: null,
  };
}
