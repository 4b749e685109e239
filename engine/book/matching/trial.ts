// A sweep of executions that is tried without touching anything: every account that it meets is carried along as it would
// have changed by then, and tested as it would be. Rules 2.2, 2.3 (7). For FOK, which executes whole or not at all.

import { NONE } from "../../base/storage/int-map.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import {
  countedInitial,
  countedStanding,
  countedValue,
  coversCounted,
  holdsAny,
  type Stills,
} from "../../money/cover/counted.ts";
import {
  type CrossStanding,
  closingLots,
  coversCross,
  gainAtMark,
  type SideOfFill,
  standingAround,
} from "../../money/cover/cover.ts";
import { coversIsolated } from "../../money/cover/isolated-cover.ts";
import { leaksNothing } from "../../money/cover/leaks.ts";
import { reserveOf } from "../../money/isolated/order-reserve.ts";
import { leverageOf } from "../../money/margin/margin.ts";
import { isAnythingStill, STANDSTILL_SINCE } from "../../standing/standstill.ts";
import { type Charge, chargeFor } from "./matches.ts";
import { bearsOpening, type Cover, judge } from "./side-cover.ts";
import { TrialRow } from "./trial-row.ts";
import { TrialTaker } from "./trial-taker.ts";

/** An execution as it would be: whether it happens, and if not, because of which order. */
export type Verdict = "executes" | "resting fails" | "incoming fails";

/** One execution that is tried: unsigned lots, ticks. */
export interface TrialMatch {
  readonly resting: number;
  readonly lots: number;
  readonly price: number;
  readonly restingMaker: boolean;
}

const charge: Charge = { userFee: 0, tagFee: 0, tagRate: 0 };

export class Trial {
  readonly #state: State;
  readonly #market: Market;
  readonly #incoming: number;
  readonly #taker: TrialTaker | null;
  /** By cross row: its account before, and what has come to its collateral and to the row since. */
  readonly #standings = new Map<number, CrossStanding>();
  readonly #earned = new Map<number, number>();
  readonly #crossHeld = new Map<number, number>();
  readonly #isolated = new Map<number, TrialRow>();
  /** Isolated rows that have given, and what the orders of isolated rows reserve by now. */
  readonly #gave = new Set<number>();
  readonly #reserves = new Map<number, number>();
  /** By order: lots that it has given, all of them once it is cancelled. */
  readonly #taken = new Map<number, number>();

