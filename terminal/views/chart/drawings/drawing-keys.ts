// Drawing with the keyboard. With a tool, arrow keys move a pen over the chart and Enter sets an anchor at the pen; without
// one, they move the chosen drawing. The effect of a key is described in words for screen readers.

import { words } from "../../../texts/words.ts";
import type { Anchor } from "./drawing.ts";
import type { DrawingBoard } from "./drawing-board.ts";
import type { DrawingScale } from "./drawing-scale.ts";

/** Vertical step in pixels, without and with Shift. */
const STEP_PX = [4, 40] as const;
const CANDLES = [1, 10] as const;
const ARROWS: Readonly<Record<string, readonly [candles: number, higher: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface KeysOptions {
  readonly stage: HTMLElement;
  readonly host: HTMLElement;
  readonly board: DrawingBoard;
  readonly scale: DrawingScale;
  /** Called before a drawing that is being dragged returns to where it was. */
  readonly onEscape: () => void;
  /** Called with the position of the pen; null when there is none. */
  readonly onPen: (pen: Anchor | null) => void;
  readonly spokenAnchor: (anchor: Anchor) => string;
  readonly onSpoken: (text: string) => void;
}

export class DrawingKeys {
  readonly #options: KeysOptions;
  readonly #listening = new AbortController();
  #pen: Anchor | null = null;

  constructor(options: KeysOptions) {
    this.#options = options;
    const { signal } = this.#listening;
    // In the capture phase, before the chart handles the keys.
    options.stage.addEventListener("keydown", (event) => this.#key(event), { capture: true, signal });
    // A pointer draws without the pen.
    options.host.addEventListener("pointermove", () => this.#put(null), { signal });
  }

  end(): void {
    this.#listening.abort();
  }

  #key(event: KeyboardEvent): void {
    const { host } = this.#options;
    const isTyped =
      event.target instanceof Element && event.target.closest("input, select, dialog, [popover]") !== null;
    if (isTyped) return;
    const isDone = this.#everywhere(event) || (event.target === host && this.#onChart(event));
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @returns whether the key was meant for drawings */
  #everywhere({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const { board } = this.#options;
    const { chosen, canUndo, canRedo } = board.state.get();
    if ((ctrlKey || metaKey) && !altKey) {
      const isRedo = key.toLowerCase() === "y" || (key.toLowerCase() === "z" && shiftKey);
      if (isRedo && canRedo) board.redo();
      else if (key.toLowerCase() === "z" && !shiftKey && canUndo) board.undo();
      else return false;
      return true;
    }
    if (key === "Escape") {
      this.#put(null);
      this.#options.onEscape();
      return board.escape();
    }
    if ((key !== "Delete" && key !== "Backspace") || chosen === null) return false;
    board.remove([chosen]);
    this.#options.onSpoken(words.drawings.removed);
    return true;
  }

  #onChart({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const arrow = ARROWS[key];
    const step = shiftKey ? 1 : 0;
    const move = arrow && ([arrow[0] * CANDLES[step], arrow[1] * STEP_PX[step]] as const);
    return this.#options.board.state.get().tool === null ? this.#shift(move) : this.#draw(key, move);
  }

  #draw(key: string, move: readonly [number, number] | undefined): boolean {
    const { board, scale, spokenAnchor, onSpoken } = this.#options;
    const { width, height } = scale.size;
    const pen = this.#pen ?? scale.anchorAt({ x: width / 2, y: height / 2 });
    if (pen === undefined || (move === undefined && key !== "Enter")) return false;
    if (move === undefined) {
      const { tool } = board.state.get();
      board.place(pen);
      onSpoken(
        board.state.get().tool === null ? words.drawings.drawn(words.drawings.kinds[tool!]) : words.drawings.next,
      );
      this.#put(board.state.get().tool === null ? null : pen);
      return true;
    }
    const moved = scale.beside(pen, ...move);
    this.#put(moved);
    board.reach(moved);
    onSpoken(spokenAnchor(moved));
    return true;
  }

  #shift(move: readonly [number, number] | undefined): boolean {
    const { board, scale, spokenAnchor, onSpoken } = this.#options;
    const { kept, chosen } = board.state.get();
    const drawing = kept.find(({ id }) => id === chosen);
    if (move === undefined || drawing === undefined) return false;
    const anchors = drawing.anchors.map((anchor) => scale.beside(anchor, ...move));
    board.end({ ...drawing, anchors });
    onSpoken(anchors.map(spokenAnchor).join(", "));
    return true;
  }

  #put(pen: Anchor | null): void {
    if (pen === this.#pen) return;
    this.#pen = pen;
    this.#options.onPen(pen);
  }
}
