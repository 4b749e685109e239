// What a trader sees when its turn comes: what the venue shows, prices and sizes in the steps of each market, and dice.
// Everything on the scales of commands: prices and quantities in 10⁻⁸, money in micros. Accounts by the order of their opening.

import type { MarginMode, MarketView, OfferView, OrderView, PositionView, Side } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { Dice } from "./dice.ts";
import { type Draft, ORDER } from "./drawn-command.ts";
import type { PlannedMarket } from "./markets.ts";

export const USDC = 1_000_000;
const SECOND_MS = 1_000;
/** Rich accounts don't have to risk everything. */
const STAKED_MAX = 100_000 * USDC;

export class Situation {
  /** Of the step that is drawn now. */
  dice = new Dice(0);
  /** When it is drawn. */
  now = 0;
  private references = 0;

  constructor(
    private readonly venue: () => EngineByOpening,
    readonly planned: readonly PlannedMarket[],
    /** Whether accounts and markets that are not there are named now and then: the model knows nothing of them. */
    readonly hasStrangers: boolean,
  ) {}

  get look(): EngineByOpening {
    return this.venue();
  }

  get engine() {
    return this.look.engine;
  }

  /** So many whole seconds from now. */
  second(count = 1): number {
    return (Math.floor(this.now / SECOND_MS) + count) * SECOND_MS;
  }

  // Who.

  get accounts(): number {
    return this.look.numbers.length;
  }

  get everyone(): number[] {
    return Array.from({ length: this.accounts }, (_, account) => account);
  }

  someone(): number {
    return this.dice.below(this.accounts);
  }

  /** Another one, if there is. */
  other(than: number): number {
    return (than + 1 + this.dice.below(Math.max(1, this.accounts - 1))) % this.accounts;
  }

  /** The one that can afford everything. */
  richest(): number {
    return this.everyone.toSorted((a, b) => this.collateral(b) - this.collateral(a))[0]!;
  }

  /** The one that can afford least, of those that have anything. */
  poorest(): number {
    const some = this.everyone.filter((account) => this.collateral(account) > 0);
    return some.toSorted((a, b) => this.collateral(a) - this.collateral(b))[0] ?? 0;
  }

  private collateral(account: number): number {
    return this.look.margin(account).totalCollateral;
  }

  /** An account that holds a position in a market, if there is one. */
  holder(market: number, mode: MarginMode, side?: Side): number | undefined {
    const wanted = (lots: number) => (side === undefined ? lots !== 0 : side === "BUY" ? lots > 0 : lots < 0);
    return this.among(this.everyone.filter((account) => wanted(this.held(account, market, mode))));
  }

  /** Any of a list, undefined of none. */
  among<Item>(list: readonly Item[]): Item | undefined {
    return list.length === 0 ? undefined : this.dice.pick(list);
  }

  // Markets, prices and sizes.

  get markets(): number {
    return this.engine.marketCount;
  }

  get everyMarket(): MarketView[] {
    return Array.from({ length: this.markets }, (_, number) => this.market(number));
  }

  market(number: number): MarketView {
    return this.engine.market(number);
  }

  /** The first market more often than the others, so that it is liquid. */
  someMarket(): number {
    return this.dice.chance(400) ? 0 : this.dice.below(this.markets);
  }

  mark(number: number): number {
    const { mark, parameters } = this.market(number);
    return mark * parameters.quoteTick;
  }

  /** On the tick and positive, the nearest to some price below it. */
  onTick(number: number, price: number): number {
    const { quoteTick } = this.market(number).parameters;
    return Math.max(1, Math.floor(price / quoteTick)) * quoteTick;
  }

  /** So many steps from the mark: of a tick, or of a thousandth where ticks are smaller. */
  near(number: number, steps: number): number {
    const { mark, parameters } = this.market(number);
    return Math.max(1, mark + steps * Math.max(1, Math.round(mark / 1_000))) * parameters.quoteTick;
  }

  /** A few steps from the mark, and now and then far away. */
  around(number: number): number {
    return this.near(number, this.dice.chance(940) ? this.dice.between(-4, 4) : this.dice.between(-160, 160));
  }

  /** So many thousandths from the mark. */
  about(number: number, thousandths: number): number {
    return this.onTick(number, (this.mark(number) * (1_000 + thousandths)) / 1_000);
  }

  /** The same, for an index: within five times of the first price, beyond which money leaves what the engine counts. */
  moved(number: number, thousandths: number): number {
    return this.believable(number, this.about(number, thousandths))!;
  }

  private believable(number: number, price: number): number {
    const { firstPrice } = this.planned[number]!;
    return this.onTick(number, Math.min(firstPrice * 5, Math.max(firstPrice / 5, price)));
  }

