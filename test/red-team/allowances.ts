// The gains that the rules leave to a ring, which are taken out of its score, and no more than those.
//
// A pair over a pause, or over one step of the index. The allowance is what a wallet comes to owe by the move from the
// index at which the market was left to the first price on which anything is done there, with the rows and the money
// that the rules keep the wallet at (test/red-team/held-pools.ts). Positions and money that were opened, moved or taken
// out in between do not count, but funding does, since it continues. A pause begins where the rules say so, whatever
// the engine does: when too few sources have reported for three seconds, an index is in doubt. It ends when the
// engine's index is the sources' again, when a market is closed for good, or when the engine acts on a level that the
// sources have left since. A step is an index move of more than 0.2 % in one tick; slower moves leave no wallet in debt
// that is taken over in time, so they have no allowance at all.
//
// An index that lags. While sources of less than half the weight are silent, a wallet that is taken over owes, at the
// true index, what the difference between it and the engine's index makes of its position, up to a hundredth of the
// price; and a vault's shares are bought and sold at its fund's value by the engine's index, which is wrong by the same
// difference on the fund's positions.
//
// A fund in need. While its margin ratio, debts counted, is below the minimum, a claim may cost it the discount less
// what came with the row: the liquidator's fee less the move with which the row came, but not less than nothing. Rules
// 11.4.

import type { Answer, Command, Engine } from "@evermark/engine";
import { heldBackDebt } from "../sim/held-back-debt.ts";
import { Doubt } from "./doubted-indices.ts";
import { HeldPools } from "./held-pools.ts";
import type { Event } from "./known-event.ts";
import { equity, type Pool, poolsOf, worthOf } from "./pools.ts";
import type { Ledger } from "./score.ts";

/** How far an index may move in a second, in millionths, without being a step; rounding to ticks adds to that. */
const HONEST_PPM = 2_000;
const ROUNDING_TICKS = 2;
/** The largest lag of an index whose sources move by 0.2 % a second, in millionths. */
const BEHIND_PPM = 10_000;
const MILLION = 1_000_000;
const INSURANCE = 0;
const E10 = 10_000_000_000;

/** A market in which the engine's index is not the sources' index, or nothing can be liquidated. */
interface DivergedMarket {
  /** The true index when they began to differ, in ticks. */
  readonly from: number;
  /** The engine's index when the pause began; null while there is no pause. */
  readonly stoodAt: number | null;
}

export class Allowances {
  /** In micros. */
  private sum = 0;
  private left = new Map<number, DivergedMarket>();
  private held: HeldPools;
  private readonly doubt = new Doubt();
  private ratio = 0;
  private readonly speedPpm: number[] = [];
  /** Markets whose positions may have reached the fund without their fee, because some market was paused meanwhile. */
  private readonly bare = new Set<number>();
  /** The ring's pools after the last command; null when not computed yet. */
  private pools: readonly Pool[] | null = null;
  /** A vault fund's pools before the command, if an index lagged then. */
  private fund: readonly Pool[] = [];
  /** What the ring owned then, its part of the vault included, in micros. */
  private owned = 0;

  constructor(
    private readonly engine: Engine,
    private readonly ledger: Ledger,
  ) {
    this.held = new HeldPools(engine);
  }

  /** The sum of all allowances; a pause that has not ended counts as if it ended now. */
  total(): number {
    const { sum, held, left, speedPpm } = this;
    this.held = held.clone();
    this.left = new Map(left);
    const speeds = [...speedPpm];
    for (const market of left.keys()) this.end(market, this.poolsNow());
    const total = this.sum;
    Object.assign(this, { sum, held, left });
    speedPpm.splice(0, speedPpm.length, ...speeds);
    return total;
  }

  /** To be called before a market's true index moves away from the engine's. */
  leave(market: number): void {
    if (!this.left.has(market) && this.follows(market)) this.begin(market);
  }

  /** To be called when the true index has moved; with the pools as they were just before. */
  move(before: readonly number[], after: readonly number[], pools: readonly Pool[]): void {
    this.held.move(before, after, pools, this.ledger.units());
  }

  before(command: Command): void {
    if (this.left.size > 0) this.look();
    if (command.type !== "claim_insurance_fund") return;
    this.ratio = this.fundRatio();
  }

