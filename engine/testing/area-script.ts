// Turns the wishes of single areas into commands, by what the model holds at that moment.

import type { AlgoChange, AlgoGroup, AlgoLeg, Command, PlaceAlgoOrder } from "../commands.ts";
import { micros, millis, type PriceE8, priceE8, quantityE8, ratioE10 } from "../units.ts";
import type { AreaWish, WishedAlgo } from "./area-wishes.ts";
import { childrenOf, isWaiting, type NaiveAlgo, treeOf } from "./naive/algo-state.ts";
import { bestVisible } from "./naive/book.ts";
import { absolute, greatest, least } from "./naive/exact.ts";
import type { NaiveExchange } from "./naive/exchange.ts";
import { reducible } from "./naive/leverage.ts";
import { withdrawableOf } from "./naive/margin.ts";
import { allocation } from "./naive/reserve.ts";
import { notional, rowOf } from "./naive/state.ts";
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

/** One of the trees in which something waits, or of all if none does. */
function rootOf({ exchange }: AreaContext, which: number): NaiveAlgo | undefined {
  const { state } = exchange;
  const roots = state.algos.filter((algo) => algo.parent === 0);
  const waiting = roots.filter((root) => treeOf(state, root).some((each) => isWaiting(state, each)));
  const from = waiting.length > 0 ? waiting : roots;
  return from[which % Math.max(1, from.length)];
}

function amendment(context: AreaContext, wish: Extract<AreaWish, { do: "amend algo" }>): Command {
  const { state } = context.exchange;
  const root = rootOf(context, wish.which);
  if (root === undefined) return context.nothing();
  const market = context.marketOf(root.market);
  const priceAt = (steps: number) =>
    priceE8(Math.max(1, Number(state.markets[root.market]!.mark) + steps * market.priceStep));
  const members = treeOf(state, root);
  const legs = members.filter((each) => each.triggerPrice > 0n);
  const leaves = legs.length > 0 ? legs : members;
  const named = wish.part === "first" ? leaves.slice(0, 1) : wish.part === "last" ? leaves.slice(-1) : leaves;
  const changes = named.map((algo): AlgoChange => {
    if (wish.part === "last" && wish.trigger === 4) return { ...noChange, algoOrderId: algo.id, deactivate: true };
    const onlySize = wish.part === "quantities";
    const trigger = algo.direction === "up" ? Math.abs(wish.trigger) : -Math.abs(wish.trigger);
    return {
      algoOrderId: algo.id,
      price: priceE8(onlySize || wish.price === 0 ? 0 : priceAt(wish.price)),
      quantity: quantityE8(wish.quantity * market.quantityStep),
      triggerPrice: priceE8(onlySize || wish.trigger === 0 ? 0 : priceAt(trigger)),
      activatedPrice: priceE8(algo.algoType === "TRAILING_STOP" && wish.trigger > 2 ? priceAt(wish.trigger) : 0),
      callbackRate: algo.algoType === "TRAILING_STOP" ? Math.abs(wish.price) * 100_000 : 0,
      callbackValue: priceE8(0),
      deactivate: false,
    };
  });
  return { type: "amend_algo_order", at: millis(context.now), account: root.account, algoOrderId: root.id, changes };
}

const noChange = {
  price: priceE8(0),
  quantity: quantityE8(0),
  triggerPrice: priceE8(0),
  activatedPrice: priceE8(0),
  callbackRate: 0,
  callbackValue: priceE8(0),
};

/** Writes one placement, consistent but for the flaw that was wished. */
class AlgoWriter {
  constructor(
    private readonly context: AreaContext,
    private readonly account: number,
    private readonly market: number,
    private readonly wished: WishedAlgo,
  ) {}

