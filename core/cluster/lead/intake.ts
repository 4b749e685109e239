// Which commands a leader takes: frames of its own term, each node's in sequence, and of a node only numbers above all that it
// took or refused in this term and above all that the journal has (C2). So whatever the bus repeats is taken once.

import { type Command, decodeCommand } from "@evermark/engine";
import type { FrontState } from "../follow/front-state.ts";
import type { Frame, SentCommand } from "../ports/bus.ts";
import type { Origin } from "../records/origins.ts";
import { type NodeId, sameTerm, type Term } from "../records/term.ts";

export interface TakenCommand {
  readonly origin: Origin;
  readonly command: Command;
  readonly bytes: number;
}

interface IntakeParts {
  readonly term: Term;
  /** Of the leader's replica, which has passed its barrier: every number that an earlier term has brought is in it. */
  readonly front: FrontState;
  /** Limits that are counted in one place; null when the command may go on. */
  readonly admit: (command: Command) => string | null;
  readonly onRefused: (to: NodeId, number: number, reason: string) => void;
}

/** Commands of one batch, in bytes. */
const BATCH_BYTES_MAX = 64 * 1024 * 1024;
/** More than this many commands wait for the journal: it does not keep up, and queueing would not help. */
const WAITING_MAX = 100_000;

export class Intake {
  readonly #parts: IntakeParts;
  readonly #nextFrames = new Map<NodeId, number>();
  readonly #highest = new Map<NodeId, number>();
  #waiting: TakenCommand[] = [];

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Number of the frame that is taken next, by node. */
  get nextFrames(): ReadonlyMap<NodeId, number> {
    return this.#nextFrames;
  }

  get hasCommands(): boolean {
    return this.#waiting.length > 0;
  }

  take({ term, from, number, commands }: Frame): void {
    if (!sameTerm(term, this.#parts.term)) return;
    if (number !== (this.#nextFrames.get(from) ?? 1)) return;
    this.#nextFrames.set(from, number + 1);
    for (const command of commands) this.#takeOne(from, command);
  }

  /** What goes into a batch, in the order in which it came. A command whose deadline has passed is left out (C6). */
  gather(at: number): TakenCommand[] {
    const inTime = this.#waiting.filter(({ origin }) => origin.deadline >= at);
    let left = BATCH_BYTES_MAX;
    const full = inTime.findIndex(({ bytes }) => {
      left -= bytes;
      return left < 0;
    });
    const end = full === -1 ? inTime.length : full;
    this.#waiting = inTime.slice(end);
    return inTime.slice(0, end);
  }

  #takeOne(node: NodeId, { payload, ...sent }: SentCommand): void {
    const { front, admit, onRefused } = this.#parts;
    const { number } = sent;
    if (number <= Math.max(this.#highest.get(node) ?? 0, front.lastNumber(node))) return;
    // Before it is decided: a number that was refused is not taken later either (C4).
    this.#highest.set(node, number);
    const command = decodeCommand(payload);
    const refusal = this.#waiting.length < WAITING_MAX ? admit(command) : "too many commands are waiting";
    if (refusal === null) this.#waiting.push({ origin: { node, ...sent }, command, bytes: payload.length });
    else onRefused(node, number, refusal);
  }
}
