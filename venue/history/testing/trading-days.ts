// Days of a small venue, one after the other, the same each time: trades, funding, fees, liquidations, algo orders, settlements,
// deposits, and each day a market that is listed and one that is delisted. Some things are old when they end: an order that waits
// for two months, and a position that is held as long.

import {
  type Command,
  type EngineReader,
  type MarketParameters,
  millis,
  type PlaceOrder,
  priceE8,
  quantityE8,
  type Side,
} from "@evermark/engine";
import { placeAlgo } from "@evermark/engine/testing/algo-exchange.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder } from "@evermark/engine/testing/setup.ts";
import { defaultMarkets } from "../../configuration/default-markets.ts";
import { DAY_MS, HOUR_MS } from "../../sums/candle-sums.ts";

const FIRST_DAY = Date.UTC(2026, 0, 1);
const SYMBOLS = ["PERP_ETH_USDC", "PERP_BTC_USDC", "PERP_SOL_USDC"];
const TRADERS = 8;
/** Trades more than it can afford, so that it is liquidated now and then. */
const GAMBLER = TRADERS;
/** Has the order and the position that last for two months. */
const WAITER = TRADERS + 1;
const WAITS_DAYS = 60;

interface Listed {
  readonly parameters: MarketParameters;
  readonly number: number;
  price: number;
}

export type Apply = (commands: readonly Command[]) => Promise<unknown>;

export class TradingDays {
  readonly #engine: EngineReader;
  readonly #apply: Apply;
  readonly #trades: number;
  readonly #markets: Listed[] = [];
  /** Account numbers in the engine. */
  readonly accounts: number[] = [];
  #day = 0;
  #drawn = 1;
  #markedFor: Listed | undefined;

  /** @param trades per hour */
  constructor(engine: EngineReader, apply: Apply, trades = 4) {
    this.#engine = engine;
    this.#apply = apply;
    this.#trades = trades;
  }

  get now(): number {
    return FIRST_DAY + this.#day * DAY_MS;
  }

