// A value that somebody types or chooses: those who look are told at once and not once a frame. An input that is drawn a
// frame later loses the caret, and a choice that was pressed would show the former one for that long.

import type { ReadableCell } from "./cell.ts";

export class PromptCell<Value> implements ReadableCell<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  update(change: (value: Value) => Value): void {
    this.set(change(this.#value));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
