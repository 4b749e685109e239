// One order for everything that changes the venue. A command is stamped with venue time, appended to the journal, and
// applied once it is durable, in the order of its position; then its events are sent and its caller is answered. So an
// answer of success means that the command is on disk. Design 2, rules 0.1.
//
// Commands that arrive while a batch is being synced wait in order. Nothing is applied before it is on disk, and a command
// that the disk did not take is answered as unavailable and leaves no trace.

import { type Answer, type Command, type Engine, encodeCommand, silent } from "@evermark/engine";
import type { BatchStatistics, Journal, JournalListener } from "@evermark/journal";
import { journalTrouble } from "./journal-trouble.ts";
import type {
  Consumer,
  Done,
  Sequencer,
  SequencerObserver,
  Submitted,
  Unavailable,
  Unstamped,
  VenueClock,
} from "./sequencing.ts";
import { submittedOf } from "./submitted.ts";

interface Waiting {
  readonly command: Command;
  readonly done: Done;
  readonly submittedAt: number;
}

/** When this many commands wait, further ones are refused: the disk does not keep up, and queueing would not help. */
const WAITING_MAX = 100_000;

export interface SequencerParts {
  readonly engine: Engine;
  readonly clock: VenueClock;
  readonly observer: SequencerObserver;
  /** Time and position of the last command that the engine has applied. */
  readonly lastAt: number;
  readonly appliedPosition: number;
  /** Whether every invariant is recomputed after each command. */
  readonly audit: boolean;
  /** Called after each batch: everything up to `position` is durable and applied. */
  readonly onApplied: (position: number) => void;
  /** Called once when the engine found a broken invariant: the venue must stop. */
  readonly onFault: (error: unknown) => void;
  /** Called when the journal refused a batch, and with null when it takes batches again. */
  readonly onJournalState: (error: Error | null) => void;
}

export class JournalSequencer implements Sequencer, JournalListener {
  readonly #parts: SequencerParts;
  #journal: Journal | null = null;
  #consumer: Consumer = { ...silent, commandEnd() {} };
  /** Commands from `#head` on wait for their batch, in the order of their positions. */
  #waiting: Waiting[] = [];
  #head = 0;
  #lastAt: number;
  #applied: number;
  /** Why no more commands are taken; "" while they are. */
  #closed = "";
  #failing = false;
  #hasFault = false;
  /** Time to write and sync the batch whose commands are being applied. */
  #journalMs = 0;

  constructor(parts: SequencerParts) {
    this.#parts = parts;
    this.#lastAt = parts.lastAt;
    this.#applied = parts.appliedPosition;
  }

  /** Takes commands from now on. The sequencer is created before those who submit to it and those who follow it. */
  attach(journal: Journal, consumer: Consumer): void {
    this.#journal = journal;
    this.#consumer = consumer;
  }

  get appliedPosition(): number {
    return this.#applied;
  }

  submit(command: Unstamped, done: Done): void {
    this.submitAt(this.#parts.clock.now(), command, done);
  }

  /** @returns a time before which no more commands will be applied: now, unless some are on their way to the disk */
  passTime(): number {
    const next = this.#waiting[this.#head];
    if (next !== undefined) return next.command.at;
    this.#lastAt = Math.max(this.#lastAt, this.#parts.clock.now());
    return this.#lastAt;
  }

  send(command: Unstamped): Promise<Submitted | Unavailable> {
    return new Promise((resolve) => this.submit(command, resolve));
  }

  submitAt(at: number, command: Unstamped, done: Done): void {
    const journal = this.#journal;
    if (journal === null || this.#closed !== "") return done({ unavailable: this.#closed || "the venue is starting" });
    if (this.#waiting.length - this.#head >= WAITING_MAX) return done({ unavailable: "too many commands are waiting" });
    this.#lastAt = Math.max(this.#lastAt, at);
    const stamped = { ...command, at: this.#lastAt } as Command;
    journal.append(this.#lastAt, encodeCommand(stamped));
    this.#waiting.push({ command: stamped, done, submittedAt: performance.now() });
  }

  /** Takes no more commands; those that were taken are still made durable, applied and answered when the journal closes. */
  close(reason: string): void {
    this.#closed = reason;
  }

  onBatch(batch: BatchStatistics): void {
    this.#parts.observer.batch(batch);
    this.#journalMs = batch.writeMs + batch.syncMs;
  }

  onDurable(position: number): void {
    // After a fault nothing more is applied, whatever is still on its way to the disk.
    if (this.#hasFault) return;
    if (this.#failing) {
      this.#failing = false;
      this.#parts.onJournalState(null);
    }
    try {
      while (this.#applied < position) this.#applyNext(position);
      this.#consumer.batchEnd?.();
    } catch (fault) {
      this.#stopOn(fault);
      return;
    }
    this.#compact();
    this.#parts.onApplied(position);
  }

  onFailure(error: Error, firstLostPosition: number, certain: boolean): void {
    // Reported once: a disk that refuses one batch refuses the next ones as well, hundreds a second.
    if (!this.#failing) this.#parts.onJournalState(error);
    this.#failing = true;
    const lost = this.#waiting.splice(this.#head + (firstLostPosition - this.#applied - 1));
    const why = journalTrouble(error);
    const fate = certain ? "nothing happened" : "whether it happened shows after a restart";
    for (const { done } of lost) done({ unavailable: `${why}, ${fate}`, isUncertain: !certain });
  }

  /** @param batch position of the last command of its batch */
  #applyNext(batch: number): void {
    const { engine, observer, audit } = this.#parts;
    const consumer = this.#consumer;
    const { command, done, submittedAt } = this.#waiting[this.#head]!;
    const startedAt = performance.now();
    consumer.commandBegin?.(command.at);
    const answer: Answer = engine.apply(command, consumer);
    if (audit) engine.audit();
    const position = ++this.#applied;
    const submitted = submittedOf(answer, position, command.at);
    consumer.commandEnd(position, command.at);
    const journalMs = this.#journalMs;
    const engineMs = performance.now() - startedAt;
    const queueMs = Math.max(0, startedAt - submittedAt - journalMs);
    const times = { queueMs, journalMs, engineMs, batch };
    observer.applied(command.type, times, answer.rejection !== null);
    this.#head++;
    done(submitted, times);
  }

  /** Drops applied commands from the front, now and then, so that the list does not grow. */
  #compact(): void {
    if (this.#head < this.#waiting.length && this.#head < 1_024) return;
    this.#waiting = this.#waiting.slice(this.#head);
    this.#head = 0;
  }

  /** The command at fault is answered like those behind it: its outcome is not known. */
  #stopOn(fault: unknown): void {
    this.#hasFault = true;
    this.#closed = "the venue has stopped on a broken invariant";
    for (const { done } of this.#waiting.splice(this.#head)) done({ unavailable: this.#closed, isUncertain: true });
    this.#parts.onFault(fault);
  }
}
