// Counts what a hunt has seen, by kind of damage and by outcome, and formats it as text.

import type { Trial } from "./case-trial.ts";
import { OUTCOMES, type OutcomeName } from "./start-outcome.ts";

export class DamageTally {
  lives = 0;
  kills = 0;
  acknowledged = 0;
  violations = 0;
  readonly #kinds = new Map<string, Map<OutcomeName, number>>();

  add({ kind, outcome }: Trial): void {
    const counts = this.#kinds.get(kind) ?? new Map<OutcomeName, number>();
    counts.set(outcome.name, (counts.get(outcome.name) ?? 0) + 1);
    this.#kinds.set(kind, counts);
    if (outcome.name === "violation") this.violations++;
  }

  text(): string {
    const kinds = [...this.#kinds].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const width = Math.max(6, ...kinds.map(([kind]) => kind.length));
    const row = (name: string, cells: readonly (string | number)[]) =>
      `  ${name.padEnd(width)}${cells.map((cell) => `  ${String(cell).padStart(9)}`).join("")}`;
    const cells = (counts: ReadonlyMap<OutcomeName, number>) => OUTCOMES.map((name) => counts.get(name) ?? "");
    const sums = OUTCOMES.map((name) => kinds.reduce((sum, [, counts]) => sum + (counts.get(name) ?? 0), 0));
    return [
      `${this.lives} venues with ${this.acknowledged} acknowledged orders and accounts, killed ${this.kills} times while running`,
      row("damage", ["whole", "less", "no lists", "refused", "VIOLATION"]),
      ...kinds.map(([kind, counts]) => row(kind, cells(counts))),
      row("all", sums),
    ].join("\n");
  }
}

export function repeatHint({ seed, number }: Pick<Trial, "seed" | "number">): string {
  return `again: npm run damage -- --seed ${seed} --case ${number}`;
}

export function violationText(found: Trial): string {
  return `VIOLATION seed ${found.seed} case ${found.number}: ${found.kind}\n  done: ${found.change}\n  found: ${found.outcome.detail}\n  ${repeatHint(found)}`;
}
