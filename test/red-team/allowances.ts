// What the rules leave to a ring, to be taken out of its gain, and no more than that.
//
// A pair over a pause, or over one step of the index: what the way from where the market was left to the first price on which
// anything is done there makes a wallet owe, with the rows and the money that the rules keep it at (test/red-team/held-pools.ts).
// What was opened, moved or taken out in between has no part in it, but funding has, which goes on. A pause begins where the rules say so, whatever the
// engine does: when few sources have spoken for three seconds, an index is in doubt. It ends where the engine has the index
// that sources say, where a market is closed for good, or where a level is acted on that they have left again since. A step
// is what an index moves in one tick beyond 0.2 %; slower ones leave none in debt who is taken over in time, so they have no
// allowance at all.
//
// An index that is behind: while sources of less than half the weight are silent, who is taken over owes at the true index
// what the way from the engine's to it makes of him, up to a hundredth of the price; and a vault's shares are bought and sold
// at what its fund is worth by the engine's, which is as much off by what the fund has there.
//
// A fund in need: while its ratio, debts counted, is below the least, a claim may cost it the discount less what came with the
// row, which is the liquidator's fee less the move with which it came, or nothing. Rules 11.4.

import type { Answer, Command, Engine } from "@evermark/engine";
import { heldBackDebt } from "../sim/held-back.ts";
import { Doubt } from "./doubted-indices.ts";
import type { Event } from "./events.ts";
import { HeldPools } from "./held-pools.ts";
import { equity, type Pool, poolsOf, worthOf } from "./pools.ts";
import type { Ledger } from "./score.ts";

/** Millionths that an index may move in a second without being a step, and what rounding to ticks adds. */
const HONEST_PPM = 2_000;
const ROUNDING_TICKS = 2;
/** So far an index is behind at most, where its sources move by 0.2 % a second. */
const BEHIND_PPM = 10_000;
const MILLION = 1_000_000;
const INSURANCE = 0;
const E10 = 10_000_000_000;

/** A market whose index is not the one that sources say, or that stands still. */
interface Left {
  /** The true index when it was left, in ticks. */
  readonly from: number;
  /** What the engine took for it when the market began to stand still; null while it does not. */
  readonly stoodAt: number | null;
}

export class Allowances {
  /** Micros. */
  private sum = 0;
  private left = new Map<number, Left>();
  private held: HeldPools;
  private readonly doubt = new Doubt();
  private ratio = 0;
  private readonly speedPpm: number[] = [];
  /** Markets in which what the fund has may have come without its fee, because something stood still meanwhile. */
  private readonly bare = new Set<number>();
  /** Of the ring, after the last command; null when none were asked for. */
  private pools: readonly Pool[] | null = null;
  /** What a vault's fund had before the command, when an index was behind. */
  private fund: readonly Pool[] = [];
  /** What the ring had then, vault and all, micros. */
  private owned = 0;

  constructor(
    private readonly engine: Engine,
    private readonly ledger: Ledger,
  ) {
    this.held = new HeldPools(engine);
  }

  /** A pause that has not ended counts as one that ends now. */
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

  /** A market's true index is about to move away from the engine's. */
  leave(market: number): void {
    if (!this.left.has(market) && this.follows(market)) this.begin(market);
  }

  /** The true index has moved; with the pools as they were just then. */
  move(before: readonly number[], after: readonly number[], pools: readonly Pool[]): void {
    this.held.move(before, after, pools, this.ledger.units());
  }

  before(command: Command): void {
    if (this.left.size > 0) this.look();
    if (command.type !== "claim_insurance_fund") return;
    this.ratio = this.fundRatio();
  }

  /** Funding is paid in a pause too. */
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
    this.doubt.hear(command, answer);
    const before = this.pools;
    this.pools = null;
    for (const market of this.ledger.said.keys()) if (this.stands(market)) this.begin(market);
    if (this.left.size > 0 || this.bare.size > 0) this.noteBare();
    if (this.left.size === 0) return;
    if (before !== null) this.allowBehind(before);
    if (command.type === "tick") this.allowShares();
    this.fund = [];
    // What the engine does in the moment in which a market is back, it does to what had come of the pause by then.
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

  private hold(market: number, { from }: Left): void {
    this.held.hold(market, from, this.poolsNow(), this.ledger.truths(), this.ledger.units());
    this.left.set(market, { from, stoodAt: this.engine.market(market).index });
  }

