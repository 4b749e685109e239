// What the rules leave to a ring, to be taken out of its gain, and no more than that.
//
// A pair over a pause, or over one step of the index: of the positions that stood when it began, and with the money that
// they had then, what the way from there to the first price on which somebody could act makes them owe. What was opened,
// moved or taken out in between has no part in it. A pause begins where the rules say so, whatever the engine does: when
// few sources have spoken for three seconds, an index is in doubt. A step is what an index moves in one tick beyond 0.2 %; slower ones
// leave nobody in debt who is taken over in time, so they have no allowance at all.
//
// Rows elsewhere: one who had them when a pause began may have lost `stop_slippage` of them to a friend, if he owes.
// A fund in need: while its ratio is below the least, a claim may cost it the discount less what came with the row, which
// is the liquidator's fee less the last second's move. Rules 11.4.

import type { Answer, Command, Engine } from "@evermark/engine";
import { Doubt } from "./doubt.ts";
import { debts, type Pool, worthOf } from "./pools.ts";
import type { Ledger } from "./score.ts";

/** Millionths that an index may move in a second without being a step, and what rounding to ticks adds. */
const HONEST_PPM = 2_000;
const ROUNDING_TICKS = 2;
const MILLION = 1_000_000;
const E10 = 10_000_000_000;
const STOP_SLIPPAGE_PPM = 10_000;

/** A market when its mark was last one that somebody could act on. */
interface Left {
  readonly truths: readonly number[];
  readonly pools: readonly Pool[];
}

export class Allowances {
  /** Micros. */
  private sum = 0;
  private readonly left = new Map<number, Left>();
  private readonly doubt = new Doubt();
  private ratioE8 = 0;
  private readonly speedPpm: number[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly ledger: Ledger,
  ) {}

  /** A pause that has not ended counts as one that ends now. */
  total(): number {
    const [sum, left] = [this.sum, [...this.left]];
    this.end([...this.left.keys()]);
    const total = this.sum;
    this.sum = sum;
    for (const [market, when] of left) this.left.set(market, when);
    return total;
  }

  /** A market's true index is about to move away from the engine's. */
  leave(market: number): void {
    if (this.left.has(market) || !this.follows(market)) return;
    this.begin(market);
  }

  before(command: Command): void {
    if (command.type !== "claim_insurance_fund") return;
    this.ratioE8 = this.engine.liquidations.insuranceFund().marginRatioE8;
  }

  after(command: Command, answer: Answer): void {
    if (command.type === "claim_insurance_fund" && answer.rejection === null)
      this.allowDiscount(command.market, answer);
    this.doubt.hear(command, answer);
    for (const market of this.ledger.said.keys()) if (this.stands(market)) this.begin(market);
    if (this.left.size === 0) return;
    // Behind, but not yet in doubt: what is done now is done before the pause.
    for (const [market, { truths }] of this.left)
      if (!this.stands(market) && !this.follows(market))
        this.left.set(market, { truths, pools: this.ledger.ringPools() });
    const back = [...this.left.keys()].filter((market) => this.follows(market));
    if (back.length > 0) this.end(back);
  }

  private begin(market: number): void {
    if (this.left.has(market)) return;
    this.left.set(market, { truths: this.ledger.truths(), pools: this.ledger.ringPools() });
  }

  /** One market after the other, in the order in which they were left, each with the pools of that time. */
  private end(markets: readonly number[]): void {
    const now = this.ledger.truths();
    const units = this.ledger.units();
    for (const market of markets) {
      const { pools, truths } = this.left.get(market)!;
      this.left.delete(market);
      const from = truths[market]!;
      const by = Math.abs(now[market]! - from);
      this.speedPpm[market] = Math.ceil((by * MILLION) / from);
      // Markets that are back by now are where they are now.
      const before = truths.map((price, each) => (each === market || this.left.has(each) ? price : now[each]!));
      if (by <= (from * HONEST_PPM) / MILLION + ROUNDING_TICKS) continue;
      const after = before.with(market, now[market]!);
      this.sum += Math.max(0, debts(pools, after, units) - debts(pools, before, units));
      this.allowElsewhere(market, pools, after);
    }
  }

  private allowElsewhere(paused: number, pools: readonly Pool[], prices: readonly number[]): void {
    const units = this.ledger.units();
    for (const pool of pools) {
      if (worthOf(pool, prices, units) >= 0 || !pool.rows.some(({ market }) => market === paused)) continue;
      for (const { market, quantity } of pool.rows)
        if (market !== paused)
          this.sum += (Math.abs(quantity) * prices[market]! * units[market]! * STOP_SLIPPAGE_PPM) / MILLION;
    }
  }

  private allowDiscount(number: number, { transferred }: Answer): void {
    const { parameters, microsPerTickLot } = this.engine.market(number);
    const { minimumMarginRatio } = this.engine.liquidations.insuranceFund();
    if (this.ratioE8 * 100 >= minimumMarginRatio) return;
    const { claimInsuranceFundDiscount: discount, liquidatorFee: fee } = parameters;
    const came = fee - Math.max(HONEST_PPM, this.speedPpm[number] ?? 0) * (E10 / MILLION);
    const cost = Math.min(discount, Math.max(0, discount - came));
    for (const { quantity, price } of transferred)
      this.sum += Math.ceil((Math.abs(quantity) * price * microsPerTickLot * cost) / E10);
  }

  /** Whether the engine acts on what sources say of a market. */
  follows(number: number): boolean {
    const { index, state } = this.engine.market(number);
    return !this.stands(number) && (state === "DELISTED" || index === this.ledger.said[number]);
  }

  /** Whether by the rules nobody can be liquidated there now. */
  private stands(number: number): boolean {
    const { maintenance, clockHalt } = this.engine.venue();
    if (maintenance.phase === "running" || maintenance.phase === "grace" || clockHalt) return true;
    return this.engine.market(number).state === "HALTED" || this.doubt.isOf(number);
  }
}
