// What can be done to algo orders, each as one act.

import { newClientOrderId } from "@evermark/client";
import { marketName } from "../../format/market-name.ts";
import type { AccountSession } from "../../session/account-session.ts";
import type { AlgoOrder, Position } from "../../session/answers.ts";
import { words } from "../../texts/words.ts";
import type { Act } from "./acts.ts";
import { type AlgoField, type AlgoRow, changeOf, isWaiting, legsOf, rowsOf } from "./algo-tree.ts";
import { closingSide, foundOrNull } from "./position-acts.ts";

const text = words.portfolio;

export function keyOfAlgo({ order, path }: AlgoRow): string {
  return `algo ${path[0]?.algo_order_id ?? order.algo_order_id} ${order.algo_order_id}`;
}

export function nameOfAlgo({ algo_type, symbol }: AlgoOrder): string {
  return `${text.algo.kinds[algo_type] ?? algo_type}, ${marketName(symbol)}`;
}

export function cancellingAlgo(session: AccountSession, order: AlgoOrder): Act {
  const { algo } = session.client;
  const said = text.acts.cancelled(nameOfAlgo(order));
  return {
    text: text.orders.cancelOf(nameOfAlgo(order)),
    send: async () => {
      await algo.cancelAlgoOrder({ symbol: order.symbol, order_id: order.algo_order_id });
      session.refreshOrders();
      return said;
    },
    find: async () => {
      const now = await algo.getAlgoOrder({ order_id: order.algo_order_id });
      session.refreshOrders();
      return rowsOf([now]).some((row) => isWaiting(row.order)) ? null : said;
    },
  };
}

export function amendingAlgo(session: AccountSession, row: AlgoRow, field: AlgoField, typed: string): Act {
  const { algo } = session.client;
  const root = row.path[0] ?? row.order;
  const said = text.acts.outcome(nameOfAlgo(row.order), `${text.algo[NAMES[field]]} ${typed}`);
  return {
    text: said,
    send: async () => {
      await algo.amendAlgoOrder(changeOf(row, field, typed));
      session.refreshOrders();
      return said;
    },
    find: async () => {
      const rows = rowsOf([await algo.getAlgoOrder({ order_id: root.algo_order_id })]);
      session.refreshOrders();
      const now = rows.find(({ order }) => order.algo_order_id === row.order.algo_order_id);
      return now?.order[field] === Number(typed) ? said : null;
    },
  };
}

const NAMES = { trigger_price: "trigger", price: "limit", quantity: "quantity" } as const;

export function cancellingAllAlgo(session: AccountSession): Act {
  const cancel = async () => {
    await session.client.algo.cancelAlgoOrders();
    session.refreshOrders();
    return text.acts.cancelledAlgo;
  };
  // Cancelling twice cancels nothing more than once.
  return { text: text.algo.cancelAll, send: cancel, find: cancel };
}

/** The pair that closes a whole position, if there is one: the venue keeps one for each position. */
export function pairOf(orders: readonly AlgoOrder[], { symbol, margin_mode }: Position): AlgoOrder | undefined {
  return orders.find(
    (order) =>
      order.algo_type === "POSITIONAL_TP_SL" &&
      order.symbol === symbol &&
      order.margin_mode === margin_mode &&
      isWaiting(order),
  );
}

export function legOf(pair: AlgoOrder | undefined, kind: LegKind): AlgoOrder | undefined {
  return pair && legsOf(pair).find((leg) => leg.algo_type === kind && isWaiting(leg));
}

export type LegKind = "TAKE_PROFIT" | "STOP_LOSS";
/** Digits as they were typed; empty for none. */
export type LegPrices = Readonly<Record<LegKind, string>>;
const LEG_KINDS = ["TAKE_PROFIT", "STOP_LOSS"] as const;

export function settingPair(session: AccountSession, position: Position, prices: LegPrices): Act {
  const { algo } = session.client;
  const { symbol, margin_mode } = position;
  const body = {
    symbol,
    margin_mode,
    algo_type: "POSITIONAL_TP_SL" as const,
    client_order_id: newClientOrderId(),
    child_orders: LEG_KINDS.filter((kind) => prices[kind] !== "").map((kind) => ({
      symbol,
      algo_type: kind,
      side: closingSide(position),
      type: "CLOSE_POSITION" as const,
      trigger_price: prices[kind],
      reduce_only: true,
    })),
  };
  const said = text.acts.tpslSet(marketName(symbol));
  return {
    text: `${text.tpsl.title(marketName(symbol))} ${prices.TAKE_PROFIT} ${prices.STOP_LOSS}`,
    send: async () => {
      await algo.placeAlgoOrder(body);
      session.refreshOrders();
      return said;
    },
    find: () =>
      foundOrNull(async () => {
        await algo.getAlgoOrderByClientId({ client_order_id: body.client_order_id });
        session.refreshOrders();
        return said;
      }),
  };
}

/** A leg whose price is taken away is cancelled, the other one stays. */
export function changingPair(session: AccountSession, pair: AlgoOrder, prices: LegPrices): Act {
  const { algo } = session.client;
  const changes = LEG_KINDS.flatMap((kind) => {
    const leg = legOf(pair, kind);
    if (leg === undefined || Number(prices[kind]) === leg.trigger_price) return [];
    const change = prices[kind] === "" ? { is_activated: false } : { trigger_price: prices[kind] };
    return [{ order_id: leg.algo_order_id, ...change }];
  });
  const said = text.acts.tpslSet(marketName(pair.symbol));
  return {
    text: `${text.tpsl.title(marketName(pair.symbol))} ${prices.TAKE_PROFIT} ${prices.STOP_LOSS}`,
    send: async () => {
      await algo.amendAlgoOrder({ order_id: pair.algo_order_id, child_orders: changes });
      session.refreshOrders();
      return said;
    },
    find: async () => {
      const now = await algo.getAlgoOrder({ order_id: pair.algo_order_id });
      session.refreshOrders();
      const isDone = LEG_KINDS.every((kind) => Number(prices[kind]) === (legOf(now, kind)?.trigger_price ?? 0));
      return isDone ? said : null;
    },
  };
}
