// Random decisions that follow from a seed: whole numbers and picks, so that a world is the same on every machine and
// JavaScript engine.

import { below, type Random, seededRandom } from "@evermark/journal/testing/seeded-random.ts";

export class Dice {
  private readonly random: Random;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** From 0 to `bound` − 1. */
  below(bound: number): number {
    return below(this.random, bound);
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True with a probability of `perMille` in a thousand. */
  chance(perMille: number): boolean {
    return this.below(1_000) < perMille;
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)]!;
  }

  /** One of the names, in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as Name[];
    let left = this.below(names.reduce((sum, name) => sum + weights[name], 0));
    for (const name of names) {
      left -= weights[name];
      if (left < 0) return name;
    }
    return names[0]!;
  }

  /** A seed for a part that draws independently, so that its draws do not shift those made here. */
  seed(): number {
    return this.below(0x7fff_ffff);
  }
}
