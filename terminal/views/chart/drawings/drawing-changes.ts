// Undoable changes of drawings. A change records the drawings that it affected and touches no others: drawings made in
// another tab meanwhile stay as they are.

import type { Drawing } from "./drawing.ts";

export interface Change {
  readonly before: readonly Drawing[];
  readonly after: readonly Drawing[];
}

export const inverse = ({ before, after }: Change): Change => ({ before: after, after: before });

/** Applies a change. A changed drawing keeps its position in the order; a new one is put on top. */
export function changed(drawings: readonly Drawing[], { before, after }: Change): readonly Drawing[] {
  const made = new Map(after.map((drawing) => [drawing.id, drawing]));
  const gone = new Set(before.map(({ id }) => id));
  const kept = drawings.flatMap((drawing) => {
    const next = made.get(drawing.id);
    made.delete(drawing.id);
    return next ?? (gone.has(drawing.id) ? [] : drawing);
  });
  return [...kept, ...made.values()];
}

const UNDONE_MAX = 100;

/** The undo and redo history of one market. */
export class Changes {
  #done: readonly Change[] = [];
  #undone: readonly Change[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  add(change: Change): void {
    this.#done = [...this.#done, change].slice(-UNDONE_MAX);
    this.#undone = [];
  }

  /** The change that reverts the latest one. */
  undo(): Change | undefined {
    const last = this.#done.at(-1);
    if (last === undefined) return undefined;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, last];
    return inverse(last);
  }

  redo(): Change | undefined {
    const last = this.#undone.at(-1);
    if (last === undefined) return undefined;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, last];
    return last;
  }
}
