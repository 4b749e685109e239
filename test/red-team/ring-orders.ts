// The ring's orders: carries out a line of a plan at the present mark, with the present money.

import type { Engine, MarketView, Side } from "@evermark/engine";
import { ORDER } from "../workload/drawn-command.ts";
import type { AlgoMove, MeetMove, OrderMove, PaintMove, PremiumMove, Terms } from "./moves.ts";
import { TAG } from "./opened-world.ts";
import type { RingSession } from "./ring-session.ts";

const PPM = 1_000_000;
const USDC = 1_000_000;
const MINUTE_MS = 60_000;
/** The distance between the two quotes of a premium, in millionths. */
const NARROW = 500;
/** After this time an offer has been assigned. */
const CLAIMED_MS = 12_000;
type Amount = Pick<Terms, "market" | "side" | "unit" | "size" | "off">;

export function order(session: RingSession, wished: OrderMove): void {
  const account = session.players[wished.by]!;
  const market = session.engine.market(wished.market);
  const held = positionOf(session.engine, account, wished.market);
  if (wished.closes && held === 0) return;
  if (!mayTrade(session, wished.by, wished.side)) return;
  const side = wished.closes ? (held > 0 ? "SELL" : "BUY") : wished.side;
  const away = (side === "BUY" ? -1 : 1) * Math.abs(wished.off);
  const size = wished.closes && wished.unit === "position" ? Math.min(1_000, wished.size) : wished.size;
  const move: OrderMove = { ...wished, side, size, off: wished.passive ? away : wished.off };
  const lots = lotsOf(session.engine, account, market, move);
  if (lots <= 0) return;
  const priced = move.kind !== "MARKET" && move.kind !== "ASK" && move.kind !== "BID";
  const byAmount = move.byAmount && !priced;
  session.send({
    ...ORDER,
    account,
    market: move.market,
    side: move.side,
    orderType: move.kind,
    price: priced ? priceAt(market, move.side, move.off) : 0,
    quantity: byAmount ? 0 : lots * market.parameters.baseTick,
    amount: byAmount ? lots * market.mark * market.microsPerTickLot : 0,
    visible: move.hidden && move.kind !== "POST_ONLY" ? 0 : -1,
    reduceOnly: move.reduceOnly,
    tag: move.tagged ? TAG : "",
    marginMode: move.mode,
  });
}

/** A resting order, and another player's order that takes it; what does not trade at once is cancelled. */
export function meet(session: RingSession, move: MeetMove): void {
  const { market: number, side, kind, mode: marginMode } = move;
  const against: Side = side === "BUY" ? "SELL" : "BUY";
  if (!(mayTrade(session, move.by, side) && mayTrade(session, move.with, against))) return;
  const market = session.engine.market(number);
  const [maker, taker] = [session.players[move.by]!, session.players[move.with]!];
  const lots = Math.min(
    lotsOf(session.engine, maker, market, move),
    mostOf(session, taker, { ...move, side: against }),
  );
  if (lots <= 0) return;
  // Rounded as for the resting side, so that both prices meet.
  const price = priceAt(market, side, move.off);
  const common = { ...ORDER, market: number, quantity: lots * market.parameters.baseTick, marginMode };
  const first = { ...common, account: maker, side, price, tag: move.tagged ? TAG : "" };
  const second = { ...common, account: taker, side: against, orderType: kind, price: kind === "MARKET" ? 0 : price };
  const makerOrder = session.send(first).orderId;
  const takerOrder = session.send(second).orderId;
  withdrawOrder(session, maker, makerOrder);
  withdrawOrder(session, taker, takerOrder);
}

/** The most that the taker can trade, when the size is a share of the most; for other sizes, any number of lots. */
function mostOf({ engine }: RingSession, taker: number, move: Amount): number {
  return move.unit === "most" ? lotsOf(engine, taker, engine.market(move.market), move) : Number.POSITIVE_INFINITY;
}

/** In a one-sided world each player either buys or sells, so that trades never close anything. */
function mayTrade({ setting }: RingSession, player: number, side: Side): boolean {
  return !setting.oneSided || (player % 2 === 0) === (side === "BUY");
}

function withdrawOrder(session: RingSession, account: number, orderId: number): void {
  if (session.engine.findOrder(orderId) === undefined) return;
  session.send({ type: "cancel_order", account, market: -1, orderId, clientOrderId: "" });
}

export function amend(session: RingSession, by: number, which: number, off: number, size: number): void {
  const account = session.players[by]!;
  const open = session.engine.openOrders(account, -1);
  const order = open[open.length - 1 - (which % Math.max(1, open.length))];
  if (order === undefined) return;
  const { orderId, side, orderType } = order;
  const market = session.engine.market(order.market);
  const lots = Math.max(1, Math.floor((order.quantity * size) / 1_000));
  const [price, quantity] = [priceAt(market, side, off), lots * market.parameters.baseTick];
  session.send({ type: "amend_order", account, orderId, market: order.market, side, orderType, price, quantity });
}

