// Turns the wishes of a random history into commands, one by one, by what exists at that moment.

import type { NaiveExchange } from "@evermark/model/exchange.ts";
import { type NaiveOrder, rowOf } from "@evermark/model/state.ts";
import { micros, millis, type PriceE8, priceE8, quantityE8 } from "../base/units.ts";
import type { Command, PlaceOrder } from "../language/commands/commands.ts";
import { areaCommand } from "./area-script.ts";
import { deposit, listMarket, openAccount, placeOrder, START } from "./setup.ts";
import type { Wish, WishedOrder } from "./wishes.ts";
import { type WorldMarket, worldMarkets } from "./world-markets.ts";
import { ACCOUNTS_MAX, MIDDLE, type World } from "./worlds.ts";

export class Script {
  readonly commands: Command[] = [];
  private deposits = 0;

  constructor(
    private readonly world: World,
    private readonly exchange: NaiveExchange,
    private now: number = START,
  ) {}

  next(wish: Wish): Command {
    const command = { ...this.resolve(wish), at: this.timeOf(wish) } as Command;
    this.commands.push(command);
    return command;
  }

  private timeOf(wish: Wish): number {
    if (wish.do !== "tick") this.now += wish.after;
    else {
      const step = wish.to === "second" ? 1_000 : 60_000;
      this.now = (Math.floor(this.now / step) + 1) * step;
    }
    return millis(this.now);
  }

  private resolve(wish: Wish): Command {
    const { accounts, markets, open } = this.exchange.state;
    const at = START; // replaced by the caller
    const accountOf = (number: number) => number % accounts.length;
    const marketOf = (number: number) => number % markets.length;
    const orderOf = (which: number): NaiveOrder | undefined => {
      const byId = open.toSorted((a, b) => a.id - b.id);
      return byId[which % Math.max(1, byId.length)];
    };
    switch (wish.do) {
      case "place": {
        const market = marketOf(wish.market);
        return this.wishedOrder(wish.order, accountOf(wish.account), market);
      }
      case "repeat": {
        const placed = this.commands.filter((each) => each.type === "place_order" && each.clientOrderId !== "");
        const again = placed[wish.which % Math.max(1, placed.length)] as PlaceOrder | undefined;
        if (again === undefined) return this.nothing();
        return wish.change ? { ...again, quantity: quantityE8(again.quantity + 100_000_000) } : again;
      }
      case "amend": {
        const order = orderOf(wish.which);
        const number = order?.market ?? 0;
        const side = order?.side ?? "BUY";
        return {
          type: "amend_order",
          at,
          account: wish.wrong === "account" ? accountOf((order?.account ?? 0) + 1) : (order?.account ?? 0),
          orderId: order?.id ?? 1,
          market: number,
          side: wish.wrong === "side" ? (side === "BUY" ? "SELL" : "BUY") : side,
          orderType: wish.wrong === "type" ? "FOK" : (order?.type ?? "LIMIT"),
          price: priceE8(wish.price === 0 ? 0 : this.priceAt(number, wish.price)),
          quantity: quantityE8(wish.quantity * this.market(number).quantityStep),
        };
      }
      case "cancel": {
        const order = orderOf(wish.which);
        const byClient = wish.by === "client";
        return {
          type: "cancel_order",
          at,
          account: wish.by === "stranger" ? accountOf((order?.account ?? 0) + 1) : (order?.account ?? 0),
          market: wish.which % 2 === 0 ? -1 : (order?.market ?? 0),
          orderId: byClient ? 0 : (order?.id ?? 1),
          clientOrderId: byClient ? order?.clientOrderId || "a" : "",
        };
      }
      case "cancel all":
        return {
          type: "cancel_all_orders",
          at,
          account: accountOf(wish.account),
          market: wish.market < 0 ? -1 : marketOf(wish.market),
        };
      case "arm":
        return { type: "cancel_all_after", at, account: accountOf(wish.account), triggerAfterMs: wish.wait };
      case "deposit": {
        if (!wish.again || this.deposits === 0) this.deposits += 1;
        const reference = `later:${this.deposits}`;
        return { ...deposit(accountOf(wish.account), wish.amount, reference), at };
      }
      case "leverage":
        return {
          type: "set_leverage",
          at,
          account: accountOf(wish.account),
          market: wish.market < 0 ? -1 : marketOf(wish.market),
          leverage: wish.leverage,
          marginMode: "CROSS",
        };
      case "settle":
        return { type: "settle_pnl", at, account: accountOf(wish.account), nonce: 0 };
      case "report": {
        const market = marketOf(wish.market);
        const price = this.outsidePrice(market, wish.price);
        return { type: "oracle_prices", at, prices: [{ market, source: wish.source, price, volume: quantityE8(0) }] };
      }
      case "pin": {
        const numbers = [...new Set(wish.markets.map(marketOf))];
        const prices = numbers.map((market) => ({
          market,
          price: this.outsidePrice(market, wish.price),
        }));
        return { type: "set_index_prices", at, prices };
      }
      case "list": {
        const next = worldMarkets[this.world.kind][markets.length];
        return next === undefined ? this.nothing() : listMarket(next.parameters, next.firstPrice);
      }
      case "open":
        return accounts.length < ACCOUNTS_MAX ? openAccount(accounts.length, "plain") : this.nothing();
      case "tick":
        return { type: "tick", at };
      default:
        return areaCommand(
          {
            exchange: this.exchange,
            marketOf: (number) => this.market(number),
            nothing: () => this.nothing(),
            now: this.now + wish.after,
          },
          wish,
        );
    }
  }