  command(): Command {
    const { wished } = this;
    const isSingle = wished.algoType === "STOP" || wished.algoType === "TRAILING_STOP" || wished.algoType === "BRACKET";
    const isLimit = wished.limit && wished.algoType !== "TRAILING_STOP" && isSingle;
    const side = isSingle ? this.side() : this.closingSide();
    const trails = wished.algoType === "TRAILING_STOP";
    const placed: PlaceAlgoOrder = {
      type: "place_algo_order",
      at: millis(this.context.now),
      account: this.account,
      market: this.market,
      algoType: wished.algoType,
      side,
      orderType: isSingle ? (isLimit ? "LIMIT" : "MARKET") : "",
      price: isLimit || wished.flaw === "stray price" ? this.priceAt(wished.distance) : priceE8(0),
      quantity: quantityE8(wished.algoType === "POSITIONAL_TP_SL" ? 0 : this.size()),
      triggerPrice: wished.algoType === "STOP" ? this.priceAt(wished.distance) : priceE8(0),
      activatedPrice: trails && wished.profit > 1 ? this.priceAt(wished.distance) : priceE8(0),
      callbackRate: trails && wished.byRate ? wished.callback * 100_000 : 0,
      callbackValue: priceE8(trails && !wished.byRate ? wished.callback * this.step() : 0),
      reduceOnly: isSingle && wished.reduceOnly && wished.algoType !== "BRACKET",
      visible: wished.visible,
      clientOrderId: wished.flaw === "bad id" ? "-starts-with-hyphen" : wished.clientOrderId,
      tag: "",
      marginMode: wished.mode,
      children: this.children(side),
    };
    return placed;
  }

  private children(side: "BUY" | "SELL"): AlgoGroup[] {
    const { wished } = this;
    if (wished.algoType === "STOP" || wished.algoType === "TRAILING_STOP") return [];
    if (wished.algoType !== "BRACKET") return this.legs(side, wished.algoType === "POSITIONAL_TP_SL", 0);
    const closing = side === "BUY" ? "SELL" : "BUY";
    const from = wished.limit ? wished.distance : 0;
    const group: AlgoLeg = {
      algoType: wished.positional ? "POSITIONAL_TP_SL" : "TP_SL",
      side: closing,
      orderType: "",
      triggerPrice: priceE8(0),
      price: priceE8(0),
      quantity: quantityE8(0),
      reduceOnly: true,
    };
    return [{ ...group, children: this.legs(closing, wished.positional, from) }];
  }

  /** The two legs around a price that is `from` steps away from the mark. */
  private legs(side: "BUY" | "SELL", positional: boolean, from: number): AlgoGroup[] {
    const { wished } = this;
    if (wished.flaw === "no legs") return [];
    const away = side === "SELL" ? 1 : -1;
    const gap = wished.flaw === "satisfied" ? 0 : 1;
    const leg = (algoType: "TAKE_PROFIT" | "STOP_LOSS", steps: number): AlgoGroup => ({
      algoType,
      side: wished.flaw === "wrong side" && algoType === "STOP_LOSS" ? (side === "BUY" ? "SELL" : "BUY") : side,
      orderType: wished.limit && algoType === "TAKE_PROFIT" ? "LIMIT" : positional ? "CLOSE_POSITION" : "MARKET",
      triggerPrice: this.priceAt(from + steps),
      price: wished.limit && algoType === "TAKE_PROFIT" ? this.priceAt(from + steps - away) : priceE8(0),
      quantity: quantityE8(0),
      reduceOnly: true,
      children: [],
    });
    const profit = leg("TAKE_PROFIT", away * (wished.profit + gap));
    const loss = leg("STOP_LOSS", -away * (wished.loss + gap));
    return wished.legs === "both" ? [profit, loss] : wished.legs === "profit" ? [profit] : [loss];
  }

  private side(): "BUY" | "SELL" {
    return this.wished.buys ? "BUY" : "SELL";
  }

  private closingSide(): "BUY" | "SELL" {
    const { state } = this.context.exchange;
    const account = state.accounts[this.account]!;
    const mode = this.wished.mode || account.modes[this.market]!;
    const held = rowOf(account, state.markets[this.market]!, mode).quantity;
    return held === 0n ? this.side() : held > 0n ? "SELL" : "BUY";
  }

  private priceAt(steps: number): PriceE8 {
    const { parameters, priceStep } = this.context.marketOf(this.market);
    const mark = Number(this.context.exchange.state.markets[this.market]!.mark);
    return priceE8(
      Math.max(parameters.quoteTick, mark + steps * priceStep) + (this.wished.flaw === "off tick" ? 7 : 0),
    );
  }

  private step(): number {
    return this.context.marketOf(this.market).priceStep;
  }

  private size(): number {
    return (
      this.wished.quantity * this.context.marketOf(this.market).quantityStep + (this.wished.flaw === "off lot" ? 1 : 0)
    );
  }
}
