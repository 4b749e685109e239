// A value that somebody types: those who look are told at once and not once a frame, for an input that is a frame late
// loses the caret.

import type { ReadableCell } from "../../state/cell.ts";

export class Typed<Value> implements ReadableCell<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get(): Value {
    return this.#value;
  }

  update(change: (value: Value) => Value): void {
    const value = change(this.#value);
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