  private isBack(market: number, { stoodAt }: Left): boolean {
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

  /** What the fund has taken over by a command while an index was behind, and no more than it has cost the fund. */
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

  /** Markets whose index is not the true one, though nothing is in doubt there. */
  private behind(): number[] {
    return [...this.left.keys()].filter((market) => this.left.get(market)!.stoodAt === null && !this.stands(market));
  }

  /** The true prices, but of markets that are behind the engine's, as far as those may be off. */
  private actedOn(behind: readonly number[], truths: readonly number[]): readonly number[] {
    const acted = [...truths];
    for (const market of behind) {
      const most = (truths[market]! * BEHIND_PPM) / MILLION + ROUNDING_TICKS;
      const { index } = this.engine.market(market);
      acted[market] = Math.max(truths[market]! - most, Math.min(truths[market]! + most, index));
    }
    return acted;
  }

  /** What the ring has won by a vault's dealing while an index was behind, and no more than the fund was valued wrongly by. */
  private allowShares(): void {
    if (this.fund.length === 0) return;
    const [truths, units] = [this.ledger.truths(), this.ledger.units()];
    // Also where a doubt has just ended because the silent ones no longer count, and the last to speak is three seconds old.
    const behind = [...this.left.keys()].filter((market) => !this.stands(market));
    const off = equity(this.fund, this.actedOn(behind, truths), units) - equity(this.fund, truths, units);
    this.sum += Math.max(0, Math.min(Math.abs(off), this.ledger.owned() - this.owned));
  }

  /** The fastest move since the fund has a position there: what it has may have come with that one. */
  private noteSpeed(market: number, ppm: number): void {
    const holds = this.engine.positions(INSURANCE).some((row) => row.market === market && row.quantity !== 0);
    this.speedPpm[market] = holds ? Math.max(ppm, this.speedPpm[market] ?? 0) : ppm;
  }

  private noteBare(): void {
    const standsAny = this.standsAny();
    const held = this.engine.positions(INSURANCE).filter(({ quantity }) => quantity !== 0);
    if (standsAny) for (const { market } of held) this.bare.add(market);
    for (const market of this.bare) if (!held.some((row) => row.market === market)) this.bare.delete(market);
  }

  private standsAny(): boolean {
    return [...this.ledger.said.keys()].some((market) => this.stands(market));
  }

  /** What the fund has, debts that are its own already included, to what it holds. */
  private fundRatio(): number {
    const { collateral, notional } = this.engine.liquidations.insuranceFund();
    return (collateral + heldBackDebt(this.engine)) / notional;
  }

  private allowDiscount(number: number, { transferred }: Answer): void {
    const { parameters, microsPerTickLot } = this.engine.market(number);
    const { minimumMarginRatio } = this.engine.liquidations.insuranceFund();
    if (this.ratio * E10 >= minimumMarginRatio) return;
    const { claimInsuranceFundDiscount: discount, liquidatorFee: fee } = parameters;
    // Nothing comes with the positions of an account that keeps its money for one that stands still.
    const mayLackAll = this.standsAny() || this.bare.has(number);
    const came = mayLackAll ? 0 : fee - Math.max(HONEST_PPM, this.speedPpm[number] ?? 0) * (E10 / MILLION);
    const cost = Math.min(discount, Math.max(0, discount - came));
    for (const { quantity, price } of transferred)
      this.sum += Math.ceil((Math.abs(quantity) * price * microsPerTickLot * cost) / E10);
  }

  isLeft(market: number): boolean {
    return this.left.has(market);
  }

  /** Whether the engine acts on what sources say of a market. */
  follows(number: number): boolean {
    const { index, state } = this.engine.market(number);
    return state === "DELISTED" || (!this.stands(number) && index === this.ledger.said[number]);
  }

  /** Whether it is known that too few sources speak of a market. */
  isQuiet(market: number): boolean {
    return this.doubt.isQuiet(market);
  }

  /** Whether by the rules nobody can be liquidated there now. */
  private stands(number: number): boolean {
    const { maintenance, clockHalt } = this.engine.venue();
    if (this.engine.market(number).state === "DELISTED") return false;
    if (maintenance.phase === "running" || maintenance.phase === "grace" || clockHalt) return true;
    return this.engine.market(number).state === "HALTED" || this.doubt.isOf(number);
  }
}

function isSame(one: Pool, other: Pool): boolean {
  if (one.account !== other.account || one.isolated !== other.isolated) return false;
  return !one.isolated || one.rows[0]!.market === other.rows[0]!.market;
}

function sizeIn(pool: Pool | undefined, market: number): number {
  return Math.abs(pool?.rows.find((row) => row.market === market)?.quantity ?? 0);
}

function debtAt(pool: Pool, prices: readonly number[], units: readonly number[]): number {
  return Math.max(0, 0 - worthOf(pool, prices, units));
}
