// What the sequencer promises to those who submit commands to it and to those who follow it.

import type { Answer, Command, Listener } from "@evermark/engine";
import type { BatchStatistics } from "@evermark/journal";

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

/** Measures what passes through the sequencer. Both are called on the way of every order. */
export interface SequencerObserver {
  /** A batch is on disk. */
  batch(batch: BatchStatistics): void;
  /** A command was applied. */
  applied(type: Command["type"], times: CommandTimes, isRefused: boolean): void;
}

/** Where a request counts, of the limits that an account has. */
export interface Counts {
  readonly account: number;
  /** In each of these buckets so many requests. */
  readonly limits: readonly CountedLimit[];
}

export interface CountedLimit {
  readonly bucket: string;
  readonly requests: number;
}

/** A client's request, of which commands are. All of them bring the same object. */
export interface CountedRequest {
  /** Asked when its first command is submitted. @returns null when it counts by no limit of an account */
  counts(): Counts | null;
}

/** The one way to change anything: one order for all commands. Design: what changes state is a command. */
export interface Sequencer {
  /**
   * Queues a command and calls `done` once it is durable and applied.
   * @param request of a client, whose limits several nodes have in common
   * @throws nothing; when the journal can't take it, `done` gets an `Unavailable`.
   */
  submit(command: Unstamped, done: Done, request?: CountedRequest): void;
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

/** Follows the engine: a command's beginning, its events while it is applied, then its end. */
export interface Consumer extends Listener {
  /** Nothing before the command is applied any more, and nothing of it yet. */
  commandBegin?(at: number): void;
  commandEnd(position: number, at: number): void;
  /** Those that became durable together are all applied. */
  batchEnd?(): void;
}

/** The journal could not make the command durable (a full disk, a shutdown): nothing happened. */
export interface Unavailable {
  /** For the caller to read: why, without paths or other inner matters. */
  readonly unavailable: string;
  /** It may have happened all the same. */
  readonly isUncertain?: boolean;
  /** Its request is over a limit of its account, over all nodes, and fits so much later. */
  readonly retryAfterMs?: number;
}

export function isUnavailable(result: object): result is Unavailable {
  return "unavailable" in result;
}

/** Venue time. Rules, Appendix C.1: every window, expiry, timer and envelope uses it, and the sandbox can move it. */
export interface VenueClock {
  now(): number;
}