  async open(): Promise<void> {
    const at = millis(this.now);
    const opening = Array.from({ length: TRADERS + 2 }, (_, n) => openAccount(n, n % 2 === 0 ? "even" : "odd"));
    const brokers = [addBroker("even", 60, 30), addBroker("odd", 50, 20)];
    await this.#apply([...brokers, ...opening].map((command) => ({ ...command, at })));
    this.accounts.push(...opening.map(({ accountId }) => this.#engine.findAccount(accountId)));
    for (const symbol of SYMBOLS) await this.#list(symbol, symbol);
    for (const account of this.accounts)
      await this.#deposit(account, account === this.accounts[GAMBLER] ? 500 : 1_000_000);
  }

  /** Plays everything that happens on the next day. */
  async play(): Promise<void> {
    const day = this.#day;
    for (let hour = 0; hour < 24; hour++) await this.#playHour(this.now + hour * HOUR_MS);
    const end = millis(this.now + DAY_MS - 1_000);
    await this.#apply(this.accounts.map((account) => ({ type: "settle_pnl", at: end, account, nonce: 0 })));
    await this.#deposit(this.accounts[day % TRADERS]!, 10);
    await this.#deposit(this.accounts[GAMBLER]!, 100);
    await this.#changeMarkets(end);
    this.#day += 1;
  }

  async #playHour(at: number): Promise<void> {
    for (const market of this.#markets) market.price *= 1 + (this.#draw(2_001) - 1_000) / 50_000;
    const prices = this.#markets.map((market) => ({ market: market.number, price: priceOf(market) }));
    await this.#apply([
      { type: "tick", at: millis(at) },
      { type: "set_index_prices", at: millis(at), prices },
      ...this.#waiting(at),
      ...Array.from({ length: this.#trades }, (_, n) => this.#trade(at + 1_000 * (n + 1))).flat(),
      ...this.#gamble(at + HOUR_MS / 2),
    ]);
  }

  /** One account makes, another takes. In one of five cases the order only rests. The maker's orders are then cancelled. */
  #trade(at: number): Command[] {
    const market = this.#markets[this.#draw(SYMBOLS.length)]!;
    const maker = this.#draw(TRADERS);
    const taker = (maker + 1 + this.#draw(TRADERS - 1)) % TRADERS;
    const side: Side = this.#draw(2) === 0 ? "BUY" : "SELL";
    const resting = this.#order(at, maker, market, { side, orderType: "LIMIT" });
    if (this.#draw(5) === 0) return [resting, this.#stop(at, market), this.#cancelAll(at, maker)];
    const taking = this.#order(at, taker, market, { side: side === "BUY" ? "SELL" : "BUY", orderType: "IOC" });
    return [resting, { ...taking, price: resting.price }, this.#cancelAll(at, maker)];
  }

  #stop(at: number, market: Listed): Command {
    const trigger = market.price * (1 + (this.#draw(2_001) - 1_000) / 20_000);
    return placeAlgo({
      at: millis(at),
      account: this.accounts[this.#draw(TRADERS)]!,
      market: market.number,
      side: trigger < market.price ? "SELL" : "BUY",
      quantity: this.#quantityOf(market),
      triggerPrice: rounded(trigger, market.parameters.quoteTick),
    });
  }

  #cancelAll(at: number, trader: number): Command {
    return { type: "cancel_all_orders", at: millis(at), account: this.accounts[trader]!, market: -1 } as Command;
  }

  /** What lasts for two months: an order far from the market, and a position. */
  #waiting(at: number): Command[] {
    if (at !== this.now || this.#day % WAITS_DAYS !== 0) return [];
    const market = this.#markets[0]!;
    const far = { ...market, price: market.price * 0.6 };
    const holding = this.#order(at, 0, market, { side: "SELL", orderType: "LIMIT" });
    const flip: Side = (this.#day / WAITS_DAYS) % 2 === 0 ? "BUY" : "SELL";
    return [
      this.#cancelAll(at, WAITER),
      this.#order(at, WAITER, far, { side: "BUY", orderType: "LIMIT" }),
      { ...holding, side: flip === "BUY" ? "SELL" : "BUY" },
      { ...this.#order(at, WAITER, market, { side: flip, orderType: "IOC" }), price: holding.price },
    ];
  }

  #gamble(at: number): Command[] {
    const market = this.#markets[1]!;
    const resting = this.#order(at, this.#draw(TRADERS), market, { side: "SELL", orderType: "LIMIT" });
    const account = this.accounts[GAMBLER]!;
    const much = { ...resting, quantity: quantityE8(resting.quantity * 8) };
    return [much, { ...much, account, side: "BUY", orderType: "IOC" }];
  }

  /** Delists yesterday's market, and lists one for tomorrow. */
  async #changeMarkets(at: number): Promise<void> {
    const old = this.#markedFor;
    if (old !== undefined) {
      await this.#apply([
        { type: "set_market_state", at: millis(at), market: old.number, state: "REDUCE_ONLY", reason: "it goes" },
        { type: "schedule_delisting", at: millis(at), market: old.number, delistAt: millis(at + DAY_MS) },
      ] as Command[]);
      this.#markets.splice(this.#markets.indexOf(old), 1);
    }
    this.#markedFor = await this.#list("PERP_SOL_USDC", `PERP_D${this.#day}_USDC`, at);
    await this.#apply(this.#tradeIn(this.#markedFor, at));
  }

  #tradeIn(market: Listed, at: number): Command[] {
    const resting = this.#order(at, 0, market, { side: "BUY", orderType: "LIMIT" });
    return [resting, { ...resting, account: this.accounts[1]!, side: "SELL", orderType: "IOC" }];
  }

  async #list(like: string, symbol: string, at = this.now): Promise<Listed> {
    const { parameters, initialPrice } = defaultMarkets().find((market) => market.parameters.symbol === like)!;
    const named = { ...parameters, symbol };
    await this.#apply([{ ...listMarket(named, initialPrice), at: millis(at) }]);
    const listed = { parameters: named, number: this.#engine.marketCount - 1, price: initialPrice };
    this.#markets.push(listed);
    return listed;
  }

  #deposit(account: number, usdc: number): Promise<unknown> {
    const at = Math.max(this.#engine.now, this.now);
    return this.#apply([{ ...deposit(account, usdc * 1e6, `faucet:${account}:${at}`), at: millis(at) }]);
  }

  #order(at: number, trader: number, market: Listed, terms: Partial<PlaceOrder>): PlaceOrder {
    return placeOrder({
      at: millis(at),
      account: this.accounts[trader]!,
      market: market.number,
      price: priceOf(market),
      quantity: this.#quantityOf(market),
      ...terms,
    });
  }

  #quantityOf({ price, parameters }: Listed) {
    const wanted = (5_000 + this.#draw(10_000)) / (price / 1e8);
    return quantityE8(Math.max(1, Math.floor((wanted * 1e8) / parameters.baseTick)) * parameters.baseTick);
  }

  #draw(below: number): number {
    this.#drawn = (Math.imul(this.#drawn, 1_664_525) + 1_013_904_223) >>> 0;
    return (this.#drawn >>> 8) % below;
  }
}

function priceOf({ price, parameters }: Listed) {
  return rounded(price, parameters.quoteTick);
}

function rounded(price: number, tick: number) {
  return priceE8(Math.round(price / tick) * tick);
}