  /** A few lots, or as many as are worth something in a market of small lots. */
  size(number: number): number {
    const { parameters } = this.market(number);
    const { baseTick, baseMin, baseMax } = parameters;
    const lots = Math.floor(baseMax / baseTick);
    if (this.dice.chance(40)) return this.dice.pick([baseTick, baseMax]);
    if (lots > 1_000) return this.worth(number, this.dice.pick([50, 500, 5_000, 20_000, 90_000]));
    return Math.max(this.dice.chance(900) ? baseMin : 0, this.few(lots) * baseTick);
  }

  private few(most: number): number {
    return this.dice.chance(750) ? this.dice.between(1, 12) : this.dice.between(1, most + 2);
  }

  /** A size worth about so much, within what one order may have. */
  worth(number: number, usdc: number): number {
    const { mark, microsPerTickLot, parameters } = this.market(number);
    // A low limit is tried now and then, not with every order.
    const most = this.dice.chance(100) ? usdc * USDC : Math.min(usdc * USDC, parameters.maxNotional / 5);
    return this.sized(number, most / (mark * microsPerTickLot));
  }

  /** So many lots, within what one order may have. */
  sized(number: number, lots: number): number {
    const { baseTick, baseMin, baseMax } = this.market(number).parameters;
    return Math.min(baseMax, Math.max(baseMin, Math.floor(lots) * baseTick));
  }

  /** A percentage of what an account's collateral carries at its leverage. */
  carried(account: number, number: number, percent: number, mode: MarginMode = "CROSS"): number {
    const { totalCollateral } = this.look.margin(account);
    return this.bought(account, number, Math.min(STAKED_MAX, totalCollateral), percent, mode);
  }

  /** The same of what is free. */
  afforded(account: number, number: number, percent: number, mode: MarginMode = "CROSS"): number {
    return this.bought(account, number, this.look.margin(account).freeCollateral, percent, mode);
  }

  private bought(account: number, number: number, money: number, percent: number, mode: MarginMode): number {
    const { mark, microsPerTickLot } = this.market(number);
    const leverage = this.look.leverage(account, number, mode);
    return this.sized(number, (Math.max(0, money) * leverage * percent) / 100 / (mark * microsPerTickLot));
  }

  // What is held and open.

  held(account: number, market: number, mode: MarginMode = "CROSS"): number {
    return this.position(account, market, mode).quantity;
  }

  position(account: number, market: number, mode: MarginMode): PositionView {
    return this.look.position(account, market, mode);
  }

  /** A percentage of a position as a size. */
  part(account: number, market: number, mode: MarginMode, percent: number): number {
    const lots = Math.abs(this.held(account, market, mode));
    return Math.max(1, Math.floor((lots * percent) / 100)) * this.market(market).parameters.baseTick;
  }

  get open(): OrderView[] {
    return this.everyone.flatMap((account) => this.look.openOrders(account, -1));
  }

  offers(kind: OfferView["kind"]): OfferView[] {
    return this.engine.liquidations.offers().filter((offer) => offer.kind === kind);
  }

  /**
   * The index at which an account has so many percent of its maintenance margin left, if prices go that far; undefined of
   * one that holds nothing there.
   */
  squeezing(account: number, number: number, percent: number, mode: MarginMode = "CROSS"): number | undefined {
    const { microsPerTickLot, parameters } = this.market(number);
    const row = this.position(account, number, mode);
    if (row.quantity === 0) return undefined;
    const { totalCollateral, maintenanceMargin } = this.look.margin(account);
    const isolated = mode === "ISOLATED";
    const has = isolated ? row.margin + row.unsettledPnl : totalCollateral;
    const needs = isolated ? (row.notional * row.mmr) / 1e10 : maintenanceMargin;
    const ticks = ((needs * percent) / 100 - has) / (row.quantity * microsPerTickLot);
    const price = this.mark(number) + Math.trunc(ticks) * parameters.quoteTick;
    const { firstPrice } = this.planned[number]!;
    return price < firstPrice / 5 || price > firstPrice * 5 ? undefined : this.onTick(number, price);
  }

  // What is written into commands.

  order(account: number, market: number, side: Side, fields: Partial<Draft<"place_order">>): Draft<"place_order"> {
    return { ...ORDER, account, market, side, ...fields };
  }

  cancelAll(account: number, market = -1): Draft {
    return { type: "cancel_all_orders", account, market };
  }

  /** Index prices by hand. */
  pin(...prices: readonly { readonly market: number; readonly price: number }[]): Draft[] {
    return prices.length === 0 ? [] : [{ type: "set_index_prices", prices }];
  }

  /** A text that was not used before. */
  reference(of: string): string {
    return `${of}:${++this.references}`;
  }

  /** The next nonce of an account is handed out, and used. */
  withNonce(account: number, kind: "withdraw" | "settle" | "transfer", draft: (nonce: number) => Draft): Draft[] {
    const next = this.engine.funds.nextNonce(this.look.number(account), kind);
    if (this.dice.chance(150)) return [draft(Math.max(1, next - this.dice.between(0, 2)))];
    return [{ type: "issue_nonce", account, kind }, draft(next)];
  }
}

export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}