export function algo(session: RingSession, move: AlgoMove): void {
  const account = session.players[move.by]!;
  const market = session.engine.market(move.market);
  const lots = lotsOf(session.engine, account, market, move);
  if (lots <= 0) return;
  const whole = move.kind === "POSITIONAL_TP_SL";
  const trailing = move.kind === "TRAILING_STOP";
  const triggerPrice = trailing ? 0 : priceAt(market, move.side, move.trigger);
  const price = move.limit && !trailing ? priceAt(market, move.side, move.off) : 0;
  const leg = {
    side: move.side,
    triggerPrice,
    price,
    quantity: lots * market.parameters.baseTick,
    reduceOnly: move.reduceOnly,
  };
  const orderType = move.limit && !trailing ? "LIMIT" : "MARKET";
  const child = {
    ...leg,
    algoType: "STOP_LOSS" as const,
    orderType: "CLOSE_POSITION" as const,
    price: 0,
    quantity: 0,
    reduceOnly: true,
    children: [],
  };
  session.send({
    type: "place_algo_order",
    account,
    market: move.market,
    algoType: move.kind,
    ...leg,
    ...(whole ? { triggerPrice: 0, price: 0, quantity: 0, reduceOnly: true } : {}),
    orderType: whole ? "" : orderType,
    activatedPrice: 0,
    callbackRate: trailing ? 100_000 : 0,
    callbackValue: 0,
    visible: true,
    clientOrderId: "",
    tag: move.tagged ? TAG : "",
    marginMode: move.mode,
    children: whole ? [child] : [],
  });
}

/** Shows a bid and an ask at the ends of minutes, so that the mark follows them. */
export function paint(session: RingSession, move: PaintMove): void {
  const { bid, ask } = towardWanted(session, move);
  const quotes = quote(session, move, move.market, bid, ask);
  for (let left = move.minutes; left > 0; left--) session.leap((Math.floor(session.now / MINUTE_MS) + 1) * MINUTE_MS);
  session.tick();
  if (move.keep) return;
  for (const { account, orderId } of quotes) withdrawOrder(session, account, orderId);
}

/** The quotes, on that side of the mark on which the ring wants them. */
function towardWanted(
  session: RingSession,
  { market, bid, ask, toward }: PaintMove,
): { readonly bid: number; readonly ask: number } {
  const side = toward * (session.lastMoves[market] ?? 0);
  return side === 0 || Math.sign(bid + ask) === side ? { bid, ask } : { bid: -ask, ask: -bid };
}

/** Keeps quotes up until funding is paid, and everything it started is over. */
export function premium(session: RingSession, move: PremiumMove): void {
  const markets = session.setting.markets.keys();
  const quotes = [...markets].flatMap((market) => quote(session, move, market, move.bid, move.bid + NARROW));
  for (let left = move.periods; left > 0; left--) {
    session.leap(Math.max(session.now + 1_000, session.engine.market(0).nextFundingTime));
    session.leap(session.now + CLAIMED_MS);
  }
  for (const { account, orderId } of quotes) withdrawOrder(session, account, orderId);
}

interface Quoted {
  readonly account: number;
  readonly orderId: number;
}

/** A bid of one player and an ask of another, at distances from the mark. */
function quote(
  session: RingSession,
  { by, with: other, usdc }: { by: number; with: number; usdc: number },
  market: number,
  bid: number,
  ask: number,
): Quoted[] {
  const view = session.engine.market(market);
  const lots = Math.max(1, Math.floor((usdc * USDC) / (view.mark * view.microsPerTickLot)));
  const quantity = lots * view.parameters.baseTick;
  const sides = [
    { side: "BUY", player: by, off: bid },
    { side: "SELL", player: other, off: ask },
  ] as const;
  return sides.map(({ side, player, off }) => {
    const account = session.players[player]!;
    const { orderId } = session.send({ ...ORDER, account, market, side, price: priceAt(view, side, off), quantity });
    return { account, orderId };
  });
}

/** A price `off` millionths from the mark, rounded to a tick within that distance. */
function priceAt({ mark, parameters }: MarketView, side: Side, off: number): number {
  const exact = (mark * (PPM + off)) / PPM;
  const ticks = Math.max(1, side === "BUY" ? Math.floor(exact) : Math.ceil(exact));
  return ticks * parameters.quoteTick;
}

function lotsOf(
  engine: Engine,
  account: number,
  market: MarketView,
  { market: number, side, unit, size, off }: Amount,
): number {
  const { baseTick, baseMax } = market.parameters;
  const most = Math.floor(baseMax / baseTick);
  const value = market.mark * market.microsPerTickLot;
  return Math.min(most, Math.max(1, Math.floor(wanted())));

  function wanted(): number {
    switch (unit) {
      case "usdc":
        return (size * USDC) / value;
      case "position":
        return (Math.abs(positionOf(engine, account, number)) * size) / 1_000;
      case "equity": {
        const leverage = engine.leverage(account, number, "CROSS");
        return (Math.max(0, engine.margin(account).accountValue) * leverage * size) / 1_000 / value;
      }
      case "most": {
        const price = Math.floor(priceAt(market, side, off) / market.parameters.quoteTick);
        return (engine.maxOrderQuantity(account, number, side, price as never) * size) / 1_000;
      }
    }
  }
}

/** The lots, signed, of the cross row, or otherwise of the isolated one. */
function positionOf(engine: Engine, account: number, market: number): number {
  const cross = engine.position(account, market, "CROSS").quantity;
  return cross !== 0 ? cross : engine.position(account, market, "ISOLATED").quantity;
}
