// The engine, overheard: every event goes to a second listener as well, and the last answer is kept.

import { type Answer, type ByteSource, both, type Command, Engine, type Listener, silent } from "@evermark/engine";
import { readSnapshot, readSnapshotFrom, State } from "@evermark/engine/inside.ts";

export class WatchedEngine extends Engine {
  lastAnswer: Answer | undefined;

  constructor(
    private readonly watcher: Listener,
    state: State = new State(),
  ) {
    super(state);
  }

  static from(snapshot: Uint8Array, watcher: Listener): WatchedEngine {
    return new WatchedEngine(watcher, readSnapshot(snapshot));
  }

  /** As a venue that starts does it: piece by piece, and null for a snapshot of another version. */
  static restored(snapshot: ByteSource, watcher: Listener): WatchedEngine | null {
    const state = readSnapshotFrom(snapshot);
    return state === null ? null : new WatchedEngine(watcher, state);
  }

  override apply(command: Command, out: Listener): Answer {
    this.lastAnswer = super.apply(command, both(out, this.watcher));
    return this.lastAnswer;
  }

  /** Applies a command of the past, which nobody has to hear of again. */
  replay(command: Command): void {
    super.apply(command, silent);
  }
}
