// What can be done from anywhere, by a key or from the palette. Views say what they offer while they are there.

import { Cell, type ReadableCell } from "../cells/cell.ts";

export interface Command {
  /** Another command of the same id takes its place while it is there. */
  readonly id: string;
  /** What it does, as the palette shows it. */
  readonly name: string;
  /** Heading that it stands under. */
  readonly group: string;
  /** Other words that find it. */
  readonly words?: readonly string[] | undefined;
  /** The key that runs it: a character as typed, such as `b` or `?`, or `mod+k` for Ctrl or Cmd with it. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

/** A command as the palette shows it, or a market. */
export type Offer = Pick<Command, "id" | "name" | "words" | "key" | "run">;

export class Commands {
  readonly #offers: (readonly Command[])[] = [];
  readonly #all = new Cell<readonly Command[]>([]);

  /** In the order in which they were offered. */
  get all(): ReadableCell<readonly Command[]> {
    return this.#all;
  }

  /** @returns the function that takes them back */
  offer(commands: readonly Command[]): () => void {
    this.#offers.push(commands);
    this.#changed();
    return () => {
      const at = this.#offers.indexOf(commands);
      if (at >= 0) this.#offers.splice(at, 1);
      this.#changed();
    };
  }

  withKey(key: string): Command | undefined {
    return this.#all.get().find((command) => command.key === key);
  }

  #changed(): void {
    this.#all.set([...new Map(this.#offers.flat().map((command) => [command.id, command])).values()]);
  }
}
