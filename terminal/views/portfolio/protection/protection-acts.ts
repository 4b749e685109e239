// Take profit and stop loss, for a whole position, where the venue keeps one pair, or for a part of it. A missing leg can't
// be added to a waiting one, so an order with both legs replaces the one with a single leg; at no moment is there neither.
// Rules 3.1, 3.3, 3.4.

import { ApiError, newClientOrderId } from "@evermark/client";
import { decimal, digitsOf } from "../../../format/figure-text.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { AlgoOrder, Position } from "../../../session/asking/answers.ts";
import type { AlgoBody } from "../../../session/orders/order-body.ts";
import { words } from "../../../texts/words.ts";
import { refusalOf } from "../../ticket/ticket-refusals.ts";
import type { Act } from "../acts/acts.ts";
import { closingSide, foundOrNull, NOT_FOUND } from "../acts/position-acts.ts";
import { type AlgoRow, isWaiting, legsOf, sleeps } from "./algo-tree.ts";

const text = words.portfolio;

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
/** Typed digits; empty for none. */
export type LegPrices = Readonly<Record<LegKind, string>>;
export const LEG_KINDS = ["TAKE_PROFIT", "STOP_LOSS"] as const;

/** The act that gives a position's pair these prices: it places the pair, changes it, or replaces one that lacks a leg. */
export function protecting(
  session: AccountSession,
  position: Position,
  pair: AlgoOrder | undefined,
  prices: LegPrices,
): Act {
  if (pair === undefined) return settingPair(session, position, prices);
  return addsLeg(pair, prices) ? completingPair(session, position, pair, prices) : changingPair(session, pair, prices);
}

export function addsLeg(pair: AlgoOrder, prices: LegPrices): boolean {
  return LEG_KINDS.some((kind) => prices[kind] !== "" && legOf(pair, kind) === undefined);
}

export function settingPair(session: AccountSession, position: Position, prices: LegPrices): Act {
  const { algo } = session.client;
  const { symbol } = position;
  const body = pairBody(position, prices);
  const said = text.acts.tpslSet(marketName(symbol));
  return {
    text: titleOf(symbol, prices),
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

/** A leg whose price is removed is cancelled, the other one stays. */
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
    text: titleOf(pair.symbol, prices),
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

/**
 * Replaces a pair with one leg by a pair with both. The venue takes no second pair beside the first, so a TP_SL of the
 * position's present size stands in for the moment between them.
 */
export function completingPair(session: AccountSession, position: Position, pair: AlgoOrder, prices: LegPrices): Act {
  const { algo } = session.client;
  const { symbol, margin_mode } = position;
  const size = Math.abs(position.position_qty);
  const standIn = { ...groupBody(symbol, margin_mode, digitsOf(size)), child_orders: legBodies(position, prices) };
  const body = pairBody(position, prices);
  const send = async () => {
    await algo.placeAlgoOrder(standIn);
    await unlessGone(algo.cancelAlgoOrder({ symbol, order_id: pair.algo_order_id }));
    try {
      await algo.placeAlgoOrder(body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      session.refreshOrders();
      return text.acts.tpslOfSize(marketName(symbol), `${decimal(size)} ${baseOf(symbol)}`, refusalOf(error));
    }
    await unlessGone(algo.cancelAlgoOrderByClientId({ symbol, client_order_id: standIn.client_order_id }));
    session.refreshOrders();
    return text.acts.tpslSet(marketName(symbol));
  };
  // Each step has a name: repeating it changes nothing already done, and continues where the answer was lost.
  return { text: titleOf(symbol, prices), send, find: send };
}

/**
 * Replaces a TP_SL for a part of the position by one with both legs: the new one is placed before the old one is cancelled.
 */
export function completingGroup(session: AccountSession, group: AlgoOrder, added: AddedLeg): Act {
  const { algo } = session.client;
  const { symbol, algo_order_id: order_id } = group;
  const legs = legsOf(group).filter(isWaiting);
  const body = {
    ...groupBody(symbol, group.margin_mode, digitsOf(group.quantity)),
    ...(group.order_tag !== null && { order_tag: group.order_tag }),
    child_orders: [...legs.map(sameLeg), { ...sameLeg(legs[0]!), ...marketLeg(added) }],
  };
  const send = async () => {
    await algo.placeAlgoOrder(body);
    await unlessGone(algo.cancelAlgoOrder({ symbol, order_id }));
    session.refreshOrders();
    return text.acts.legAdded(text.algo.kinds[added.kind]!, decimal(Number(added.price)), marketName(symbol));
  };
  return { text: text.algo.addTo(text.algo.kinds[added.kind]!, marketName(symbol)), send, find: send };
}

export interface AddedLeg {
  readonly kind: LegKind;
  /** The typed digits. */
  readonly price: string;
}

/** The leg that this order lacks; undefined when it has both, or when none can be added now. */
export function missingLeg(row: AlgoRow): LegKind | undefined {
  const { order, path } = row;
  const isGroup = order.algo_type === "TP_SL" || order.algo_type === "POSITIONAL_TP_SL";
  // The quantity of a bracket's legs follows its entry until the entry has ended.
  const isFollowing = path.length > 1 && order.algo_type === "TP_SL" && ENTRY_OPEN.has(path[0]!.algo_status);
  if (!isGroup || !isWaiting(order) || sleeps(row) || isFollowing) return undefined;
  const missing = LEG_KINDS.filter((kind) => legOf(order, kind) === undefined);
  return missing.length === 1 ? missing[0] : undefined;
}

const ENTRY_OPEN: ReadonlySet<string> = new Set(["NEW", "PARTIAL_FILLED"]);

type LegBody = NonNullable<AlgoBody["child_orders"]>[number];

function groupBody(symbol: string, margin_mode: Position["margin_mode"], quantity: string) {
  return { symbol, margin_mode, algo_type: "TP_SL" as const, quantity, client_order_id: newClientOrderId() };
}

function pairBody(position: Position, prices: LegPrices) {
  const legs = legBodies(position, prices);
  return {
    symbol: position.symbol,
    margin_mode: position.margin_mode,
    algo_type: "POSITIONAL_TP_SL" as const,
    client_order_id: newClientOrderId(),
    child_orders: legs.map((leg) => ({ ...leg, type: "CLOSE_POSITION" as const })),
  };
}

function legBodies(position: Position, prices: LegPrices): LegBody[] {
  const side = closingSide(position);
  return LEG_KINDS.filter((kind) => prices[kind] !== "").map((kind) => ({
    ...{ symbol: position.symbol, side, reduce_only: true },
    ...marketLeg({ kind, price: prices[kind] }),
  }));
}

function marketLeg({ kind, price }: AddedLeg) {
  return { algo_type: kind, type: "MARKET" as const, trigger_price: price, price: undefined };
}

/** A copy of a waiting leg. */
function sameLeg({ algo_type, side, type, trigger_price, price }: AlgoOrder): LegBody {
  return {
    ...{ algo_type: algo_type as LegKind, side, type, reduce_only: true },
    trigger_price: digitsOf(trigger_price ?? 0),
    price: price === null || price === 0 ? undefined : digitsOf(price),
  };
}

/** An order that has triggered or was cancelled need not be cancelled. */
async function unlessGone(cancelling: Promise<unknown>): Promise<void> {
  try {
    await cancelling;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== NOT_FOUND) throw error;
  }
}

function titleOf(symbol: string, prices: LegPrices): string {
  return `${text.tpsl.title(marketName(symbol))} ${prices.TAKE_PROFIT} ${prices.STOP_LOSS}`;
}
