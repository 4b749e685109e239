// Turns the wishes of single areas into commands, by what the model holds at that moment.

import { childrenOf } from "@evermark/model/algo-state.ts";
import { bestVisible } from "@evermark/model/book.ts";
import { absolute, greatest, least } from "@evermark/model/exact.ts";
import type { NaiveExchange } from "@evermark/model/exchange.ts";
import { reducible } from "@evermark/model/leverage.ts";
import { initialMarginWithOrders, totalCollateral, withdrawableOf } from "@evermark/model/margin.ts";
import { allocation } from "@evermark/model/reserve.ts";
import { type NaiveOrder, notional, remaining } from "@evermark/model/state.ts";
import { feeE5, micros, millis, priceE8, quantityE8, ratioE10 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { AlgoWriter, amendment, rootOf } from "./algo-script.ts";
import type { AreaWish } from "./area-wishes.ts";
import { placeOrder } from "./setup.ts";
import { HIGH_FEE_TAG, type WorldMarket } from "./world-markets.ts";

const RATE = 10_000_000_000n;

export interface AreaContext {
  readonly exchange: NaiveExchange;
  readonly marketOf: (number: number) => WorldMarket;
  /** What a wish becomes that has nothing to refer to. */
  readonly nothing: () => Command;
  readonly now: number;
}

export function areaCommand(context: AreaContext, wish: AreaWish): Command {
  const { accounts, markets } = context.exchange.state;
  const at = millis(context.now);
  const account = wish.account % accounts.length;
  const market = wish.market < 0 ? -1 : wish.market % markets.length;
  switch (wish.do) {
    case "mode":
      return { type: "set_margin_mode", at, account, market, marginMode: wish.mode };
    case "margin":
      return marginMove(context, wish, account, market);
    case "isolated leverage":
      return { type: "set_leverage", at, account, market, leverage: wish.leverage, marginMode: "ISOLATED" };
    case "all in":
      return allIn(context, wish, account, market);
    case "close":
      return closing(context, wish, account, market);
    case "stake":
      return stake(context, wish, account, market);
    case "turn":
      return turn(context, wish);
    case "quote":
      return quote(context, wish, market);
    case "hit":
      return hit(context, wish, account);
    case "withdraw":
      return withdrawal(context, account, wish.share);
    case "fees": {
      const { broker } = accounts[account]!;
      return { type: "set_broker_fees", at, broker, takerFee: feeE5(wish.taker), makerFee: feeE5(wish.maker) };
    }
    case "algo":
      return new AlgoWriter(context, account, market, wish.algo).command();
    case "amend algo":
      return amendment(context, wish);
    case "cancel algo": {
      const root = rootOf(context, wish.which);
      const legs = root === undefined ? [] : childrenOf(context.exchange.state, root);
      const named = wish.part === "leg" ? (legs.at(-1) ?? root) : root;
      const byClient = wish.part === "client";
      return {
        type: "cancel_algo_order",
        at,
        account: root?.account ?? account,
        market: root?.market ?? market,
        algoOrderId: byClient ? 0 : (named?.id ?? 1),
        clientOrderId: byClient ? root?.clientOrderId || "a" : "",
      };
    }
    case "cancel all algos":
      return { type: "cancel_all_algo_orders", at, account, market: wish.all ? -1 : market, algoType: wish.type };
    case "state":
      return { type: "set_market_state", at, market, state: wish.state, reason: "" };
    case "halt":
      return { type: "halt_venue", at, halted: wish.halted, reason: "wished" };
    case "clock halt":
      return { type: "halt_for_clock", at, halted: wish.halted };
    case "rules":
      return {
        type: "set_market_rules",
        at,
        market,
        priceRange: wish.range < 0 ? null : ratioE10(wish.range),
        priceScope: wish.scope < 0 ? null : ratioE10(wish.scope),
        maxNotional: wish.cap < 0 ? null : micros(wish.cap),
      };
    case "delist":
      return { type: "schedule_delisting", at, market, delistAt: millis(context.now + wish.wait) };
    case "maintenance": {
      const startAt = millis(wish.back ? 0 : context.now + wish.wait);
      return { type: "schedule_maintenance", at, startAt, endAt: millis(startAt + wish.lasts), message: "" };
    }
    case "maintenance cancel":
      return { type: "set_maintenance_cancel", at, account, cancels: wish.cancels };
  }
}

/** A share, in percent, of what could be moved. */
function marginMove(
  { exchange, now }: AreaContext,
  wish: Extract<AreaWish, { do: "margin" }>,
  named: number,
  number: number,
): Command {
  const { accounts, markets } = exchange.state;
  const market = markets[number]!;
  const account =
    accounts.find((each) => each.isolated[number]!.quantity !== 0n && each.number >= named) ?? accounts[named]!;
  const most = wish.adds ? withdrawableOf(exchange.state, account) : reducible(account, market);
  const amount = wish.share === 101 ? most + 1n : (most * BigInt(wish.share)) / 100n;
  return {
    type: "move_position_margin",
    at: millis(now),
    account: account.number,
    market: number,
    direction: wish.adds ? "ADD" : "REDUCE",
    amount: micros(Number(amount)),
  };
}

/** An isolated order for a share of what is available, as if nothing of it closed. */
function allIn(
  { exchange, marketOf, now }: AreaContext,
  wish: Extract<AreaWish, { do: "all in" }>,
  number: number,
  market: number,
): Command {
  const { state } = exchange;
  const account = state.accounts[number]!;
  const { mark, parameters } = state.markets[market]!;
  const best = bestVisible(state, market, wish.buys ? "SELL" : "BUY") ?? mark;
  const away = mark + BigInt(wish.distance * marketOf(market).priceStep);
  const price = wish.takes ? best : greatest(parameters.quoteTick, away);
  const lot = allocation(notional(price, parameters.baseTick), account.isolatedLeverages[market]!);
  const lots = (withdrawableOf(state, account) * BigInt(wish.share)) / (100n * lot);
  const quantity = least(parameters.baseMax, greatest(parameters.baseMin, lots * parameters.baseTick));
  return placeOrder({
    at: millis(now),
    account: number,
    market,
    side: wish.buys ? "BUY" : "SELL",
    orderType: wish.takes ? "MARKET" : "LIMIT",
    price: priceE8(wish.takes ? 0 : Number(price)),
    quantity: quantityE8(Number(quantity)),
    marginMode: "ISOLATED",
  });
}

/** An order for a share of what is free, as if it opened all of it. */
function stake(
  { exchange, marketOf, now }: AreaContext,
  wish: Extract<AreaWish, { do: "stake" }>,
  number: number,
  market: number,
): Command {
  const { state } = exchange;
  const account = state.accounts[number]!;
  const { mark, parameters } = state.markets[market]!;
  const { orderType } = wish;
  const price = greatest(parameters.quoteTick, mark + BigInt(wish.distance * marketOf(market).priceStep));
  const free = greatest(0n, totalCollateral(state, account) - initialMarginWithOrders(state, account));
  const marginMode = wish.isolated ? ("ISOLATED" as const) : ("CROSS" as const);
  const leverage = (wish.isolated ? account.isolatedLeverages : account.leverages)[market]!;
  const value = (free * leverage * BigInt(wish.share)) / 100n;
  const lots = (value * RATE) / (price * parameters.baseTick);
  const quantity = least(parameters.baseMax, greatest(parameters.baseMin, lots * parameters.baseTick));
  const byAmount = orderType === "MARKET" && wish.byAmount;
  const rests = orderType === "LIMIT";
  return placeOrder({
    at: millis(now),
    account: number,
    market,
    side: wish.buys ? "BUY" : "SELL",
    orderType,
    price: priceE8(orderType === "MARKET" ? 0 : Number(price)),
    quantity: quantityE8(byAmount ? 0 : Number(quantity)),
    amount: micros(byAmount ? Number(greatest(1n, notional(price, quantity))) : 0),
    visible: quantityE8(rests && wish.hidden ? 0 : -1),
    tag: wish.tagged ? HIGH_FEE_TAG : "",
    marginMode,
  });
}

/** What is open and may open, by id. */
function openingOrders({ exchange }: AreaContext): NaiveOrder[] {
  return exchange.state.open.filter((order) => !order.reduceOnly).sort((a, b) => a.id - b.id);
}

function turn(context: AreaContext, wish: Extract<AreaWish, { do: "turn" }>): Command {
  const orders = openingOrders(context);
  const order = orders[wish.which % Math.max(1, orders.length)];
  if (order === undefined) return context.nothing();
  const { mark, parameters } = context.exchange.state.markets[order.market]!;
  const by = BigInt(order.side === "BUY" ? -wish.by : wish.by);
  const price = ((mark * (1_000n + by)) / 1_000n / parameters.quoteTick) * parameters.quoteTick;
  const prices = [{ market: order.market, price: priceE8(Number(greatest(parameters.quoteTick, price))) }];
  return { type: "set_index_prices", at: millis(context.now), prices };
}

function quote({ exchange, marketOf, now }: AreaContext, wish: Extract<AreaWish, { do: "quote" }>, market: number) {
  const { mark, parameters } = exchange.state.markets[market]!;
  const { priceStep, quantityStep } = marketOf(market);
  const away = BigInt((wish.buys ? -wish.distance : wish.distance) * priceStep);
  return placeOrder({
    at: millis(now),
    account: 0,
    market,
    side: wish.buys ? "BUY" : "SELL",
    price: priceE8(Number(greatest(parameters.quoteTick, mark + away))),
    quantity: quantityE8(wish.quantity * quantityStep),
    marginMode: "CROSS",
  });
}

function hit(context: AreaContext, wish: Extract<AreaWish, { do: "hit" }>, named: number): Command {
  const orders = openingOrders(context);
  const order = orders[wish.which % Math.max(1, orders.length)];
  if (order === undefined) return context.nothing();
  const { accounts, markets } = context.exchange.state;
  const { parameters } = markets[order.market]!;
  // The first account can afford most of it.
  const taker = wish.which % 3 === 0 ? named : 0;
  const away = BigInt(wish.distance * context.marketOf(order.market).priceStep);
  const price = greatest(parameters.quoteTick, order.price + (order.side === "BUY" ? -away : away));
  const lots = (remaining(order) * BigInt(wish.share)) / (100n * parameters.baseTick);
  const quantity = least(parameters.baseMax, greatest(parameters.baseMin, lots * parameters.baseTick));
  return placeOrder({
    at: millis(context.now),
    account: taker === order.account ? (taker + 1) % accounts.length : taker,
    market: order.market,
    side: order.side === "BUY" ? "SELL" : "BUY",
    orderType: wish.orderType,
    price: priceE8(wish.orderType === "MARKET" ? 0 : Number(price)),
    quantity: quantityE8(Number(quantity)),
    marginMode: wish.mode,
  });
}

/** Asks for a nonce if there is none to use. */
function withdrawal({ exchange, now }: AreaContext, number: number, share: number): Command {
  const { state } = exchange;
  const at = millis(now);
  const known = state.funds.nonces.find((each) => each.account === number && each.kind === "withdraw");
  if (known === undefined || known.issued === known.used) {
    return { type: "issue_nonce", at, account: number, kind: "withdraw" };
  }
  const account = state.accounts[number]!;
  const amount = (withdrawableOf(state, account) * BigInt(share)) / 100n;
  return {
    type: "request_withdrawal",
    at,
    account: number,
    amount: micros(Number(amount)),
    fee: micros(0),
    nonce: known.issued,
    chainId: 196,
    receiver: account.wallet,
  };
}

/** An order on the side that closes an isolated position, of the named account or of any that has one. */
function closing(
  { exchange, marketOf, now }: AreaContext,
  wish: Extract<AreaWish, { do: "close" }>,
  named: number,
  market: number,
): Command {
  const { accounts, markets } = exchange.state;
  const { mark, parameters } = markets[market]!;
  const holders = accounts.filter((each) => each.isolated[market]!.quantity !== 0n);
  const account = holders[named % Math.max(1, holders.length)] ?? accounts[named]!;
  const held = account.isolated[market]!.quantity;
  const lots = (absolute(held) * BigInt(wish.share)) / (100n * parameters.baseTick);
  // Upwards is away from the book for an order that sells.
  const away = (held > 0n ? wish.distance : -wish.distance) * marketOf(market).priceStep;
  return placeOrder({
    at: millis(now),
    account: account.number,
    market,
    side: held > 0n ? "SELL" : "BUY",
    orderType: wish.takes ? "MARKET" : "LIMIT",
    price: priceE8(wish.takes ? 0 : Number(greatest(parameters.quoteTick, mark + BigInt(away)))),
    quantity: quantityE8(Number(greatest(1n, lots) * parameters.baseTick)),
    reduceOnly: wish.reduceOnly,
    marginMode: "ISOLATED",
  });
}
