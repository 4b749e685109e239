// Makes order flow that meets the book as a user's would: amends and cancels name orders that are open at that time,
// and immediate orders take what is offered. It plays the flow on its own engine while it makes it. When the flow is
// played again on another engine that was opened in the same way, the commands meet the same orders. The making is
// never part of what is measured.

import {
  assert,
  type Command,
  Engine,
  feeE5,
  type Listener,
  micros,
  millis,
  type OrderReport,
  rejectionWords,
  silent,
} from "@evermark/engine";
import { below, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { type Mix, weightOf } from "../figures/load-options.ts";
import { OpenOrders } from "./flow-orders.ts";
import { AMEND, CANCEL, type FlowRecord, IMMEDIATE, type Kind, LIMIT, OrderFlow } from "./order-flow.ts";

/**
 * - `limit` rests on its own side of the mid price
 * - `ioc` takes all of the best price, or half of it while the book is thinner than intended, so that the book keeps
 * its size
 * - `cross` is a small limit order at the best price of the other side
 * - `cancel` and `amend` name a random open order; an amend moves it to another price, and every fourth one also
 * changes its size
 */
export type FlowPart = "limit" | "ioc" | "cross" | "cancel" | "amend";

export interface FlowShape {
  readonly accounts: number;
  /** They are copies of one market, so that only their number varies. */
  readonly markets: number;
  /** Weights of the `FlowPart`s. */
  readonly mix: Mix;
  /** How many orders all the books together should hold. */
  readonly resting: number;
  /** The number of prices that an order may have on each side. */
  readonly pricesPerSide: number;
}

/** The maximum number of markets that an account trades on: all the markets of a small venue, and some of a large one's. */
const MARKETS_EACH = 13;
/** Sizes are multiples of this number of lots, so that half of the smallest size is still a valid order: 0.002 BTC. */
const SIZE_STEP = 200;
const SIZES = 100;
/** The minimum order size of the market. The remainder of an order may be smaller. */
const SIZE_MIN = SIZE_STEP / 2;
const START = 1_700_000_040_000;
/** The total of all accounts: a venue's money is counted in micros and must be below 2^53. */
const MONEY = 5e15;
const COMMANDS_PER_MS = 1_000;
const ADD_BROKER: Command = {
  type: "add_broker",
  at: millis(START),
  brokerId: "bench",
  takerFee: feeE5(60),
  makerFee: feeE5(20),
};
const [MODEL] = defaultMarkets();
/** The positions of a million accounts are more than a market usually allows. */
const PARAMETERS = { ...MODEL!.parameters, globalMaxOiCap: micros(1e15) };
const PRICE = MODEL!.initialPrice;
/** The number of the first account that an opening makes; the others have the numbers after it. */
export const ACCOUNT_0 = accountsAfter(ADD_BROKER);
const MIDDLE = Math.round(PRICE / PARAMETERS.quoteTick);

function accountsAfter(command: Command): number {
  const engine = new Engine();
  engine.apply(command, silent);
  return engine.accountCount;
}

interface Trader {
  readonly account: number;
  readonly market: number;
}

/** The builder, markets, accounts and their money: the commands that open an engine before it takes the flow of a shape. */
export function* openingOf({ accounts, markets }: Pick<FlowShape, "accounts" | "markets">): Generator<Command> {
  const at = millis(START);
  yield ADD_BROKER;
  for (let market = 0; market < markets; market++) {
    const symbol = market === 0 ? PARAMETERS.symbol : `PERP_BENCH${market}_USDC`;
    yield { type: "list_market", at, parameters: { ...PARAMETERS, symbol }, price: PRICE };
  }
  const prices = Array.from({ length: markets }, (_, market) => ({ market, price: PRICE }));
  yield { type: "set_index_prices", at, prices };
  const amount = micros(Math.floor(MONEY / Math.max(accounts, 1_000)));
  for (let n = 0; n < accounts; n++) {
    const hex = (n + 1).toString(16);
    const accountId = `0x${hex.padStart(64, "0")}`;
    yield { type: "open_account", at, accountId, wallet: `0x${hex.padStart(40, "0")}`, brokerId: "bench" };
    const reference = `faucet:${n}:1`;
    yield { type: "credit_deposit", at, account: ACCOUNT_0 + n, amount, source: "faucet", reference };
  }
}

export class OrderMaker {
  readonly open = new OpenOrders();
  readonly #engine = new Engine();
  readonly #shape: FlowShape;
  readonly #random;
  readonly #parts: readonly (readonly [FlowPart, number])[];
  readonly #weight: number;
  readonly #listener: Listener = { ...silent, order: (report: OrderReport) => this.open.follow(report) };
  #count = 0;
  #refused = 0;
  #firstRefusal = "";

  /** @param others engines that are opened together with the maker's own engine */
  constructor(shape: FlowShape, others: readonly Engine[] = [], seed = 1) {
    this.#shape = shape;
    this.#random = seededRandom(seed);
    this.#parts = Object.entries(shape.mix) as [FlowPart, number][];
    this.#weight = weightOf(shape.mix);
    for (const command of openingOf(shape)) {
      for (const engine of [this.#engine, ...others]) {
        const { rejection } = engine.apply(command, silent);
        assert(rejection === null, "the venue opens as expected", { command: command.type, why: rejection?.message });
      }
    }
  }

  /** Makes an empty flow with room for `capacity` commands. */
  newFlow(capacity: number): OrderFlow {
    return new OrderFlow(capacity, PARAMETERS);
  }

  /** Appends limit orders that rest. */
  addResting(flow: OrderFlow, count: number): void {
    for (let n = 0; n < count; n++) this.#play(flow, this.#limit());
  }

  /** Appends commands of the mix. @throws {Fault} if the engine refuses more than one in a hundred of all commands */
  addMixed(flow: OrderFlow, count: number): void {
    for (let n = 0; n < count; n++) this.#play(flow, this.#any());
    assert(this.#refused * 100 <= this.#count, "the engine accepts nearly all commands of a mix", {
      refused: this.#refused,
      commands: this.#count,
      first: this.#firstRefusal,
    });
  }

  #play(flow: OrderFlow, record: FlowRecord): void {
    const n = flow.length;
    flow.add(record);
    const { rejection, orderId } = this.#engine.apply(flow.command(n), this.#listener);
    this.#count++;
    if (rejection !== null && this.#refused++ === 0) this.#firstRefusal = rejectionWords(rejection);
    // A refused order may use up an id too; which id the peer uses for it does not matter.
    if (record.kind === LIMIT || record.kind === IMMEDIATE) flow.nameOrder(n, orderId);
  }

  #any(): FlowRecord {
    const { length: openCount } = this.open;
    let ticket = below(this.#random, this.#weight);
    for (const [part, weight] of this.#parts) {
      ticket -= weight;
      if (ticket >= 0) continue;
      if (part === "ioc") return this.#immediate();
      if (part === "cross") return this.#crossing();
      if (part === "limit" || openCount === 0) return this.#limit();
      return part === "cancel" ? this.#cancel() : this.#amend();
    }
    return this.#limit();
  }

  #limit(): FlowRecord {
    const sells = this.#flip();
    return this.#order(LIMIT, this.#trader(), sells, this.#restingPrice(sells), this.#size());
  }

  #immediate(): FlowRecord {
    const { resting, pricesPerSide } = this.#shape;
    const { account, market } = this.#trader();
    const sells = this.#flip();
    const offered = this.#best(market, sells)?.quantity ?? SIZE_STEP;
    const size = this.open.length > resting ? offered : Math.max(SIZE_MIN, Math.ceil(offered / 2));
    return this.#order(IMMEDIATE, { account, market }, sells, MIDDLE + (sells ? -pricesPerSide : pricesPerSide), size);
  }

  #crossing(): FlowRecord {
    const { account, market } = this.#trader();
    const sells = this.#flip();
    const best = this.#best(market, sells);
    if (best === undefined) return this.#limit();
    return this.#order(
      LIMIT,
      { account, market },
      sells,
      best.price,
      Math.max(SIZE_MIN, Math.min(SIZE_STEP, best.quantity)),
    );
  }

  /** The best price that an order of this side would meet. */
  #best(market: number, sells: boolean) {
    return this.#engine.bookSide(market, sells ? "BUY" : "SELL", 1)[0];
  }

  #order(kind: Kind, trader: Trader, sells: boolean, price: number, quantity: number): FlowRecord {
    return { kind, at: this.#now(), ...trader, orderId: 0, sells, price, quantity, remaining: quantity };
  }

  #amend(): FlowRecord {
    const order = this.open.at(below(this.#random, this.open.length));
    const { account, market, orderId, sells, executed } = order;
    let price = this.#restingPrice(sells);
    if (price === order.price) price += sells ? 1 : -1;
    const resized = below(this.#random, 4) === 0;
    const total = resized ? executed + this.#size() : order.quantity;
    const quantity = resized ? total : 0;
    const remaining = total - executed;
    return { kind: AMEND, at: this.#now(), account, market, orderId, sells, price, quantity, remaining };
  }

  #cancel(): FlowRecord {
    const { account, market, orderId, sells } = this.open.at(below(this.#random, this.open.length));
    const nothing = { price: 0, quantity: 0, remaining: 0 };
    return { kind: CANCEL, at: this.#now(), account, market, orderId, sells, ...nothing };
  }

  #restingPrice(sells: boolean): number {
    const away = 1 + below(this.#random, this.#shape.pricesPerSide);
    return sells ? MIDDLE + away : MIDDLE - away;
  }

  /** A random account, on one of its markets. */
  #trader(): Trader {
    const { accounts, markets } = this.#shape;
    const n = below(this.#random, accounts);
    const market = (n * MARKETS_EACH + below(this.#random, Math.min(markets, MARKETS_EACH))) % markets;
    return { account: ACCOUNT_0 + n, market };
  }

  #size(): number {
    return SIZE_STEP * (1 + below(this.#random, SIZES));
  }

  #flip(): boolean {
    return below(this.#random, 2) === 0;
  }

  #now(): number {
    return START + Math.floor(this.#count / COMMANDS_PER_MS);
  }
}
