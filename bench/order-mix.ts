// The order flow that the engine and its peer are measured with: 9 % limit orders, 3 % IOC, 6 % cancels, 82 % amends, of
// 1,000 accounts, around 1,000 resting orders over about 750 prices of one market. Design 8.
//
// The commands are made by playing them on an engine, so that amends and cancels name orders that are open then; played
// again on a new engine they meet the same orders. Making them is not part of what is measured.

import {
  type AmendOrder,
  type CancelOrder,
  type Command,
  Engine,
  feeE5,
  type Listener,
  micros,
  millis,
  type OrderReport,
  type PlaceOrder,
  priceE8,
  quantityE8,
  type Side,
  silent,
} from "@evermark/engine";
import { assert } from "@evermark/engine/fault.ts";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { seededRandom } from "./random.ts";

const ACCOUNTS = 1_000;
const RESTING = 1_000;
/** Prices on each side that an order may have: of 1,640 prices, 1,000 orders at random take about 750. */
const PRICES_PER_SIDE = 820;
/** Sizes are multiples of this many lots, so that half of the smallest is still an order: 0.002 BTC. */
const SIZE_STEP = 200;
const SIZES = 100;
const START = 1_700_000_040_000;
const DEPOSIT = micros(5_000_000_000_000);
const COMMANDS_PER_MS = 1_000;

/** What a book without accounts needs to do the same: prices in ticks, sizes in lots. */
export type BookChange =
  | { readonly type: "place"; id: string; side: Side; price: number; size: number; immediate: boolean }
  | { readonly type: "amend"; id: string; price: number; size: number }
  | { readonly type: "cancel"; id: string };

/** Commands with what they mean to a bare book. */
export interface Flow {
  readonly commands: readonly Command[];
  readonly changes: readonly BookChange[];
}

export interface OrderMix {
  /** Builder, market, accounts and their money. */
  readonly opening: readonly Command[];
  /** Fills the book. */
  readonly filling: Flow;
  /** What is measured. */
  readonly mixed: Flow;
  /** Commands of `mixed` that the engine refused. */
  readonly refused: number;
}

interface OpenOrder {
  readonly orderId: number;
  readonly account: number;
  readonly side: Side;
  price: number;
  quantity: number;
  executed: number;
}

export function makeOrderMix(count: number, seed = 1): OrderMix {
  const maker = new MixMaker(seed);
  const opening = maker.opening();
  const filling = maker.flow(RESTING, () => maker.limit());
  const mixed = maker.flow(count, () => maker.any());
  return { opening, filling, mixed, refused: maker.refused };
}

class MixMaker {
  readonly #engine = new Engine();
  readonly #random;
  readonly #market = defaultMarkets()[0]!;
  readonly #open: OpenOrder[] = [];
  readonly #places = new Map<number, number>();
  readonly #listener: Listener = { ...silent, order: (report) => this.#follow(report) };
  #firstAccount = 0;
  #middle = 0;
  #count = 0;
  refused = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  opening(): Command[] {
    const at = millis(START);
    const { parameters, initialPrice: price } = this.#market;
    const commands: Command[] = [
      { type: "add_broker", at, brokerId: "bench", takerFee: feeE5(60), makerFee: feeE5(20) },
      { type: "list_market", at, parameters, price },
      { type: "set_index_prices", at, prices: [{ market: 0, price }] },
    ];
    for (const command of commands) this.#engine.apply(command, silent);
    this.#firstAccount = this.#engine.accountCount;
    this.#middle = Math.round(price / parameters.quoteTick);
    for (let n = 0; n < ACCOUNTS; n++) {
      const hex = (n + 1).toString(16);
      const accountId = `0x${hex.padStart(64, "0")}`;
      const account = this.#firstAccount + n;
      commands.push(
        { type: "open_account", at, accountId, wallet: `0x${hex.padStart(40, "0")}`, brokerId: "bench" },
        { type: "credit_deposit", at, account, amount: DEPOSIT, source: "faucet", reference: `faucet:${n}:1` },
      );
    }
    for (const command of commands.slice(3)) {
      const { rejection } = this.#engine.apply(command, silent);
      assert(rejection === null, "a venue is opened as meant", { command: command.type, why: rejection?.message });
    }
    return commands;
  }

