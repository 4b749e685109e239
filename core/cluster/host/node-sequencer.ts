// The sequencer of a cluster node: commands that the rooms of a venue submit are sent to the node that leads, and answered
// when they are applied here. The leader stamps their `at`.

import type {
  CountedRequest,
  Done,
  Sequencer,
  SequencerObserver,
  Submitted,
  Unavailable,
  Unstamped,
} from "../../sequencing.ts";
import { isUnavailable } from "../../sequencing.ts";
import type { ClusterHost } from "./cluster-host.ts";

interface NodeSequencerParts {
  readonly observer: SequencerObserver;
  /** The position that the engine had reached when the node started. */
  readonly position: number;
}

const STARTING: Unavailable = { unavailable: "the venue is starting" };

export class NodeSequencer implements Sequencer {
  readonly #parts: NodeSequencerParts;
  #host: ClusterHost | null = null;

  constructor(parts: NodeSequencerParts) {
    this.#parts = parts;
  }

  begin(host: ClusterHost): void {
    this.#host = host;
  }

  get appliedPosition(): number {
    return this.#host?.replica.head.last ?? this.#parts.position;
  }

  submit(command: Unstamped, done: Done, request?: CountedRequest): void {
    const host = this.#host;
    if (host === null) return done(STARTING);
    const submittedAt = performance.now();
    const answered: Done = (result) => {
      if (isUnavailable(result)) return done(result);
      // The way to the leader, into the journal and back can't be split into parts here.
      const queueMs = performance.now() - submittedAt;
      const times = { queueMs, journalMs: 0, engineMs: 0, batch: result.position };
      this.#parts.observer.applied(command.type, times, result.rejection !== null);
      done(result, times);
    };
    if (command.type !== "place_order") return host.submit(command, answered, { request });
    // A new leader's start ends no connection of this node. So the order is marked in what the nodes keep, not in the
    // engine's own mark.
    const { untilDisconnect, ...order } = command;
    host.submit({ ...order, untilDisconnect: false }, answered, { untilDisconnect, request });
  }

  send(command: Unstamped): Promise<Submitted | Unavailable> {
    return new Promise((resolve) => this.submit(command, resolve));
  }

  submitAt(_at: number, command: Unstamped, done: Done): void {
    this.submit(command, done);
  }
}
