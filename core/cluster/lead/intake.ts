// Which commands a leader takes: frames of its own term, each node's in sequence, and of each node only numbers above all
// that it took or refused in this term and above all that the journal has (C2). So a command that the bus repeats is taken
// once.

import { type Command, decodeCommand } from "@evermark/engine";
import type { FrontState } from "../follow/front-state.ts";
import type { Counted, Frame, OverLimit, Refusal, SentCommand } from "../ports/bus.ts";
import type { Origin } from "../records/origins.ts";
import { type NodeId, sameTerm, type Term } from "../records/term.ts";

export interface TakenCommand {
  readonly origin: Origin;
  readonly command: Command;
  readonly bytes: number;
}

interface IntakeParts {
  readonly term: Term;
  /**
   * The front state of the leader's replica, which has applied its barrier: it holds every number that an earlier term
   * brought.
   */
  readonly front: FrontState;
  /** Counts a request. @returns 0 when it is within its account's limits, else after how many milliseconds it would be */
  readonly admit: (request: Counted) => number;
  readonly refuse: (to: NodeId, message: Untermed<Refusal> | Untermed<OverLimit>) => void;
}

type Untermed<Message> = Omit<Message, "term">;

/** Most bytes of commands in one batch. */
const BATCH_BYTES_MAX = 64 * 1024 * 1024;
/** When this many commands wait, further ones are refused: the journal does not keep up, and queueing would not help. */
const WAITING_MAX = 100_000;

export class Intake {
  readonly #parts: IntakeParts;
  readonly #nextFrames = new Map<NodeId, number>();
  readonly #highest = new Map<NodeId, number>();
  /** The last request of each node that was over a limit. */
  readonly #overLimit = new Map<NodeId, { readonly request: number; readonly waitMs: number }>();
  #waiting: TakenCommand[] = [];

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Number of the next frame to take, by node. */
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

  /** Takes the commands for a batch, in the order in which they came. A command whose deadline has passed is left out (C6). */
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

  #takeOne(node: NodeId, { payload, counted, ...sent }: SentCommand): void {
    const { front, refuse } = this.#parts;
    const { number } = sent;
    if (number <= Math.max(this.#highest.get(node) ?? 0, front.lastNumber(node))) return;
    // Noted before the decision: a number that was refused is not taken later either (C4).
    this.#highest.set(node, number);
    if (this.#waiting.length >= WAITING_MAX)
      return refuse(node, { type: "refusal", number, reason: "too many commands are waiting" });
    const waitMs = counted === undefined ? 0 : this.#waitOf(node, number, counted);
    if (waitMs > 0) return refuse(node, { type: "overLimit", number, waitMs });
    this.#waiting.push({ origin: { node, ...sent }, command: decodeCommand(payload), bytes: payload.length });
  }

  /**
   * Decides how long a command must wait: its request counts with the first command, and the following ones share that
   * fate.
   */
  #waitOf(node: NodeId, number: number, counted: Counted): number {
    const last = this.#overLimit.get(node);
    if (counted.request !== number) return last?.request === counted.request ? last.waitMs : 0;
    const waitMs = this.#parts.admit(counted);
    if (waitMs > 0) this.#overLimit.set(node, { request: number, waitMs });
    return waitMs;
  }
}
