// The drawings of one market while its chart is open: the stored drawings, the chosen one, the one in progress, and the
// history for undo. Every change is stored at once; a drawing being dragged is stored when it is released.

import { Cell, type ReadableCell } from "../../../cells/cell.ts";
import { ANCHORS, type Anchor, type Drawing, type DrawingColor, type DrawingKind } from "./drawing.ts";
import { type Change, Changes, changed } from "./drawing-changes.ts";

interface BoardOptions {
  readonly keep: (drawings: readonly Drawing[]) => void;
  /** Whether one more drawing can be stored. */
  readonly hasRoom: () => boolean;
  /** Called when there is no room for a finished drawing. */
  readonly onFull: () => void;
  /** Placeholder of a text that has no words yet. */
  readonly text: string;
}

export interface BoardState {
  readonly kept: readonly Drawing[];
  /** The kind being drawn; null when nothing is. */
  readonly tool: DrawingKind | null;
  /** Id of the chosen drawing. */
  readonly chosen: string | null;
  /** The drawing in progress: a new one, or the changed version of a stored one. */
  readonly draft: Drawing | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export class DrawingBoard {
  readonly #options: BoardOptions;
  readonly #changes = new Changes();
  readonly #state = new Cell<BoardState>({
    ...{ kept: [], tool: null, chosen: null, draft: null },
    ...{ canUndo: false, canRedo: false },
  });
  #color: DrawingColor = "accent";

  constructor(options: BoardOptions) {
    this.#options = options;
  }

  get state(): ReadableCell<BoardState> {
    return this.#state;
  }

  /** Takes over the stored drawings, changed by this tab or by another. */
  take(kept: readonly Drawing[]): void {
    const { chosen } = this.#state.get();
    this.#set({ kept, chosen: kept.some(({ id }) => id === chosen) ? chosen : null });
  }

  /** All drawings visible on the chart. */
  get shown(): readonly Drawing[] {
    const { kept, draft } = this.#state.get();
    return draft === null ? kept : changed(kept, { before: [], after: [draft] });
  }

  choose(chosen: string | null): void {
    this.#set({ chosen, tool: null, draft: null });
  }

  draw(tool: DrawingKind | null): void {
    this.#set({ tool, draft: null, chosen: null });
  }

  /** Sets one anchor of the drawing in progress. The last one finishes it. */
  place(anchor: Anchor): void {
    const { tool, draft } = this.#state.get();
    if (tool === null) return;
    if (draft !== null) return this.end(withLast(draft, anchor));
    const anchors = Array.from({ length: ANCHORS[tool] }, () => anchor);
    const text = tool === "text" ? this.#options.text : "";
    const begun = { id: crypto.randomUUID(), kind: tool, anchors, color: this.#color, text };
    if (anchors.length === 1) return this.end(begun);
    this.#set({ draft: begun });
  }

  /** Moves the unset anchor to the position of the pointer or pen. */
  reach(anchor: Anchor): void {
    const { tool, draft } = this.#state.get();
    if (tool !== null && draft !== null) this.#set({ draft: withLast(draft, anchor) });
  }

  /** Shows the changed version of a stored drawing while it is dragged. */
  hold(draft: Drawing): void {
    this.#set({ draft });
  }

  /** Finishes the drawing in progress and stores it. */
  end(drawing: Drawing): void {
    const { kept } = this.#state.get();
    const before = kept.filter(({ id }) => id === drawing.id);
    this.#set({ draft: null, tool: null });
    if (before.length === 0 && !this.#options.hasRoom()) return this.#options.onFull();
    if (before[0] === drawing) return;
    this.#color = drawing.color;
    this.#change({ before, after: [drawing] });
    this.#set({ chosen: drawing.id });
  }

  /** Cancels the drawing in progress, or else the tool, or else the choice. @returns whether there was any */
  escape(): boolean {
    const { draft, tool, chosen } = this.#state.get();
    if (draft !== null) this.#set({ draft: null });
    else if (tool !== null) this.#set({ tool: null });
    else if (chosen !== null) this.#set({ chosen: null });
    else return false;
    return true;
  }

  remove(ids: readonly string[]): void {
    const before = this.#state.get().kept.filter(({ id }) => ids.includes(id));
    if (before.length > 0) this.#change({ before, after: [] });
  }

  undo(): void {
    this.#apply(this.#changes.undo());
  }

  redo(): void {
    this.#apply(this.#changes.redo());
  }

  #change(change: Change): void {
    this.#changes.add(change);
    this.#apply(change);
  }

  #apply(change: Change | undefined): void {
    if (change === undefined) return;
    const kept = changed(this.#state.get().kept, change);
    this.#set({ draft: null });
    this.take(kept);
    this.#options.keep(kept);
  }

  #set(change: Partial<BoardState>): void {
    const { canUndo, canRedo } = this.#changes;
    this.#state.set({ ...this.#state.get(), ...change, canUndo, canRedo });
  }
}

function withLast(drawing: Drawing, anchor: Anchor): Drawing {
  return { ...drawing, anchors: drawing.anchors.with(-1, anchor) };
}