  flow(count: number, next: () => { command: Command; change: BookChange }): Flow {
    const commands: Command[] = [];
    const changes: BookChange[] = [];
    for (let i = 0; i < count; i++) {
      const { command, change } = next();
      const answer = this.#engine.apply(command, this.#listener);
      if (answer.rejection !== null) this.refused++;
      if (change.type === "place") change.id = String(answer.orderId);
      commands.push(command);
      changes.push(change);
    }
    return { commands, changes };
  }

  any(): { command: Command; change: BookChange } {
    const part = this.#random.below(100);
    if (part < 9 || this.#open.length === 0) return this.limit();
    if (part < 12) return this.#immediate();
    return part < 18 ? this.#cancel() : this.#amend();
  }

  /** A limit order on its own side of the middle: it rests. */
  limit(): { command: Command; change: BookChange } {
    const side = this.#side();
    return this.#place(side, this.#restingPrice(side), this.#size(), false);
  }

  /** Takes all of the best price, or half of it while the book is thinner than meant: so its size stays. */
  #immediate(): { command: Command; change: BookChange } {
    const side = this.#side();
    const [best] = this.#engine.bookSide(0, side === "BUY" ? "SELL" : "BUY", 1);
    const offered = best?.quantity ?? SIZE_STEP;
    const size = this.#open.length > RESTING ? offered : Math.ceil(offered / 2);
    const reach = side === "BUY" ? PRICES_PER_SIDE : -PRICES_PER_SIDE;
    return this.#place(side, this.#middle + reach, size, true);
  }

  #place(side: Side, price: number, size: number, immediate: boolean): { command: PlaceOrder; change: BookChange } {
    const { quoteTick, baseTick } = this.#market.parameters;
    const command = placeOrder({
      at: this.#now(),
      account: this.#firstAccount + this.#random.below(ACCOUNTS),
      side,
      orderType: immediate ? "IOC" : "LIMIT",
      price: priceE8(price * quoteTick),
      quantity: quantityE8(size * baseTick),
    });
    return { command, change: { type: "place", id: "", side, price, size, immediate } };
  }

  /** Moves an order to another price of its side; every fourth amend changes its quantity too. */
  #amend(): { command: AmendOrder; change: BookChange } {
    const { quoteTick, baseTick } = this.#market.parameters;
    const order = this.#open[this.#random.below(this.#open.length)]!;
    let price = this.#restingPrice(order.side);
    if (price === order.price) price += order.side === "BUY" ? -1 : 1;
    const resized = this.#random.below(4) === 0;
    const quantity = resized ? order.executed + this.#size() : order.quantity;
    const command: AmendOrder = {
      type: "amend_order",
      at: this.#now(),
      account: order.account,
      orderId: order.orderId,
      market: 0,
      side: order.side,
      orderType: "LIMIT",
      price: priceE8(price * quoteTick),
      quantity: quantityE8(resized ? quantity * baseTick : 0),
    };
    return {
      command,
      change: { type: "amend", id: String(order.orderId), price, size: quantity - order.executed },
    };
  }

  #cancel(): { command: CancelOrder; change: BookChange } {
    const { orderId, account } = this.#open[this.#random.below(this.#open.length)]!;
    return {
      command: { type: "cancel_order", at: this.#now(), account, market: 0, orderId, clientOrderId: "" },
      change: { type: "cancel", id: String(orderId) },
    };
  }

  #restingPrice(side: Side): number {
    const away = 1 + this.#random.below(PRICES_PER_SIDE);
    return side === "BUY" ? this.#middle - away : this.#middle + away;
  }

  #size(): number {
    return SIZE_STEP * (1 + this.#random.below(SIZES));
  }

  #side(): Side {
    return this.#random.below(2) === 0 ? "BUY" : "SELL";
  }

  #now() {
    return millis(START + Math.floor(this.#count++ / COMMANDS_PER_MS));
  }

  #follow(report: OrderReport): void {
    const { orderId, status, price, quantity, executed } = report;
    const place = this.#places.get(orderId);
    const ended = status !== "NEW" && status !== "PARTIAL_FILLED";
    if (place === undefined) {
      if (ended || report.orderType !== "LIMIT") return;
      this.#places.set(orderId, this.#open.length);
      this.#open.push({ orderId, account: report.account, side: report.side, price, quantity, executed });
      return;
    }
    if (!ended) {
      Object.assign(this.#open[place]!, { price, quantity, executed });
      return;
    }
    this.#places.delete(orderId);
    const last = this.#open.pop()!;
    if (last.orderId === orderId) return;
    this.#open[place] = last;
    this.#places.set(last.orderId, place);
  }
}
