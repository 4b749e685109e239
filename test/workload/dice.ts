// Decisions that follow from a seed: whole numbers and picks, so that a world is the same on every machine and engine.

import { below, type Random, seededRandom } from "@evermark/journal/testing/seeded-random.ts";

export class Dice {
  private readonly random: Random;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** 0 to `bound` − 1. */
  below(bound: number): number {
    return below(this.random, bound);
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True so many times in a thousand. */
  chance(perMille: number): boolean {
    return this.below(1_000) < perMille;
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)]!;
  }

  /** One of the names, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as Name[];
    let left = this.below(names.reduce((sum, name) => sum + weights[name], 0));
    for (const name of names) {
      left -= weights[name];
      if (left < 0) return name;
    }
    return names[0]!;
  }

  /** The seed of something that draws for itself, so that it does not shift what is drawn here. */
  seed(): number {
    return this.below(0x7fff_ffff);
  }
}
