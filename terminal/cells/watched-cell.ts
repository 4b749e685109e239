// A cell that is fed only while it has a listener, and for a moment after: a view that returns quickly, as after a change of
// tabs, finds it unchanged. Then it is emptied, so that old data is never shown as current.

import { Cell, type ReadableCell } from "./cell.ts";

const LINGER_MS = 2_000;

/** Starts feeding a cell. @returns a function that ends it */
type Feed<Value> = (cell: Cell<Value>) => () => void;

export class WatchedCell<Value> implements ReadableCell<Value> {
  readonly #cell: Cell<Value>;
  readonly #empty: Value;
  readonly #feed: Feed<Value>;
  readonly #lingerMs: number;
  #watchers = 0;
  #end: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(empty: Value, feed: Feed<Value>, lingerMs = LINGER_MS) {
    this.#cell = new Cell(empty);
    this.#empty = empty;
    this.#feed = feed;
    this.#lingerMs = lingerMs;
  }

  get(): Value {
    return this.#cell.get();
  }

  subscribe(listener: () => void): () => void {
    clearTimeout(this.#timer);
    this.#watchers += 1;
    this.#end ??= this.#feed(this.#cell);
    const stop = this.#cell.subscribe(listener);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      stop();
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#timer = setTimeout(() => this.#rest(), this.#lingerMs);
    };
  }

  #rest(): void {
    this.#end?.();
    this.#end = undefined;
    this.#cell.set(this.#empty);
  }
}
