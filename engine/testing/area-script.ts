// Turns the wishes of single areas into commands, by what the model holds at that moment.

import type { Command } from "../commands.ts";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../units.ts";
import { AlgoWriter, amendment, rootOf } from "./algo-script.ts";
import type { AreaWish } from "./area-wishes.ts";
import { childrenOf } from "./naive/algo-state.ts";
import { bestVisible } from "./naive/book.ts";
import { absolute, greatest, least } from "./naive/exact.ts";
import type { NaiveExchange } from "./naive/exchange.ts";
import { reducible } from "./naive/leverage.ts";
import { withdrawableOf } from "./naive/margin.ts";
import { allocation } from "./naive/reserve.ts";
import { notional } from "./naive/state.ts";
import { placeOrder } from "./setup.ts";
import type { WorldMarket } from "./world-markets.ts";

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
    case "rules":
      return {
        type: "set_market_rules",
        at,
        market,
        priceRange: wish.range < 0 ? null : ratioE10(wish.range),
        priceScope: wish.scope < 0 ? null : ratioE10(wish.scope),
        fundingPeriodHours: null,
        capFunding: null,
        floorFunding: null,
        maxNotional: wish.cap < 0 ? null : micros(wish.cap),
        globalMaxOiCap: null,
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

/** An order on the side that closes an isolated position, of the named account or of whoever has one. */
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
  // Upwards is away from the book for whoever sells.
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
