// What a simulation has seen, by name: a run that never gets to a liquidation finds nothing wrong with liquidations.

import type { Answer, Command, Listener } from "@evermark/engine";
import { silent } from "@evermark/engine";

export type Counts = Readonly<Record<string, number>>;

export class Counters {
  private readonly counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  merge(counts: Counts): void {
    for (const [name, count] of Object.entries(counts)) this.add(name, count);
  }

  /** By name, sorted. */
  all(): Counts {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  answered(command: Command, answer: Answer): void {
    const { rejection } = answer;
    this.add(`${command.type} ${rejection === null ? "accepted" : "refused"}`);
    this.add(rejection === null ? "accepted" : "refused");
    if (rejection !== null) this.add(`refusal ${rejection.name}`);
  }

  /** Counts what the engine tells. */
  readonly listener: Listener = {
    ...silent,
    order: ({ cause, reason }) => {
      this.add(`order ${cause}`);
      if (cause === "cancelled") this.add(`cancel ${reason}`);
    },
    trade: () => this.add("trades"),
    algo: ({ cause }) => this.add(`algo ${cause}`),
    transfer: ({ kind }) => this.add(`position transfer ${kind}`),
    funding: ({ type }) => this.add(`funding ${type}`),
    liquidation: (event) => {
      if (event.type !== "transferred") this.add(`liquidation ${event.type}`);
      else this.add(`transferred ${event.kind}${event.kind === "liquidated" && event.assigned ? ", assigned" : ""}`);
    },
    market: (event) => {
      if (event.type === "state_changed") this.add(`market ${event.to} by ${event.reason}`);
      else this.add(`market ${event.type}`);
    },
    venue: (event) => this.add(`venue ${event.type}`),
    funds: (event) => this.add(event.type === "withdrawal" ? `withdrawal ${event.state}` : `funds ${event.type}`),
    vault: ({ type }) => this.add(`vault ${type}`),
    ledger: ({ kind }) => this.add(`ledger ${kind}`),
  };
}
