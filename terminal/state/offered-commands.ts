// Commands that can be run from anywhere, by a key or from the palette. Views offer them while they are mounted.

import { Cell, type ReadableCell } from "../cells/cell.ts";

export interface Command {
  /** A later command with the same id replaces this one while it is offered. */
  readonly id: string;
  /** What the command does, as shown in the palette. */
  readonly name: string;
  /** The heading in the palette that lists it. */
  readonly group: string;
  /** Further words by which it is found. */
  readonly words?: readonly string[] | undefined;
  /** The key that runs it: a character as typed, such as `b` or `?`, or `mod+k` for Ctrl or Cmd with it. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

/** An entry of the palette: a command or a market. */
export type Offer = Pick<Command, "id" | "name" | "words" | "key" | "run">;

export class Commands {
  readonly #offers: (readonly Command[])[] = [];
  readonly #all = new Cell<readonly Command[]>([]);

  /** In the order in which they were offered. */
  get all(): ReadableCell<readonly Command[]> {
    return this.#all;
  }

  /** @returns a function that withdraws them */
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
