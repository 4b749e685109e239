// Compares a venue with what its traders were answered before it was killed.

import { expect } from "bun:test";
import { ApiError } from "@evermark/client";
import { type Bot, type Placement, SYMBOL } from "./bot.ts";
import { untilWhole } from "./whole.ts";

type Shown = Awaited<ReturnType<Bot["client"]["orders"]["getOrder"]>>;
type Fill = Awaited<ReturnType<Bot["client"]["orders"]["getTrade"]>>;

const PAGE = 500;
/** The number of requests sent at the same time; a bot may have traded for hours. */
const AT_ONCE = 50;
const CORE_UNAVAILABLE = -1011;

/**
 * Checks that everything which the venue has ever acknowledged to these bots is there exactly once and adds up.
 * @param areAlone whether no other account trades in their market, so that what one has bought another has sold
 */
export async function expectPromisesKept(bots: readonly Bot[], areAlone = true): Promise<void> {
  for (const { baseUrl } of bots.slice(0, 1)) await untilWhole(baseUrl);
  // Done before anything is counted, because an order that is sent again may trade.
  for (const bot of bots) await askForLostAnswers(bot);
  let net = 0;
  for (const bot of bots) {
    const orders = await allOrders(bot);
    const fills = await allFills(bot);
    expectOrders(bot, orders);
    expectFills(bot, orders, fills);
    net += await expectPosition(bot, fills);
  }
  if (areAlone) expect(net).toBe(0);
}

/**
 * Sends a bot's refused placements again until the venue accepts orders. A placement that was refused because of the
 * disk has left no trace, so its id is free.
 */
export async function untilTaken(bot: Bot): Promise<void> {
  for (const placement of bot.placements.values()) {
    while (placement.refusedWith === CORE_UNAVAILABLE && placement.answer === null) {
      const { wasReplayed } = await bot.send(placement);
      expect(wasReplayed).toBe(false);
      await Bun.sleep(placement.answer === null ? 50 : 0);
    }
  }
}

/** Orders that the venue has although its answer never came. */
export async function carriedOutUnanswered(bot: Bot): Promise<Shown[]> {
  const found = await Promise.all(unanswered(bot).map(({ body }) => findByClientId(bot, body.client_order_id)));
  return found.filter((order) => order !== undefined);
}

function unanswered(bot: Bot): Placement[] {
  return [...bot.placements.values()].filter(({ answer, refusedWith }) => answer === null && refusedWith === null);
}

/**
 * Sends a placement again if its answer was lost; the answer is the order that it made, if it made one. Also checks
 * that any placement gets the same answer however often it is sent, and that its id can't be used for anything else.
 */
async function askForLostAnswers(bot: Bot): Promise<void> {
  for (const placement of unanswered(bot)) {
    const found = await findByClientId(bot, placement.body.client_order_id);
    const { wasReplayed } = await bot.send(placement);
    expect(wasReplayed).toBe(found !== undefined);
    if (found !== undefined) expect(placement.answer?.order_id).toBe(found.order_id);
  }
  const answered = [...bot.placements.values()].filter(({ answer }) => answer !== null);
  for (const placement of answered.slice(-20)) {
    const { order_id, status } = placement.answer!;
    const repeated = await bot.client.orders.placeOrder(placement.body);
    expect(repeated).toMatchObject({ order_id, status });
    const changed = bot.client.orders.placeOrder({ ...placement.body, order_quantity: 99 });
    expect(await changed.catch((error) => error)).toMatchObject({ status: 409, code: -1007 });
    expect(await findByClientId(bot, placement.body.client_order_id)).toMatchObject({ order_id });
    expect(await bot.client.orders.getOrder({ order_id })).toMatchObject({ order_id });
  }
}

