// Where the true price of a market goes: a random walk with calm and wild times, jumps, and gaps far beyond any stop.

import type { Dice } from "../workload/dice.ts";

const MILLION = 1_000_000;

export class PricePath {
  /** Millionths that one beat moves the price at most. */
  private pace: number;

  constructor(
    private readonly dice: Dice,
    /** 10⁻⁸. */
    public price: number,
    private readonly least: number,
    private readonly most: number,
    /** How wild this market is, in millionths a beat. */
    private readonly temper: number,
  ) {
    this.pace = temper;
  }

  /** One beat further. */
  move(): number {
    const { dice } = this;
    if (dice.chance(30)) this.pace = this.temper * dice.pick([0, 1, 1, 4]);
    const step = this.pace === 0 ? 0 : dice.between(-this.pace, this.pace);
    const jump = dice.chance(15) ? dice.between(30_000, 190_000) : dice.chance(2) ? dice.between(200_000, 700_000) : 0;
    const moved = step + (jump === 0 ? 0 : dice.chance(500) ? jump : -Math.floor(jump / 2));
    return this.set(this.price + Math.floor((this.price * moved) / MILLION));
  }

  /** Towards a price, by less than what stops most markets. */
  head(price: number): number {
    return this.set(Math.min(this.price * 1.18, Math.max(this.price * 0.82, price)));
  }

  private set(price: number): number {
    this.price = Math.min(this.most, Math.max(this.least, Math.floor(price)));
    return this.price;
  }
}
