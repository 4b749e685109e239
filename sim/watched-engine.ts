// The engine, overheard: every event goes to a second listener as well, and the last answer is kept.

import { type Answer, both, type Command, Engine, type Listener, silent } from "@evermark/engine";
import { readSnapshot } from "@evermark/engine/snapshot.ts";
import { State } from "@evermark/engine/state.ts";

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

  override apply(command: Command, out: Listener): Answer {
    this.lastAnswer = super.apply(command, both(out, this.watcher));
    return this.lastAnswer;
  }

  /** Applies a command of the past, which nobody has to hear of again. */
  replay(command: Command): void {
    super.apply(command, silent);
  }
}
