// The commands of this node's own callers, and what each caller is answered. A caller is answered once (C5), by the node
// that took the command, and from the journal alone: when this node applies the command, or something that proves that the
// command never comes. A command keeps its number until its fate is known, however often it is sent.

import type { CountedRequest, Done, Unavailable } from "../../sequencing.ts";
import type { AppliedBatch } from "../follow/replica.ts";
import type { Counted, OverLimit, Refusal, SentCommand } from "../ports/bus.ts";
import { type NodeId, sameTerm, type Term } from "../records/term.ts";
import { UNKNOWN_AFTER_MS } from "../timing.ts";

interface Open {
  readonly sent: SentCommand;
  /** Steady time at which the command came. */
  readonly cameAt: number;
  /** The term in which it was sent last. */
  term: Term;
  readonly done: Done;
}

const UNKNOWN: Unavailable = {
  unavailable: "whether it happened is not known: repeat it with the same client_order_id",
  isUncertain: true,
};

export class OwnCommands {
  readonly #node: NodeId;
  /** Commands without an answer by number, lowest first. */
  readonly #open = new Map<number, Open>();
  #lastNumber = 0;
  /** The number of each request's first command. */
  readonly #requests = new WeakMap<CountedRequest, number>();

  constructor(node: NodeId) {
    this.#node = node;
  }

  get wakeAt(): number {
    const oldest = this.#open.values().next().value;
    return oldest === undefined ? Number.POSITIVE_INFINITY : oldest.cameAt + UNKNOWN_AFTER_MS;
  }

  /** How many commands have no answer yet. */
  get count(): number {
    return this.#open.size;
  }

  /** @returns the command to send */
  open(
    command: Omit<SentCommand, "number" | "counted">,
    from: Omit<Open, "sent">,
    request?: CountedRequest,
  ): SentCommand {
    const number = ++this.#lastNumber;
    const counted = request === undefined ? null : this.#countedOf(request, number);
    const sent = { ...command, number, ...(counted && { counted }) };
    this.#open.set(sent.number, { sent, ...from });
    return sent;
  }

  /**
   * Answers the commands of a batch that was applied here.
   * @returns the commands to send in the term that the batch begins, lowest number first
   */
  passed({ head, isBarrier, outcomes }: AppliedBatch): readonly SentCommand[] {
    let highest = 0;
    for (const { origin, submitted } of outcomes) {
      if (origin?.node !== this.#node) continue;
      highest = Math.max(highest, origin.number);
      this.#take(origin.number)?.done(submitted);
    }
    // Numbers rise in the journal, so a lower number that is not there never comes; and no command is in a batch with an
    // `at` after its deadline.
    this.#end(({ sent }) => sent.number < highest, nothingHappened("another command went before it"));
    this.#end(({ sent }) => sent.deadline < head.at, nothingHappened("it did not reach the journal in time"));
    if (!isBarrier) return [];
    // Nothing of an earlier term comes after the barrier: a command that is not there by now can be sent again under its
    // number.
    for (const open of this.#open.values()) open.term = head.term;
    return [...this.#open.values()].map(({ sent }) => sent);
  }

  /**
   * A refusal counts only from the term in which the command was sent last: in a later term the command may be in the
   * journal already (C4).
   */
  refused({ term, number, reason }: Refusal): void {
    this.#refuse(term, number, nothingHappened(reason));
  }

  /**
   * Refuses the whole request, though the message names one of its commands: another term would not know of the refusal,
   * and would take the others.
   */
  overLimit({ term, number, waitMs }: OverLimit): void {
    const request = this.#requestOf(number);
    if (request === undefined) return;
    const answer = { ...nothingHappened("the request is over a limit"), retryAfterMs: waitMs };
    let first = number;
    while (this.#requestOf(first - 1) === request) first--;
    for (let each = first; this.#requestOf(each) === request; each++) {
      if (!this.#refuse(term, each, answer)) return;
    }
  }

  wake(now: number): void {
    this.#end(({ cameAt }) => now >= cameAt + UNKNOWN_AFTER_MS, UNKNOWN);
  }

  /** Answers all commands, because the node stops. */
  stop(): void {
    this.#end(() => true, UNKNOWN);
  }

  /** @returns whether the refusal counts */
  #refuse(term: Term, number: number, answer: Unavailable): boolean {
    const open = this.#open.get(number);
    if (open === undefined || !sameTerm(open.term, term)) return false;
    this.#take(number);
    open.done(answer);
    return true;
  }

  #requestOf(number: number): number | undefined {
    return this.#open.get(number)?.sent.counted?.request;
  }

  #countedOf(request: CountedRequest, number: number): Counted | null {
    const counts = request.counts();
    if (counts === null) return null;
    const first = this.#requests.get(request);
    if (first !== undefined) return { request: first, account: counts.account, limits: [] };
    this.#requests.set(request, number);
    return { request: number, ...counts };
  }

  #take(number: number): Open | undefined {
    const open = this.#open.get(number);
    this.#open.delete(number);
    return open;
  }

  #end(isOver: (open: Open) => boolean, answer: Unavailable): void {
    const over = [...this.#open.values()].filter(isOver);
    for (const { sent } of over) this.#open.delete(sent.number);
    for (const { done } of over) done(answer);
  }
}

function nothingHappened(why: string): Unavailable {
  return { unavailable: `${why}; nothing happened` };
}