function expectOrders(bot: Bot, orders: readonly Shown[]): void {
  const byClientId = new Map(orders.map((order) => [order.client_order_id, order]));
  expect(byClientId.size).toBe(orders.length);
  expect(new Set(orders.map((order) => order.order_id)).size).toBe(orders.length);
  for (const placement of bot.placements.values()) {
    const order = byClientId.get(placement.body.client_order_id);
    if (placement.answer === null) continue;
    expect(order).toMatchObject({
      order_id: placement.answer.order_id,
      symbol: SYMBOL,
      side: placement.body.side,
      type: placement.body.order_type,
    });
    expectTerms(placement, order!);
    if (placement.answer.status === "FILLED" || placement.answer.status === "CANCELLED") {
      expect(order!.status).toBe(placement.answer.status);
    }
    if (placement.isCancelled) expect(order!.status).toBe("CANCELLED");
  }
}

/** The order has the terms that were acknowledged last, or those of the amendment whose answer was lost. */
function expectTerms({ terms, lostTerms }: Placement, { price, quantity }: Shown): void {
  const possible = lostTerms === null ? [terms] : [terms, lostTerms];
  expect(possible).toContainEqual({ order_price: price!, order_quantity: quantity });
}

function expectFills(bot: Bot, orders: readonly Shown[], fills: readonly Fill[]): void {
  const byTrade = new Map(fills.map((fill) => [fill.id, fill]));
  expect(byTrade.size).toBe(fills.length);
  for (const { fills: reported } of bot.placements.values()) {
    for (const [tradeId, quantity] of reported) expect(byTrade.get(tradeId)?.executed_quantity).toBe(quantity);
  }
  const executed = new Map<number, number>();
  for (const fill of fills) {
    executed.set(fill.order_id, (executed.get(fill.order_id) ?? 0) + hundredths(fill.executed_quantity));
  }
  for (const order of orders) expect(hundredths(order.total_executed_quantity)).toBe(executed.get(order.order_id) ?? 0);
}

/** Checks that the position is what was bought minus what was sold. Returns it in hundredths. */
async function expectPosition(bot: Bot, fills: readonly Fill[]): Promise<number> {
  const { position_qty } = await bot.client.positions.getPosition({ symbol: SYMBOL });
  const net = fills.reduce((sum, fill) => sum + hundredths(fill.executed_quantity) * signOf(fill.side), 0);
  expect(hundredths(position_qty)).toBe(net);
  return net;
}

function signOf(side: string): number {
  return side === "BUY" ? 1 : -1;
}

/** Quantities are whole lots of a hundredth, so their sums are exact in this unit. `+ 0` turns −0 into 0. */
function hundredths(quantity: number): number {
  return Math.round(quantity * 100) + 0;
}

async function findByClientId(bot: Bot, client_order_id: string): Promise<Shown | undefined> {
  try {
    return await bot.client.orders.getOrderByClientId({ client_order_id });
  } catch (error) {
    if (error instanceof ApiError && error.code === -1006) return undefined;
    throw error;
  }
}

async function allOrders(bot: Bot): Promise<Shown[]> {
  return allPages((page) => bot.client.orders.getOrders({ page, size: PAGE }));
}

/** The fills are read for each order that has any, because the list of an account's fills ends after the latest 500. */
async function allFills(bot: Bot): Promise<Fill[]> {
  const orders = await allOrders(bot);
  const traded = orders.filter((order) => order.total_executed_quantity > 0);
  const fills: Fill[] = [];
  for (let from = 0; from < traded.length; from += AT_ONCE) {
    const batch = traded.slice(from, from + AT_ONCE);
    const lists = await Promise.all(batch.map(({ order_id }) => bot.client.orders.getOrderTrades({ order_id })));
    fills.push(...lists.flatMap(({ rows }) => rows));
  }
  return fills;
}

async function allPages<Row>(
  read: (page: number) => Promise<{ rows: Row[]; meta: { total: number } }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const { rows, meta } = await read(page);
    all.push(...rows);
    if (rows.length === 0 || all.length >= meta.total) return all;
  }
}
