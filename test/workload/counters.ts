// Counts the events of histories by name: a workload that never reaches a liquidation finds no errors in liquidations.

import type { Answer, Command, Engine, Listener } from "@evermark/engine";
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

  /** All counts, sorted by name. */
  all(): Counts {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  answered({ type }: Command, { rejection, replayed }: Answer): void {
    this.add(`${type} ${rejection === null ? "accepted" : "refused"}`);
    this.add(rejection === null ? "accepted" : "refused");
    if (replayed) this.add(`${type} replayed`);
    else if (rejection !== null) this.add(`${type}: ${rejection.name}`);
  }

  /** Counts the engine's events. */
  readonly listener: Listener = {
    ...silent,
    order: ({ cause, reason }) => {
      this.add(`order ${cause}`);
      if (cause === "cancelled") this.add(`cancel ${reason}`);
    },
    trade: () => this.add("trades"),
    algo: ({ cause, reason }) => {
      this.add(`algo ${cause}`);
      if (cause === "cancelled") this.add(`algo cancel ${reason}`);
    },
    transfer: ({ kind, marginMode }) => this.add(`position transfer ${kind} ${marginMode}`),
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

  /** Counts the states of a venue and of what is in it, after a command. */
  look(engine: Engine): void {
    for (let number = 0; number < engine.marketCount; number++) {
      const { state, liquidationHeld, settlementPrice, mark, index } = engine.market(number);
      this.add(`a market is ${state}`);
      if (liquidationHeld) this.add("an index is in doubt");
      if (settlementPrice !== 0) this.add("a settlement price is expected");
      if (mark !== index) this.add("a mark is away from its index");
      const purse = engine.liquidations.purse(number);
      if (purse !== 0) this.add(purse > 0 ? "a purse" : "a purse that owes");
    }
    const { halted, clockHalt, solvencyHalt, maintenance } = engine.venue();
    if (halted) this.add("the venue is halted");
    if (clockHalt) this.add("the clock is in doubt");
    if (solvencyHalt) this.add("the fund owes");
    if (maintenance.phase !== "none") this.add(`maintenance is ${maintenance.phase}`);
    for (const { positions, kind } of engine.liquidations.offers()) {
      if (positions.length === 0) this.add("an empty offer");
      if (kind === "claim") this.add("the fund offers");
    }
    for (const vaultId of engine.vaults.vaultIds) {
      const { state, gateTriggered, nextPeriodAt } = engine.vaults.vault(vaultId)!;
      this.add(`a vault is ${state}`);
      if (gateTriggered) this.add("a gate holds back");
      if (state !== "closed" && nextPeriodAt < engine.now) this.add("a period waits");
      if (engine.vaults.operations(vaultId).some(({ unpaid }) => unpaid > 0)) this.add("a fund is short");
    }
  }
}
