// Collects the events about markets, funding and the venue while commands are applied, for tests about those.

import { millis } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import type {
  FundingEvent,
  LedgerEntry,
  MarketEvent,
  PositionTransfer,
  VenueEvent,
} from "../language/events/events.ts";
import type { Answer } from "../language/views/views.ts";
import { Recorder } from "./recorder.ts";
import type { SmallExchange } from "./small-exchange.ts";

type Untimed = Command extends infer C ? (C extends Command ? Omit<C, "at"> : never) : never;

export class EventLog extends Recorder {
  readonly markets: MarketEvent[] = [];
  readonly venues: VenueEvent[] = [];
  readonly fundings: FundingEvent[] = [];
  readonly transfers: PositionTransfer[] = [];
  readonly entries: LedgerEntry[] = [];

  constructor(readonly exchange: SmallExchange) {
    super();
  }

  /** Applies a command at a time, which must not be before that of the last command. */
  apply(at: number, command: Untimed): Answer {
    const answer = { ...this.exchange.engine.apply({ ...command, at: millis(at) } as Command, this) };
    this.exchange.engine.audit();
    return answer;
  }

  /** One tick per second, after `from`, up to and including `to`. */
  tickThrough(from: number, to: number, beforeEach: (at: number) => void = () => {}): void {
    for (let at = from + 1_000; at <= to; at += 1_000) {
      beforeEach(at);
      this.apply(at, { type: "tick" });
    }
  }

  /** The state changes of markets since the last call: `0 ACTIVE HALTED STALE_INDEX`. */
  changes(): string[] {
    const found = this.markets.splice(0).flatMap((event) => {
      if (event.type !== "state_changed") return [];
      const { market, from, to, reason } = event;
      return [`${market} ${from} ${to} ${reason}`];
    });
    return found;
  }

  override market(event?: MarketEvent): void {
    if (event !== undefined) this.markets.push(event);
  }
  override venue(event?: VenueEvent): void {
    if (event !== undefined) this.venues.push(event);
  }
  override funding(event?: FundingEvent): void {
    if (event !== undefined) this.fundings.push(event);
  }
  override transfer(event?: PositionTransfer): void {
    if (event !== undefined) this.transfers.push(event);
  }
  override ledger(entry?: LedgerEntry): void {
    if (entry !== undefined) this.entries.push(entry);
  }
}
