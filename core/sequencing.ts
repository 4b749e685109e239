// The interface between the sequencer, the callers that submit commands to it and the consumers that follow it.

import type { Answer, Command, Listener } from "@evermark/engine";
import type { BatchStatistics } from "@evermark/journal";

/** A command that has no time yet: the sequencer stamps it. */
export type Unstamped<C extends Command = Command> = C extends Command ? Omit<C, "at"> : never;

/** The answer to one command, with its position in the journal. The caller may keep it. */
export interface Submitted extends Readonly<Answer> {
  readonly position: number;
  readonly at: number;
}

/** Where the time of one command went, in milliseconds; the parts add up to the time from its submission to its answer. */
export interface CommandTimes {
  /** Waiting until the disk takes what came before, and for the command's turn once it is durable. */
  readonly queueMs: number;
  /** Time to write and sync the journal batch that the command was in. */
  readonly journalMs: number;
  readonly engineMs: number;
  /**
   * Position of the batch's last command. The commands of one batch wait together, so their waiting times must not be added
   * up.
   */
  readonly batch: number;
}

/** Called with a command's outcome; with `times` when it was applied. */
export type Done = (result: Submitted | Unavailable, times?: CommandTimes) => void;

/** Measures what passes through the sequencer. Both methods are called on the path of every order. */
export interface SequencerObserver {
  /** A batch is on disk. */
  batch(batch: BatchStatistics): void;
  /** A command was applied. */
  applied(type: Command["type"], times: CommandTimes, isRefused: boolean): void;
}

/** The limits of an account that a request counts against. */
export interface Counts {
  readonly account: number;
  /** How many requests count in each of these buckets. */
  readonly limits: readonly CountedLimit[];
}

export interface CountedLimit {
  readonly bucket: string;
  readonly requests: number;
}

/** A client's request that commands belong to. All of its commands are submitted with the same object. */
export interface CountedRequest {
  /**
   * Called when the first command of the request is submitted. @returns null when no limit of an account counts the request
   */
  counts(): Counts | null;
}

/** The only way to change anything: one order for all commands. Design: what changes state is a command. */
export interface Sequencer {
  /**
   * Queues a command and calls `done` once it is durable and applied.
   * @param request the client's request, whose limits count across all nodes
   * @throws nothing; when the journal can't take it, `done` gets an `Unavailable`.
   */
  submit(command: Unstamped, done: Done, request?: CountedRequest): void;
  /** The same as a promise, for callers to whom one more asynchronous step does not matter. */
  send(command: Unstamped): Promise<Submitted | Unavailable>;
  /**
   * Queues a command that brings its own time (a tick is a whole second). An `at` before the last stamped time is moved up
   * to that. Later commands are stamped at or after it.
   */
  submitAt(at: number, command: Unstamped, done: Done): void;
  /** Journal position of the last command applied: a read that waits for it sees everything answered so far. */
  readonly appliedPosition: number;
}

/** Follows the engine: a command's beginning, its events while it is applied, then its end. */
export interface Consumer extends Listener {
  /** The commands before this one are fully applied, and nothing of this one is yet. */
  commandBegin?(at: number): void;
  commandEnd(position: number, at: number): void;
  /** All commands that became durable together are applied. */
  batchEnd?(): void;
}

/**
 * The command was not taken, or could not be made durable (a full disk, a shutdown). Unless `isUncertain`, nothing
 * happened.
 */
export interface Unavailable {
  /** The reason for the caller to read, without paths or other internal details. */
  readonly unavailable: string;
  /** The command may have happened all the same. */
  readonly isUncertain?: boolean;
  /** The request is over a limit that its account has across all nodes, and would fit this many milliseconds later. */
  readonly retryAfterMs?: number;
}

export function isUnavailable(result: object): result is Unavailable {
  return "unavailable" in result;
}

/** Venue time. Rules, Appendix C.1: every window, expiry, timer and envelope uses it, and the sandbox can move it. */
export interface VenueClock {
  now(): number;
}
