// What a trader sees when its turn comes: the venue's state, prices and sizes in the steps of each market, and dice.
// Everything is in the units of commands: prices and quantities in 10⁻⁸, money in micros. Accounts are numbered in the
// order of their opening.

import type { MarginMode, MarketView, OfferView, OrderView, PositionView, Side } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { Dice } from "./dice.ts";
import { type Draft, ORDER } from "./drawn-command.ts";
import type { PlannedMarket } from "./planned-markets.ts";

export const USDC = 1_000_000;
const SECOND_MS = 1_000;
/** At most this much of a rich account's collateral is staked. */
const STAKED_MAX = 100_000 * USDC;

export class Situation {
  /** The dice of the step being drawn. */
  dice = new Dice(0);
  /** The time at which it is drawn. */
  now = 0;
  private references = 0;

  constructor(
    private readonly venue: () => EngineByOpening,
    readonly planned: readonly PlannedMarket[],
    /** Whether accounts and markets that do not exist are named now and then; the model does not know these cases. */
    readonly hasStrangers: boolean,
  ) {}

  get look(): EngineByOpening {
    return this.venue();
  }

  get engine() {
    return this.look.engine;
  }

  /** The time of the next whole second, or of `count` seconds from now. */
  second(count = 1): number {
    return (Math.floor(this.now / SECOND_MS) + count) * SECOND_MS;
  }

  // Accounts.

  get accounts(): number {
    return this.look.numbers.length;
  }

  get everyone(): number[] {
    return Array.from({ length: this.accounts }, (_, account) => account);
  }

  someone(): number {
    return this.dice.below(this.accounts);
  }

  /** Another account, if there is one. */
  other(than: number): number {
    return (than + 1 + this.dice.below(Math.max(1, this.accounts - 1))) % this.accounts;
  }

  /** The account with the most collateral. */
  richest(): number {
    return this.everyone.toSorted((a, b) => this.collateral(b) - this.collateral(a))[0]!;
  }

  /** The account with the least collateral above zero. */
  poorest(): number {
    const some = this.everyone.filter((account) => this.collateral(account) > 0);
    return some.toSorted((a, b) => this.collateral(a) - this.collateral(b))[0] ?? 0;
  }

  private collateral(account: number): number {
    return this.look.margin(account).totalCollateral;
  }

  /** An account that has a position in the market, if there is one. */
  holder(market: number, mode: MarginMode, side?: Side): number | undefined {
    const wanted = (lots: number) => (side === undefined ? lots !== 0 : side === "BUY" ? lots > 0 : lots < 0);
    return this.among(this.everyone.filter((account) => wanted(this.held(account, market, mode))));
  }

  /** Any item of a list; undefined if the list is empty. */
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

  /** The nearest tick at or below a price, and positive. */
  onTick(number: number, price: number): number {
    const { quoteTick } = this.market(number).parameters;
    return Math.max(1, Math.floor(price / quoteTick)) * quoteTick;
  }

  /** A price `steps` from the mark: in ticks, or in thousandths of the mark where ticks are smaller. */
  near(number: number, steps: number): number {
    const { mark, parameters } = this.market(number);
    return Math.max(1, mark + steps * Math.max(1, Math.round(mark / 1_000))) * parameters.quoteTick;
  }

  /** A few steps from the mark, and sometimes far away. */
  around(number: number): number {
    return this.near(number, this.dice.chance(940) ? this.dice.between(-4, 4) : this.dice.between(-160, 160));
  }

  /** A price this many thousandths from the mark. */
  about(number: number, thousandths: number): number {
    return this.onTick(number, (this.mark(number) * (1_000 + thousandths)) / 1_000);
  }

  /**
   * The same for an index: within a factor of five of the first price, beyond which amounts exceed what the engine can
   * count.
   */
  moved(number: number, thousandths: number): number {
    return this.believable(number, this.about(number, thousandths))!;
  }

  private believable(number: number, price: number): number {
    const { firstPrice } = this.planned[number]!;
    return this.onTick(number, Math.min(firstPrice * 5, Math.max(firstPrice / 5, price)));
  }

  /** A few lots, or a size of some value in a market of small lots. */
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

  /** A size worth about this many USDC, within the limits of one order. */
  worth(number: number, usdc: number): number {
    const { mark, microsPerTickLot, parameters } = this.market(number);
    // A low notional limit is exceeded now and then, not with every order.
    const most = this.dice.chance(100) ? usdc * USDC : Math.min(usdc * USDC, parameters.maxNotional / 5);
    return this.sized(number, most / (mark * microsPerTickLot));
  }

  /** A size of this many lots, within the limits of one order. */
  sized(number: number, lots: number): number {
    const { baseTick, baseMin, baseMax } = this.market(number).parameters;
    return Math.min(baseMax, Math.max(baseMin, Math.floor(lots) * baseTick));
  }

  /** A percentage of the size that an account's collateral carries at its leverage. */
  carried(account: number, number: number, percent: number, mode: MarginMode = "CROSS"): number {
    const { totalCollateral } = this.look.margin(account);
    return this.bought(account, number, Math.min(STAKED_MAX, totalCollateral), percent, mode);
  }

  /** The same for its free collateral. */
  afforded(account: number, number: number, percent: number, mode: MarginMode = "CROSS"): number {
    return this.bought(account, number, this.look.margin(account).freeCollateral, percent, mode);
  }

  private bought(account: number, number: number, money: number, percent: number, mode: MarginMode): number {
    const { mark, microsPerTickLot } = this.market(number);
    const leverage = this.look.leverage(account, number, mode);
    return this.sized(number, (Math.max(0, money) * leverage * percent) / 100 / (mark * microsPerTickLot));
  }

  // Positions and orders.

  held(account: number, market: number, mode: MarginMode = "CROSS"): number {
    return this.position(account, market, mode).quantity;
  }

  position(account: number, market: number, mode: MarginMode): PositionView {
    return this.look.position(account, market, mode);
  }

  /** A percentage of a position, as a size. */
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
   * The index at which an account has this percentage of its maintenance margin left, if prices may go that far;
   * undefined when it has no position there.
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

  // Parts of commands.

  order(account: number, market: number, side: Side, fields: Partial<Draft<"place_order">>): Draft<"place_order"> {
    return { ...ORDER, account, market, side, ...fields };
  }

  cancelAll(account: number, market = -1): Draft {
    return { type: "cancel_all_orders", account, market };
  }

  /** Sets index prices by hand. */
  pin(...prices: readonly { readonly market: number; readonly price: number }[]): Draft[] {
    return prices.length === 0 ? [] : [{ type: "set_index_prices", prices }];
  }

  /** A text that was not used before. */
  reference(of: string): string {
    return `${of}:${++this.references}`;
  }

  /** Issues the account's next nonce and uses it; now and then uses a wrong nonce instead. */
  withNonce(account: number, kind: "withdraw" | "settle" | "transfer", draft: (nonce: number) => Draft): Draft[] {
    const next = this.engine.funds.nextNonce(this.look.number(account), kind);
    if (this.dice.chance(150)) return [draft(Math.max(1, next - this.dice.between(0, 2)))];
    return [{ type: "issue_nonce", account, kind }, draft(next)];
  }
}

export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}
