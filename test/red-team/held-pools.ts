// The ring's pools over a pause, as the rules would have them: a pool with a row in a market that can't be liquidated
// is held. A held pool follows the prices: in that market with at most the row that it had when it was first held,
// elsewhere with its present rows. No money leaves it that the rules keep in it, whatever the engine does. So its debt
// at the end of the pause is what the pause makes it owe, and not the result of what was moved or opened in between.
// Rules 11.4, 2.3 (7).
//
// What it may lose meanwhile: its value in excess of the margin counted for each remaining row, which is the initial
// margin or, if the row is held, the margin for the largest believed jump, at the worse of the marks; once,
// `stop_slippage` of the rows elsewhere that it had when it came to have no excess; and, for what it closes in a held
// market, what the price move has brought beyond the index that the venue believes, because closing is always allowed
// there, together with that part of an isolated row's margin. Such a pair gives up a gain, and the rest of it owes no
// more than the whole would have owed. Finally funding, which is paid during a pause too, as long as the payer keeps
// the mark's full range and the discount of a claim on his rows, at the marks (6.6).
//
// What a market's pause makes a pool owe is its debt less its debt if that market had stayed where it was. When several
// markets are paused and come back one by one, each is computed as if those still paused had not moved, so that the
// parts add up to the whole; a part may be negative, their sum is not. Alternatively it is the loss that a gain there
// has carried: a pool that is sound at the index is not liquidated elsewhere, and when the gain disappears, it owes
// what it lost there meanwhile.

import type { Engine } from "@evermark/engine";
import { keptOfNotional } from "./kept-margin.ts";
import type { Event } from "./known-event.ts";
import { type Pool, worthOf } from "./pools.ts";

const E10 = 10_000_000_000;

interface HeldRow {
  /** The quantity when the row was held; lots, signed. */
  readonly quantity: number;
  /** The market's true index when it was left, in ticks. */
  readonly from: number;
  /** What the price move since then has brought, and its maximum so far, in micros. */
  gain: number;
  best: number;
}

interface HeldPool {
  readonly part: number;
  readonly rows: Map<number, HeldRow>;
  /** The pool's value at the true index, in micros. */
  worth: number;
  /** What it received meanwhile and may lose again; and what it may once lose to others elsewhere. In micros. */
  received: number;
  slippage: number;
  /** What ended pauses have made it owe. */
  owed: number;
}

export class HeldPools {
  private readonly pools = new Map<string, HeldPool>();
  /** What pools have paid in the present command, less what they received, in micros. */
  private readonly funding = new Map<string, number>();

  constructor(private readonly engine: Engine) {}

  get exist(): boolean {
    return this.pools.size > 0;
  }

  holds(pool: Pool): boolean {
    return this.pools.has(keyOf(pool));
  }

  clone(): HeldPools {
    const copy = new HeldPools(this.engine);
    for (const [key, pool] of this.pools)
      copy.pools.set(key, { ...pool, rows: new Map([...pool.rows].map(([market, row]) => [market, { ...row }])) });
    return copy;
  }

  /** Holds the pools that have a row in a market that was left at `from`. */
  hold(
    market: number,
    from: number,
    pools: readonly Pool[],
    truths: readonly number[],
    units: readonly number[],
  ): void {
    for (const pool of pools) {
      const quantity = quantityOf(pool, market);
      if (quantity === 0) continue;
      const held = this.pools.get(keyOf(pool)) ?? this.newPool(pool, market, truths, units);
      const gain = quantity * (truths[market]! - from) * units[market]!;
      held.rows.set(market, { quantity, from, gain, best: Math.max(0, gain) });
    }
  }

  private newPool(pool: Pool, market: number, truths: readonly number[], units: readonly number[]): HeldPool {
    const worth = worthOf(pool, truths, units);
    const slippage = this.slippageOf(pool, (each) => each === market, truths, units);
    const held = { part: pool.part, rows: new Map(), worth, received: 0, slippage, owed: 0 };
    this.pools.set(keyOf(pool), held);
    return held;
  }

  /** `stop_slippage` of the rows that are not held, in micros. */
  private slippageOf(
    { rows }: Pool,
    isHeld: (market: number) => boolean,
    truths: readonly number[],
    units: readonly number[],
  ): number {
    let slippage = 0;
    for (const { market, quantity } of rows) {
      if (isHeld(market)) continue;
      const { stopSlippage } = this.engine.market(market).parameters;
      slippage += (Math.abs(quantity) * truths[market]! * units[market]! * stopSlippage) / E10;
    }
    return slippage;
  }

  /** The true index has moved; with the pools at that time. */
  move(before: readonly number[], after: readonly number[], pools: readonly Pool[], units: readonly number[]): void {
    if (!this.exist) return;
    for (const pool of pools) {
      const held = this.pools.get(keyOf(pool));
      if (held === undefined) continue;
      for (const { market, quantity } of pool.rows) {
        const moved = (after[market]! - before[market]!) * units[market]!;
        const row = held.rows.get(market);
        const counts = row === undefined ? quantity : lesserOf(quantity, row.quantity);
        held.worth += counts * moved;
        if (row === undefined) continue;
        row.gain += counts * moved;
        row.best = Math.max(row.best, row.gain);
      }
    }
  }

  pay({ account, market, marginMode, fee }: Extract<Event<"funding">, { type: "paid" }>): void {
    const key = nameOf(account, marginMode === "CROSS" ? "cross" : market);
    if (this.pools.has(key)) this.funding.set(key, (this.funding.get(key) ?? 0) + fee);
  }

