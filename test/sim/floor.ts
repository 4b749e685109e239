// The trading floor as a trader sees it: what the venue shows, prices and sizes in the steps of each market, and dice of
// its own. Everything on the scales of commands: prices and quantities in 10⁻⁸, money in micros.

import {
  type Command,
  type MarketView,
  type PlaceOrder,
  type PositionView,
  priceE8,
  quantityE8,
} from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import type { Dice } from "./dice.ts";

/** A command that has no time yet. */
export type Draft<Of extends Command = Command> = Of extends Command ? Omit<Of, "at"> : never;

/** Someone who may want something now. Accounts are numbered by the order of their opening. */
export type Character = (floor: Floor, account: number) => Draft | readonly Draft[] | undefined;

export const USDC = 1_000_000;

export class Floor {
  /** Marks of the last beats of every market, oldest first. */
  private readonly marks: number[][] = [];
  private references = 0;
  /** The last nonce that was asked for, by account and kind; a command that was lost makes it one too high. */
  private readonly nonces = new Map<string, number>();

  constructor(
    readonly dice: Dice,
    /** The venue that runs now: another one after each restart. */
    private readonly venue: () => { readonly judge: { readonly engine: EngineByOpening }; readonly numbers: number[] },
    /** Whether the default modes, tags and other late kinds may be used. */
    readonly plays: (kind: Command["type"]) => boolean,
  ) {}

  get look(): EngineByOpening {
    return this.venue().judge.engine;
  }

  get engine() {
    return this.look.engine;
  }

  get now(): number {
    return this.engine.now;
  }

  /** How many accounts are open. */
  get accounts(): number {
    return this.venue().numbers.length;
  }

  /** The engine's own number of an account. */
  number(account: number): number {
    return this.venue().numbers[account] ?? account;
  }

  /** The place of one of the engine's accounts in the order of opening, -1 for a system account. */
  opening(number: number): number {
    return this.venue().numbers.indexOf(number);
  }

  get markets(): number {
    return this.engine.marketCount;
  }

  market(number: number): MarketView {
    return this.engine.market(number);
  }

  someone(): number {
    return this.dice.below(this.accounts);
  }

  /** The first market more often than the others, so that it is liquid. */
  someMarket(): number {
    return this.dice.chance(400) ? 0 : this.dice.below(this.markets);
  }

  /** So many ticks from the mark, at least one tick. */
  priceNear(number: number, ticks: number): number {
    const { mark, parameters } = this.market(number);
    return Math.max(1, mark + ticks) * parameters.quoteTick;
  }

  /** About so many thousandths from the mark. */
  priceAbout(number: number, perMille: number): number {
    const { mark } = this.market(number);
    return this.priceNear(number, Math.round((mark * perMille) / 1_000));
  }

  /** A size worth about so much, whatever the market, within what one order may have. */
  worth(number: number, usdc: number): number {
    const { mark, microsPerTickLot, parameters } = this.market(number);
    // A market with a low limit is tried now and then, not with every order.
    const most = this.dice.chance(100) ? usdc * USDC : Math.min(usdc * USDC, parameters.maxNotional / 5);
    const lots = Math.floor(most / (mark * microsPerTickLot));
    const { baseTick, baseMin, baseMax } = parameters;
    return Math.min(baseMax, Math.max(baseMin, lots * baseTick));
  }

  position(account: number, market: number, mode: "CROSS" | "ISOLATED" = "CROSS"): PositionView {
    return this.engine.position(this.number(account), market, mode);
  }

  /** Every position of an account, of both modes. */
  positions(account: number): PositionView[] {
    return this.engine.positions(this.number(account));
  }

  /** Up, down or nowhere over the last beats. */
  trend(number: number): -1 | 0 | 1 {
    const [first, last] = [this.marks[number]?.[0], this.marks[number]?.at(-1)];
    return first === undefined || last === undefined ? 0 : (Math.sign(last - first) as -1 | 0 | 1);
  }

  /** Once a beat. */
  remember(): void {
    for (let number = 0; number < this.markets; number++) {
      const marks = this.marks[number] ?? [];
      marks.push(this.market(number).mark);
      this.marks[number] = marks.slice(-5);
    }
  }

  /** A text that was not used before. */
  reference(of: string): string {
    this.references++;
    return `${of}:${this.references}`;
  }

  /** The wallet that an account was opened with. */
  wallet(account: number): string {
    return this.engine.account(this.number(account)).wallet;
  }

  askNonce(account: number, kind: "withdraw" | "settle" | "transfer"): Draft {
    this.nonces.set(`${kind} ${account}`, this.lastNonce(account, kind) + 1);
    return { type: "issue_nonce", account, kind };
  }

  lastNonce(account: number, kind: "withdraw" | "settle" | "transfer"): number {
    return this.nonces.get(`${kind} ${account}`) ?? 0;
  }

  order(account: number, market: number, fields: Partial<Record<keyof PlaceOrder, unknown>>): Draft {
    const { at, ...order } = placeOrder({ account, market, ...(fields as Partial<PlaceOrder>) });
    return order;
  }

  /** A limit order, or one of the types that have a limit. */
  limit(
    account: number,
    market: number,
    side: "BUY" | "SELL",
    price: number,
    quantity: number,
    more: Partial<Record<keyof PlaceOrder, unknown>> = {},
  ): Draft {
    return this.order(account, market, { side, price: priceE8(price), quantity: quantityE8(quantity), ...more });
  }

  take(account: number, market: number, side: "BUY" | "SELL", quantity: number, more: object = {}): Draft {
    return this.order(account, market, { side, orderType: "MARKET", quantity: quantityE8(quantity), ...more });
  }
}
