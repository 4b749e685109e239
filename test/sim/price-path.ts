// The true price of a market: a random walk with calm and wild times, jumps, and gaps far beyond any stop.

import type { Dice } from "../workload/dice.ts";

const MILLION = 1_000_000;

export class PricePath {
  /** The largest move per beat, in millionths. */
  private pace: number;

  constructor(
    private readonly dice: Dice,
    /** In 10⁻⁸. */
    public price: number,
    private readonly least: number,
    private readonly most: number,
    /** How volatile this market is, in millionths per beat. */
    private readonly temper: number,
  ) {
    this.pace = temper;
  }

  /** Moves the price by one beat. */
  move(): number {
    const { dice } = this;
    if (dice.chance(30)) this.pace = this.temper * dice.pick([0, 1, 1, 4]);
    const step = this.pace === 0 ? 0 : dice.between(-this.pace, this.pace);
    const jump = dice.chance(15) ? dice.between(30_000, 190_000) : dice.chance(2) ? dice.between(200_000, 700_000) : 0;
    const moved = step + (jump === 0 ? 0 : dice.chance(500) ? jump : -Math.floor(jump / 2));
    return this.set(this.price + Math.floor((this.price * moved) / MILLION));
  }

  /** Moves towards a price, by less than would halt most markets. */
  head(price: number): number {
    return this.set(Math.min(this.price * 1.18, Math.max(this.price * 0.82, price)));
  }

  private set(price: number): number {
    this.price = Math.min(this.most, Math.max(this.least, Math.floor(price)));
    return this.price;
  }
}