  /** Applies a command's changes, at the same index: everything received, and as much of the losses as the rules allow. */
  follow(before: readonly Pool[], after: readonly Pool[], truths: readonly number[], units: readonly number[]): void {
    if (!this.exist) return;
    const now = new Map(after.map((pool) => [keyOf(pool), pool]));
    for (const pool of before) {
      const held = this.pools.get(keyOf(pool));
      if (held === undefined) continue;
      if (this.spare(held, pool, truths, units) > 0)
        held.slippage = this.slippageOf(pool, (market) => held.rows.has(market), truths, units);
      const left = now.get(keyOf(pool)) ?? { ...pool, base: 0, rows: [] };
      const change = worthOf(left, truths, units) - worthOf(pool, truths, units);
      if (change > 0) {
        held.received += change;
        held.worth += change;
      } else if (change < 0) {
        let loss = -change - this.payFunding(held, pool, -change, truths, units);
        loss -= this.giveUp(held, pool, left, loss, truths, units);
        bookLoss(held, loss, this.spare(held, left, truths, units));
      }
    }
    this.funding.clear();
  }

  /** The part of a loss that is funding which the pool could be made to pay. */
  private payFunding(
    held: HeldPool,
    pool: Pool,
    loss: number,
    truths: readonly number[],
    units: readonly number[],
  ): number {
    const due = Math.min(loss, this.funding.get(keyOf(pool)) ?? 0);
    if (due <= 0) return 0;
    let left = held.worth;
    for (const { market, quantity } of pool.rows) {
      const { mark, parameters } = this.engine.market(market);
      const row = held.rows.get(market);
      const counts = row === undefined ? quantity : lesserOf(quantity, row.quantity);
      left += counts * (mark - truths[market]!) * units[market]!;
      left -= Math.abs(quantity) * mark * units[market]! * keptOfNotional(parameters);
    }
    const paid = Math.max(0, Math.min(due, left));
    held.worth -= paid;
    return paid;
  }

  /** The part of a loss that closing in held markets, at the index believed there, gives up. */
  private giveUp(
    held: HeldPool,
    before: Pool,
    after: Pool,
    loss: number,
    truths: readonly number[],
    units: readonly number[],
  ): number {
    let left = loss;
    for (const [market, row] of held.rows) {
      const quantityBefore = quantityOf(before, market);
      const closed = lesserOf(quantityBefore, row.quantity) - lesserOf(quantityOf(after, market), row.quantity);
      if (closed * quantityBefore <= 0) continue;
      const believed = this.engine.market(market).index * units[market]!;
      const conceded = Math.min(left, Math.max(0, closed * (truths[market]! * units[market]! - believed)));
      row.gain -= conceded;
      left -= conceded;
      // Margin that is released with what is closed. Rules 5.9 (4).
      if (before.isolated)
        left -= Math.min(left, Math.max(0, (closed / quantityBefore) * (before.base + quantityBefore * believed)));
    }
    held.worth -= loss - left;
    return loss - left;
  }

  /** The pool's value in excess of the margin counted for its rows, in micros. */
  private spare(held: HeldPool, pool: Pool, truths: readonly number[], units: readonly number[]): number {
    const { engine } = this;
    let spare = held.worth;
    for (const { market, quantity } of pool.rows) {
      const { mark, parameters } = engine.market(market);
      const leverage = engine.leverage(pool.account, market, pool.isolated ? "ISOLATED" : "CROSS");
      const row = held.rows.get(market);
      const price = row === undefined ? truths[market]! : mark;
      const rate = Math.max(1 / leverage, row === undefined ? 0 : parameters.maxIndexJump / E10);
      spare -= Math.abs(quantity) * price * units[market]! * rate;
      if (row !== undefined) spare += Math.min(0, row.quantity * (mark - row.from) * units[market]!) - row.gain;
    }
    return Math.max(0, spare);
  }

  /**
   * Ends the pause of a market, with the pools' present values. @returns what pauses make pools owe that are held no
   * longer
   */
  release(market: number): number {
    let owed = 0;
    for (const [key, held] of this.pools) {
      const row = held.rows.get(market);
      if (row === undefined) continue;
      held.rows.delete(market);
      const others = [...held.rows.values()].reduce((sum, { gain }) => sum + gain, 0);
      held.owed += debt(held.worth - others) - debt(held.worth - others - row.gain);
      if (held.rows.size > 0) continue;
      const carried = debt(held.worth) - debt(held.worth - row.gain + row.best);
      owed += held.part * Math.max(0, held.owed, carried);
      this.pools.delete(key);
    }
    return owed;
  }
}

function bookLoss(held: HeldPool, loss: number, spare: number): void {
  const returned = Math.min(loss, held.received);
  const beyond = Math.min(loss - returned, spare);
  const slipped = Math.min(loss - returned - beyond, held.slippage);
  held.received -= returned;
  held.slippage -= slipped;
  held.worth -= returned + beyond + slipped;
}

function debt(worth: number): number {
  return Math.max(0, -worth);
}

function quantityOf({ rows }: Pool, market: number): number {
  return rows.find((row) => row.market === market)?.quantity ?? 0;
}

function lesserOf(first: number, second: number): number {
  if (first * second <= 0) return 0;
  return Math.abs(first) < Math.abs(second) ? first : second;
}

/** A name for the cross part of an account, or for one of its isolated rows. */
function keyOf({ account, isolated, rows }: Pool): string {
  return nameOf(account, isolated ? rows[0]!.market : "cross");
}

function nameOf(account: number, part: number | "cross"): string {
  return `${account} ${part}`;
}
