// Loads a part of the page after the page itself: once, when it is needed or when the page is idle. After a failure it is
// loaded again the next time it is needed.

import { Cell } from "./cell.ts";

export type Loading<Value> =
  | { readonly name: "waiting" }
  | { readonly name: "here"; readonly value: Value }
  | { readonly name: "failed" };

const WAITING = { name: "waiting" } as const;

export class Loader<Value> {
  readonly state = new Cell<Loading<Value>>(WAITING);
  readonly #load: () => Promise<Value>;
  #isAsked = false;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  /** Loads the part, unless it is loaded or loading. */
  async ask(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.state.set(WAITING);
    try {
      this.state.set({ name: "here", value: await this.#load() });
    } catch {
      this.#isAsked = false;
      this.state.set({ name: "failed" });
    }
  }
}