  /** A placement on the scale of the wire, consistent but for the flaw that was wished. */
  private wishedOrder(wished: WishedOrder, account: number, number: number): PlaceOrder {
    const market = this.market(number);
    const { orderType, flaw } = wished;
    const hasLimit = orderType === "LIMIT" || orderType === "IOC" || orderType === "FOK" || orderType === "POST_ONLY";
    const byAmount = wished.amount > 0 && !hasLimit;
    const byLevel = orderType === "ASK" || orderType === "BID";
    const canHide = orderType === "LIMIT" || (byLevel && !byAmount);
    const price = this.priceAt(number, wished.price) + (flaw === "off tick" ? 7 : 0);
    const size = wished.quantity * market.quantityStep + (flaw === "off lot" ? 1 : 0);
    const shown = flaw === "too visible" ? wished.quantity + 1 : Math.min(wished.visible, wished.quantity);
    // An eighth of a step at the first price, so that amounts rarely come out even.
    const eighth = (market.firstPrice / 8e10) * market.quantityStep;
    const holder = this.exchange.state.accounts[account]!;
    const mode = wished.marginMode || holder.modes[number]!;
    const held = rowOf(holder, this.exchange.state.markets[number]!, mode).quantity;
    const closes = wished.reduceOnly === "closing" && held !== 0n;
    return placeOrder({
      account,
      market: number,
      side: closes ? (held > 0n ? "SELL" : "BUY") : wished.side,
      orderType,
      price: priceE8((hasLimit && flaw !== "no price") || flaw === "stray price" ? price : 0),
      quantity: quantityE8(byAmount && flaw !== "both sizes" ? 0 : size),
      amount: micros(byAmount ? Math.ceil(wished.amount * eighth) : 0),
      visible: quantityE8(canHide && wished.visible >= 0 ? shown * market.quantityStep : -1),
      reduceOnly: closes || wished.reduceOnly === "blindly",
      clientOrderId: flaw === "bad id" ? "-starts-with-hyphen" : wished.clientOrderId,
      slippage: orderType === "MARKET" ? wished.slippage : 0,
      level: byLevel ? wished.level : flaw === "stray level" ? 1 : -1,
      postOnlyAdjust: orderType === "POST_ONLY" && wished.adjust,
      tag: flaw === "enum tag" ? "enum:owner:TAG" : "",
      inBatch: wished.inBatch,
      // Some come over connections that take their orders with them.
      untilDisconnect: this.commands.length % 3 === 0,
      marginMode: wished.marginMode,
    });
  }

  /** What a wish becomes that has nothing to refer to. */
  private nothing(): Command {
    return { type: "cancel_all_after", at: START, account: 0, triggerAfterMs: 1 };
  }

  private market(number: number): WorldMarket {
    return worldMarkets[this.world.kind][number]!;
  }

  /** A price some steps from the mark, in 10⁻⁸; at least one tick. */
  private priceAt(number: number, wished: number): number {
    const { priceStep, parameters } = this.market(number);
    const { mark } = this.exchange.state.markets[number]!;
    return Math.max(parameters.quoteTick, Number(mark) + (wished - MIDDLE) * priceStep);
  }

  /** A price from outside, often between ticks, in whole 40 · 10⁻⁸ so that means and clips come out even. */
  private outsidePrice(number: number, wished: number): PriceE8 {
    return priceE8(Math.round((this.market(number).firstPrice * wished) / 160_000) * 40);
  }
}
