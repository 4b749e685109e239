// The running venue as its rooms see it: what the API, the streams, the history and the sandbox are handed, and nothing
// that lets one of them reach around the sequencer.

import type { Answer, Command, EngineReader, Listener } from "@evermark/engine";
import type { Logger } from "pino";
import type { ChainView } from "./chain/chain-view.ts";
import type { Configuration } from "./configuration/configuration.ts";
import type { HistoryReader } from "./history/queries.ts";
import type { Metrics } from "./metrics.ts";
import type { ReadinessReader } from "./readiness.ts";
import type { MarketStatistics } from "./statistics/market-statistics.ts";

/** A command that has no time yet: the sequencer stamps it. */
export type Unstamped<C extends Command = Command> = C extends Command ? Omit<C, "at"> : never;

/** The answer to one command, with its place in the journal. The caller may keep it. */
export interface Submitted extends Readonly<Answer> {
  readonly position: number;
  readonly at: number;
}

/** Where the time of one command went, in milliseconds; together it is the time from its submission to its answer. */
export interface CommandTimes {
  /** Waiting: for the disk to take what came before, and for its turn once it was durable. */
  readonly queueMs: number;
  /** Write and sync of the journal batch that it was in. */
  readonly journalMs: number;
  readonly engineMs: number;
  /** Position of the batch's last command. The commands of one batch wait together, so their waits are not added up. */
  readonly batch: number;
}

/** Gets what became of a command; `times` when it was applied. */
export type Done = (result: Submitted | Unavailable, times?: CommandTimes) => void;

/** The one way to change anything: one order for all commands. Design: what changes state is a command. */
export interface Sequencer {
  /**
   * Queues a command and calls `done` once it is durable and applied.
   * @throws nothing; when the journal can't take it, `done` gets an `Unavailable`.
   */
  submit(command: Unstamped, done: Done): void;
  /** The same as a promise; for callers where one more hop does not matter. */
  send(command: Unstamped): Promise<Submitted | Unavailable>;
  /**
   * Queues a command that brings its own time (a tick is a whole second). Later commands are stamped at or after it.
   * `at` before the last stamped time is moved up to it.
   */
  submitAt(at: number, command: Unstamped, done: Done): void;
  /** Journal position of the last command applied: a read that waits for it sees everything answered so far. */
  readonly appliedPosition: number;
}

/** Follows the engine: its events while a command is applied, then the end of that command. */
export interface Consumer extends Listener {
  commandEnd(position: number, at: number): void;
}

/** The journal could not make the command durable (a full disk, a shutdown): nothing happened. */
export interface Unavailable {
  /** For the caller to read: why, without paths or other inner matters. */
  readonly unavailable: string;
  /** It may have happened all the same. */
  readonly isUncertain?: boolean;
}

export function isUnavailable(result: Submitted | Unavailable): result is Unavailable {
  return "unavailable" in result;
}

/** Venue time. Rules, Appendix C.1: every window, expiry, timer and envelope uses it, and the sandbox can move it. */
export interface VenueClock {
  now(): number;
}

/** Venue time beside the clocks of those who sign for it. */
export interface SharedClock extends VenueClock {
  /**
   * How long ago by the signer's clock `timestamp` was, in milliseconds, negative when it lies ahead: what windows for
   * signed times are held against. It is `now() - timestamp` unless the machine's clock has jumped.
   */
  age(timestamp: number): number;
}

/** Where deposits by transfer are taken. Interface 4.9. */
export interface ReceiversView {
  /** Makes the addresses. */
  readonly factory: `0x${string}`;
  takes(chainId: number): boolean;
  /** Somebody wants to use it: a chain of the sandbox's own begins then. */
  wanted(chainId: number): void;
  /** The contract of a token that is taken there. */
  tokenOn(chainId: number, token: string): string | undefined;
  /**
   * Play money on a chain of the sandbox's own, in micros of the token, to any address.
   * @returns the transaction's hash; null where there is no such chain
   */
  give(what: {
    readonly chainId: number;
    readonly token: string;
    readonly to: `0x${string}`;
    readonly amount: number;
  }): Promise<`0x${string}` | null>;
}

export interface Venue {
  readonly configuration: Configuration;
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly clock: SharedClock;
  readonly history: HistoryReader;
  readonly statistics: MarketStatistics;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessReader;
  /** Null where no chain is looked at. */
  readonly receivers: ReceiversView | null;
  /** Null where it has none: then the faucet and the sandbox's operator are all that money comes from. */
  readonly chain: ChainView | null;
}
