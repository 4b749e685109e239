// The outside sources of a market, each with its own faults: silent, at zero, ten times too high, frozen, not a number,
// away from the others. Now and then all of them fall silent together.

import type { SourcePrice } from "@evermark/engine";
import type { Counters } from "../workload/counters.ts";
import type { Dice } from "../workload/dice.ts";

const TROUBLES = ["silent", "zero", "tenfold", "frozen", "not a number", "endless", "negative", "apart"] as const;
type Trouble = (typeof TROUBLES)[number] | "none";

interface Source {
  trouble: Trouble;
  /** For how many more beats the trouble lasts. */
  left: number;
  last: number;
}

/** Prices are multiples of this many 10⁻⁸, so that means and clips of them are exact. */
const GRAIN = 40;

export class Oracle {
  private readonly sources: Source[];
  private allSilent = 0;
  /** Whether sources report volumes; otherwise all have the same weight. */
  private readonly hasVolumes: boolean;

  constructor(
    private readonly dice: Dice,
    private readonly market: number,
    count: number,
    /** How many beats in a thousand bring a source a new trouble. */
    private readonly troubles: number,
    private readonly onFault: (name: string) => void,
  ) {
    this.hasVolumes = dice.chance(500);
    this.sources = Array.from({ length: count }, () => ({ trouble: "none", left: 0, last: 0 }));
  }

  /** The sources' reports of a true price. */
  report(price: number): SourcePrice[] {
    const { dice } = this;
    if (this.allSilent > 0) {
      this.allSilent--;
      return [];
    }
    if (this.troubles > 0 && dice.chance(4)) this.fallSilent();
    return this.sources.flatMap((source, number) => {
      this.age(source);
      const reported = this.reportedPrice(source, price);
      const volume = this.hasVolumes ? this.dice.between(0, 9) * 1_000_000_007 : 0;
      return reported === undefined ? [] : [{ market: this.market, source: number, price: reported, volume } as never];
    });
  }

  /** Silences all sources for a while. */
  private fallSilent(): void {
    this.allSilent = this.dice.between(3, 40);
    this.onFault("oracle: all sources silent");
  }

  private age(source: Source): void {
    if (source.left > 0 && --source.left === 0) source.trouble = "none";
    if (source.left > 0 || !this.dice.chance(this.troubles)) return;
    const trouble = this.dice.pick(TROUBLES);
    source.trouble = trouble;
    source.left = this.dice.between(1, 20);
    this.onFault(`oracle: ${trouble}`);
  }

  private reportedPrice(source: Source, price: number): number | undefined {
    const honest = grained(price + Math.floor((price * this.dice.between(-300, 300)) / 1_000_000));
    if (source.trouble !== "frozen") source.last = honest;
    switch (source.trouble) {
      case "none":
        return honest;
      case "silent":
        return undefined;
      case "zero":
        return 0;
      case "tenfold":
        return honest * 10;
      case "frozen":
        return source.last || honest;
      case "not a number":
        return Number.NaN;
      case "endless":
        return Number.POSITIVE_INFINITY;
      case "negative":
        return -honest;
      case "apart":
        return grained(Math.floor((honest * this.dice.pick([80, 93, 107, 130])) / 100));
    }
  }
}

function grained(price: number): number {
  return Math.max(GRAIN, Math.floor(price / GRAIN) * GRAIN);
}

export function faultsInto(counters: Counters): (name: string) => void {
  return (name) => counters.add(`fault: ${name}`);
}
