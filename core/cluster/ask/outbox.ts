// What a node sends to the leader of a term: frames that are numbered within the term. The leader takes only the next
// frame, and its beats say which one that is. So commands arrive in the order of their numbers, and a lost frame is sent
// again.

import type { Beat, Bus, Frame, SentCommand } from "../ports/bus.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import { type NodeId, sameTerm, type Term } from "../records/term.ts";
import { RESEND_AFTER_MS } from "../timing.ts";

/** Most bytes of one frame: payloads, and what is sent beside each. A bus takes no message that is much larger. */
const FRAME_BYTES_MAX = 512 * 1024;
const BESIDE_BYTES = 24;
const COUNTED_BYTES = 128;

interface Sent {
  readonly frame: Frame;
  sentAt: number;
}

export class CommandOutbox {
  readonly #node: NodeId;
  readonly #bus: Bus;
  readonly #clock: ClusterClock;
  #term: Term;
  #lastFrame = 0;
  /** Frames that the leader has not yet confirmed taking, in order. */
  #sent: Sent[] = [];
  /** Commands for the next frame. */
  #gathering: SentCommand[] = [];

  constructor(node: NodeId, bus: Bus, clock: ClusterClock, term: Term) {
    this.#node = node;
    this.#bus = bus;
    this.#clock = clock;
    this.#term = term;
  }

  /** The term whose leader receives the frames. */
  get term(): Term {
    return this.#term;
  }

  add(command: SentCommand): void {
    this.#gathering.push(command);
  }

  /**
   * Begins with a new term.
   * @param commands all commands without an answer, lowest number first
   */
  restart(term: Term, commands: readonly SentCommand[]): void {
    this.#term = term;
    this.#lastFrame = 0;
    this.#sent = [];
    this.#gathering = [...commands];
  }

  /** Sends the commands gathered so far. */
  flush(): void {
    if (this.#gathering.length === 0 || this.#term.node === "") return;
    const gathered = this.#gathering;
    this.#gathering = [];
    for (const commands of inPieces(gathered)) {
      const number = ++this.#lastFrame;
      const frame: Frame = { type: "frame", term: this.#term, from: this.#node, number, commands };
      this.#sent.push({ frame, sentAt: this.#clock.steady() });
      this.#bus.send(this.#term.node, frame);
    }
  }

  beat({ term, nextFrames }: Beat): void {
    if (!sameTerm(term, this.#term)) return;
    const next = nextFrames.get(this.#node) ?? 1;
    this.#sent = this.#sent.filter(({ frame }) => frame.number >= next);
    const now = this.#clock.steady();
    for (const each of this.#sent) {
      if (now < each.sentAt + RESEND_AFTER_MS) continue;
      each.sentAt = now;
      this.#bus.send(this.#term.node, each.frame);
    }
  }
}

/** Splits commands into pieces, in order; a command that alone exceeds the limit gets its own piece. */
function inPieces(commands: readonly SentCommand[]): SentCommand[][] {
  const pieces: SentCommand[][] = [];
  let room = 0;
  for (const command of commands) {
    const bytes = command.payload.length + BESIDE_BYTES + (command.counted === undefined ? 0 : COUNTED_BYTES);
    const last = bytes <= room ? pieces.at(-1) : undefined;
    if (last === undefined) {
      pieces.push([command]);
      room = FRAME_BYTES_MAX;
    } else last.push(command);
    room -= bytes;
  }
  return pieces;
}