  /** Funding is paid during a pause too. */
  funding(event: Event<"funding">): void {
    if (event.type === "paid") this.held.pay(event);
  }

  private look(): void {
    const { vault } = this.ledger;
    this.pools = this.poolsNow();
    if (vault === null) return;
    this.fund = poolsOf(this.engine, vault.fund, this.ledger.units());
    this.owned = this.ledger.owned();
  }

  after(command: Command, answer: Answer): void {
    if (command.type === "claim_insurance_fund" && answer.rejection === null)
      this.allowDiscount(command.market, answer);
    this.doubt.observe(command, answer);
    const before = this.pools;
    this.pools = null;
    for (const market of this.ledger.sourcePrices.keys()) if (this.stands(market)) this.begin(market);
    if (this.left.size > 0 || this.bare.size > 0) this.noteBare();
    if (this.left.size === 0) return;
    if (before !== null) this.allowBehind(before);
    if (command.type === "tick") this.allowShares();
    this.fund = [];
    // Whatever the engine does in the moment in which a market is back applies to the result of the pause so far.
    for (const [market, left] of this.left) if (this.isBack(market, left)) this.end(market, before ?? []);
    if (this.left.size === 0) return;
    if (before !== null && this.held.exist)
      this.held.follow(before, this.poolsNow(), this.ledger.truths(), this.ledger.units());
    for (const [market, left] of this.left) if (left.stoodAt === null && this.stands(market)) this.hold(market, left);
  }

  private poolsNow(): readonly Pool[] {
    this.pools ??= this.ledger.ringPools();
    return this.pools;
  }

  private begin(market: number): void {
    if (!this.left.has(market)) this.left.set(market, { from: this.ledger.truths()[market]!, stoodAt: null });
  }

  private hold(market: number, { from }: DivergedMarket): void {
    this.held.hold(market, from, this.poolsNow(), this.ledger.truths(), this.ledger.units());
    this.left.set(market, { from, stoodAt: this.engine.market(market).index });
  }

  private isBack(market: number, { stoodAt }: DivergedMarket): boolean {
    const actedOn = stoodAt !== null && !this.stands(market) && this.engine.market(market).index !== stoodAt;
    return this.follows(market) || actedOn;
  }

  private end(market: number, pools: readonly Pool[]): void {
    const { from, stoodAt } = this.left.get(market)!;
    this.left.delete(market);
    const truths = this.ledger.truths();
    const by = Math.abs(truths[market]! - from);
    this.noteSpeed(market, Math.ceil((by * MILLION) / from));
    const isStep = by > (from * HONEST_PPM) / MILLION + ROUNDING_TICKS;
    if (stoodAt === null && isStep) this.held.hold(market, from, pools, truths, this.ledger.units());
    this.sum += this.held.release(market);
    if (!this.follows(market)) this.begin(market);
  }

  /**
   * Allows the debts of positions that the fund took over in this command while an index lagged, up to what that cost
   * the fund.
   */
  private allowBehind(before: readonly Pool[]): void {
    const [truths, units] = [this.ledger.truths(), this.ledger.units()];
    const behind = this.behind();
    if (behind.length === 0) return;
    const acted = this.actedOn(behind, truths);
    const after = this.poolsNow();
    let owed = 0;
    for (const pool of before) {
      const left = after.find((each) => isSame(each, pool));
      const shrank = behind.some((market) => sizeIn(left, market) < sizeIn(pool, market));
      if (!shrank || this.held.holds(pool)) continue;
      owed += pool.part * (debtAt(pool, truths, units) - debtAt(pool, acted, units));
    }
    if (owed <= 0) return;
    this.sum += Math.max(0, Math.min(owed, equity(after, truths, units) - equity(before, truths, units)));
  }

  /** Markets in which the engine's index is not the true one, although nothing is in doubt there. */
  private behind(): number[] {
    return [...this.left.keys()].filter((market) => this.left.get(market)!.stoodAt === null && !this.stands(market));
  }

  /** The true prices, except in markets that lag: there the engine's, as far as they may be wrong. */
  private actedOn(behind: readonly number[], truths: readonly number[]): readonly number[] {
    const acted = [...truths];
    for (const market of behind) {
      const most = (truths[market]! * BEHIND_PPM) / MILLION + ROUNDING_TICKS;
      const { index } = this.engine.market(market);
      acted[market] = Math.max(truths[market]! - most, Math.min(truths[market]! + most, index));
    }
    return acted;
  }