  constructor(state: State, market: Market, incoming: number) {
    this.#state = state;
    this.#market = market;
    this.#incoming = incoming;
    // Only an isolated order that opens has a reference; see orders.ts.
    this.#taker = state.orders.reference(incoming) > 0 ? new TrialTaker(state, market, incoming, this.#taken) : null;
    if (this.#taker !== null) this.#isolated.set(state.orders.row(incoming), this.#taker.row);
  }

  /** Lots on a row by now, signed. */
  held(row: number): number {
    return this.#state.rows.isolated(row) === 1
      ? this.#isolatedRow(row).held
      : (this.#crossHeld.get(row) ?? this.#state.rows.quantity(row));
  }

  /**
   * Whether a resting order is sure to be there still. An isolated one whose row gave before, and closed some of the
   * position that this one may be resting on as well, can have lost its margin by that.
   */
  lasts(resting: number): boolean {
    const { orders, rows } = this.#state;
    const row = orders.row(resting);
    if (!this.#gave.has(row) || orders.isReduceOnly(resting)) return true;
    return orders.isBuy(resting) ? rows.quantity(row) >= 0 : rows.quantity(row) <= 0;
  }

  /** A resting order is cancelled: it is the owner's own (rules 2.4), or fails. What it reserves is free again. */
  cancel(resting: number): void {
    const { orders } = this.#state;
    if (orders.reference(resting) === 0) return;
    this.#taken.set(resting, orders.remaining(resting));
    const row = orders.row(resting);
    if (row === orders.row(this.#incoming)) this.#taker?.reserveAgain();
    else this.#earn(orders.account(resting), this.#released(row));
  }

  execute(match: TrialMatch): Verdict {
    const { resting, lots } = match;
    const taking = this.#side(this.#incoming, match, false);
    if (this.#taker !== null) {
      const able = Math.abs(this.#taker.affordable(taking));
      if (able === 0) return "incoming fails";
      if (able < lots) {
        const closed = this.execute({ ...match, lots: able });
        return closed === "executes" ? this.execute({ ...match, lots: lots - able }) : closed;
      }
    }
    const giving = this.#side(resting, match, match.restingMaker);
    const covered = this.#covers(resting, giving);
    if (covered !== "covered") {
      if (covered === "fails") this.cancel(resting);
      return "resting fails";
    }
    if (this.#covers(this.#incoming, taking) !== "covered") return "incoming fails";
    this.#taken.set(resting, (this.#taken.get(resting) ?? 0) + lots);
    this.#book(resting, giving);
    if (this.#taker !== null) return this.#taker.fill(taking) ? "executes" : "incoming fails";
    this.#book(this.#incoming, taking);
    return "executes";
  }

  #side(order: number, { lots, price }: TrialMatch, maker: boolean): SideOfFill {
    chargeFor(this.#state, this.#market, order, lots * price * this.#market.unit, maker, charge);
    return {
      lots: this.#state.orders.isBuy(order) ? lots : -lots,
      price,
      fee: charge.userFee + charge.tagFee,
    };
  }

  #covers(order: number, fill: SideOfFill): Cover {
    const state = this.#state;
    const row = state.orders.row(order);
    if (!isAnythingStill(state)) return this.#coversPlainly(row, fill) ? "covered" : "fails";
    const held = this.held(row);
    if (state.behaviour < STANDSTILL_SINCE) {
      const passes = leaksNothing(state, this.#market, row, held, fill) && this.#coversPlainly(row, fill);
      return passes ? "covered" : "fails";
    }
    const account = state.orders.account(order);
    return judge(this.#market, held, fill, (stills) => {
      if (!holdsAny(state, account, stills)) return this.#coversPlainly(row, fill);
      if (state.rows.isolated(row) === 0) return this.#coversCounted(row, fill, stills);
      if (!this.#coversPlainly(row, fill)) return false;
      return closingLots(held, fill.lots) === fill.lots || this.#bearsOpening(order, fill, stills);
    });
  }

  #coversPlainly(row: number, fill: SideOfFill): boolean {
    if (this.#state.rows.isolated(row) === 1) {
      const isolated = this.#isolatedRow(row);
      return coversIsolated(this.#market, isolated, isolated.leverage, fill);
    }
    const leverage = leverageOf(this.#state, this.#market, row);
    return coversCross(this.#market, this.#standing(row), this.held(row), leverage, fill);
  }

  #coversCounted(row: number, fill: SideOfFill, stills: Stills): boolean {
    const state = this.#state;
    const market = this.#market;
    const account = state.rows.account(row);
    const isStill = stills(state, market);
    const held = this.held(row);
    const before = countedStanding(state, account, row, stills);
    // What was earned so far was earned at the mark.
    const atMark = (lots: number) => countedValue(market, lots, isStill) - countedValue(market, lots, false);
    const worse = atMark(held) - atMark(state.rows.quantity(row));
    const standing = { ...before, collateral: before.collateral + (this.#earned.get(account) ?? 0) + worse };
    return coversCounted(market, standing, held, leverageOf(state, market, row), fill, isStill);
  }

  #bearsOpening(order: number, fill: SideOfFill, stills: Stills): boolean {
    const state = this.#state;
    const account = state.orders.account(order);
    const isTaking = this.#taker !== null && order === this.#incoming;
    const gain = isTaking ? this.#taker!.gainBy(fill) : this.#gainOfIsolated(state.orders.row(order), order, fill);
    const earned = gain + (this.#earned.get(account) ?? 0);
    return bearsOpening(state, account, earned - this.#initialSince(account, stills), stills);
  }

  /** By how much the account's cross row in this market requires more than it did. */
  #initialSince(account: number, stills: Stills): number {
    const state = this.#state;
    const market = this.#market;
    const row = state.rows.find(account, market.number, "CROSS");
    const held = row === NONE ? undefined : this.#crossHeld.get(row);
    if (held === undefined) return 0;
    const required = (lots: number) =>
      countedInitial(market, leverageOf(state, market, row), lots, stills(state, market));
    return required(held) - required(state.rows.quantity(row));
  }

  /** What a fill of a resting isolated order would bring to the account's cross collateral. */
  #gainOfIsolated(row: number, order: number, fill: SideOfFill): number {
    const { rows } = this.#state;
    const after = this.#isolatedRow(row).copy();
    const brought = after.fill(fill);
    const before = this.#reserves.get(row) ?? rows.reserveBuy(row) + rows.reserveSell(row);
    const taken = new Map(this.#taken).set(order, (this.#taken.get(order) ?? 0) + Math.abs(fill.lots));
    const { buy, sell } = reserveOf(this.#state, row, null, after.held, taken);
    return brought + before - buy - sell;
  }

  #standing(row: number): CrossStanding {
    const account = this.#state.rows.account(row);
    const known = this.#standings.get(row) ?? standingAround(this.#state, account, row);
    this.#standings.set(row, known);
    return { ...known, collateral: known.collateral + (this.#earned.get(account) ?? 0) };
  }

  #book(order: number, fill: SideOfFill): void {
    const row = this.#state.orders.row(order);
    const account = this.#state.rows.account(row);
    if (this.#state.rows.isolated(row) === 1) return this.#earn(account, this.#bookIsolated(row, fill));
    this.#crossHeld.set(row, this.held(row) + fill.lots);
    this.#earn(account, gainAtMark(this.#market, fill.lots, fill.price, fill.fee));
  }

  /** @returns what the account's cross collateral gains: balance less what isolated orders reserve */
  #bookIsolated(row: number, fill: SideOfFill): number {
    this.#gave.add(row);
    const brought = this.#isolatedRow(row).fill(fill);
    return brought + this.#released(row);
  }

  /** By how much the orders of an isolated row reserve less than at the last look; micros. */
  #released(row: number): number {
    const { rows } = this.#state;
    const before = this.#reserves.get(row) ?? rows.reserveBuy(row) + rows.reserveSell(row);
    const { buy, sell } = reserveOf(this.#state, row, null, this.#isolatedRow(row).held, this.#taken);
    this.#reserves.set(row, buy + sell);
    return before - buy - sell;
  }

  #earn(account: number, amount: number): void {
    this.#earned.set(account, (this.#earned.get(account) ?? 0) + amount);
  }

  #isolatedRow(row: number): TrialRow {
    const known = this.#isolated.get(row) ?? TrialRow.of(this.#state, this.#market, row);
    this.#isolated.set(row, known);
    return known;
  }
}
