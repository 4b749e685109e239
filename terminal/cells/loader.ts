// A part of the page that is asked for later than the page itself: once, when it is wanted or when there is time to
// spare. One that did not come is asked for again when it is wanted next.

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

  /** Asks for it, unless it is here or on its way. */
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