  /** Allows the ring's gain from a vault's dealing while an index lagged, up to the error in the fund's value. */
  private allowShares(): void {
    if (this.fund.length === 0) return;
    const [truths, units] = [this.ledger.truths(), this.ledger.units()];
    // Includes markets where a doubt has just ended because the silent sources no longer count, and the last report is
    // three seconds old.
    const behind = [...this.left.keys()].filter((market) => !this.stands(market));
    const off = equity(this.fund, this.actedOn(behind, truths), units) - equity(this.fund, truths, units);
    this.sum += Math.max(0, Math.min(Math.abs(off), this.ledger.owned() - this.owned));
  }

  /**
   * Records the fastest move since the fund has had a position there, because the position may have come with that
   * move.
   */
  private noteSpeed(market: number, ppm: number): void {
    const fundHolds = this.engine.positions(INSURANCE).some((row) => row.market === market && row.quantity !== 0);
    this.speedPpm[market] = fundHolds ? Math.max(ppm, this.speedPpm[market] ?? 0) : ppm;
  }

  private noteBare(): void {
    const standsAny = this.standsAny();
    const held = this.engine.positions(INSURANCE).filter(({ quantity }) => quantity !== 0);
    if (standsAny) for (const { market } of held) this.bare.add(market);
    for (const market of this.bare) if (!held.some((row) => row.market === market)) this.bare.delete(market);
  }

  private standsAny(): boolean {
    return [...this.ledger.sourcePrices.keys()].some((market) => this.stands(market));
  }

  /** The fund's margin ratio, with the held-back debts that are its own already. */
  private fundRatio(): number {
    const { collateral, notional } = this.engine.liquidations.insuranceFund();
    return (collateral + heldBackDebt(this.engine)) / notional;
  }

  private allowDiscount(number: number, { transferred }: Answer): void {
    const { parameters, microsPerTickLot } = this.engine.market(number);
    const { minimumMarginRatio } = this.engine.liquidations.insuranceFund();
    if (this.ratio * E10 >= minimumMarginRatio) return;
    const { claimInsuranceFundDiscount: discount, liquidatorFee: fee } = parameters;
    // When an account keeps its money for a paused market, nothing comes with its other positions.
    const mayLackAll = this.standsAny() || this.bare.has(number);
    const incoming = mayLackAll ? 0 : fee - Math.max(HONEST_PPM, this.speedPpm[number] ?? 0) * (E10 / MILLION);
    const cost = Math.min(discount, Math.max(0, discount - incoming));
    for (const { quantity, price } of transferred)
      this.sum += Math.ceil((Math.abs(quantity) * price * microsPerTickLot * cost) / E10);
  }

  isLeft(market: number): boolean {
    return this.left.has(market);
  }

  /** Whether the engine acts on the sources' reports for a market. */
  follows(number: number): boolean {
    const { index, state } = this.engine.market(number);
    return state === "DELISTED" || (!this.stands(number) && index === this.ledger.sourcePrices[number]);
  }

  /** Whether the engine knows that too few sources of a market report. */
  isQuiet(market: number): boolean {
    return this.doubt.isQuiet(market);
  }

  /** Whether, by the rules, nothing can be liquidated in the market at the moment. */
  private stands(number: number): boolean {
    const { maintenance, clockHalt } = this.engine.venue();
    if (this.engine.market(number).state === "DELISTED") return false;
    if (maintenance.phase === "running" || maintenance.phase === "grace" || clockHalt) return true;
    return this.engine.market(number).state === "HALTED" || this.doubt.isOf(number);
  }
}

function isSame(first: Pool, second: Pool): boolean {
  if (first.account !== second.account || first.isolated !== second.isolated) return false;
  return !first.isolated || first.rows[0]!.market === second.rows[0]!.market;
}

function sizeIn(pool: Pool | undefined, market: number): number {
  return Math.abs(pool?.rows.find((row) => row.market === market)?.quantity ?? 0);
}

function debtAt(pool: Pool, prices: readonly number[], units: readonly number[]): number {
  return Math.max(0, 0 - worthOf(pool, prices, units));
}
