// Drawing with mouse and touch. While a tool is active the chart does not scroll: two presses set two anchors, or one drag sets
// the first and the last. Without a tool, a press chooses a drawing, and a drag moves the whole drawing or the pressed anchor.

import type { CanvasChart } from "../canvas/canvas.ts";
import { ANCHORS, type Anchor, type Drawing } from "./drawing.ts";
import type { DrawingBoard } from "./drawing-board.ts";
import type { DrawingLayer } from "./drawing-layer.ts";
import type { DrawingScale } from "./drawing-scale.ts";
import type { Part, Point } from "./geometry.ts";

/** How close a pointer has to be, in pixels: a finger is less precise than a mouse. */
const REACH = { mouse: 5, other: 14 };
/** A movement shorter than this is a press. */
const STILL_PX = 4;

interface HandOptions {
  readonly host: HTMLElement;
  readonly board: DrawingBoard;
  readonly layer: DrawingLayer;
  readonly scale: DrawingScale;
  readonly snaps: () => boolean;
  readonly isHidden: () => boolean;
  readonly chart: Pick<CanvasChart, "isHeld" | "setHeld">;
}

interface Held {
  readonly pointer: number;
  readonly from: Point;
  /** Whether this press set the first of two anchors. */
  readonly begins: boolean;
  /** The drawing being moved; undefined while something is drawn. */
  readonly moved?: { readonly drawing: Drawing; readonly part: Part } | undefined;
}

export class DrawingHand {
  readonly #options: HandOptions;
  readonly #listening = new AbortController();
  #held: Held | undefined;

  constructor(options: HandOptions) {
    this.#options = options;
    const { host } = options;
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => host.addEventListener(name, listener, { capture: true, passive: false, signal: this.#listening.signal });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", ({ pointerId }) => {
      if (this.#held?.pointer !== pointerId) return;
      this.drop();
      options.board.escape();
    });
    // A finger that draws must not scroll the page.
    on("touchstart", (event) => {
      const [touch] = event.touches;
      if (touch !== undefined && this.#take(this.#pointOf(touch), REACH.other) !== undefined) event.preventDefault();
    });
  }

  end(): void {
    this.#listening.abort();
  }

  /**
   * Whether the drawings get the event even if an order's line is there too: while one is held, with an active tool, or for
   * a drawing chosen before.
   */
  claims(event: PointerEvent): boolean {
    if (this.#held !== undefined) return true;
    const taken = this.#take(this.#pointOf(event), reachOf(event));
    return taken === "tool" || (taken !== undefined && taken.drawing.id === this.#options.board.state.get().chosen);
  }

  /** Releases the pointer and the drawing that it holds, if any. */
  drop(): void {
    if (this.#held !== undefined) this.#let(this.#held.pointer);
  }

  #down(event: PointerEvent): void {
    const { board, chart, host, scale, snaps } = this.#options;
    if (event.button !== 0 || this.#held !== undefined || chart.isHeld) return;
    const from = this.#pointOf(event);
    const taken = this.#take(from, reachOf(event));
    const { tool, draft, chosen } = board.state.get();
    if (taken === undefined) return chosen === null ? undefined : board.choose(null);
    const moved = taken === "tool" ? undefined : taken;
    const anchor = scale.anchorAt(from, snaps());
    if (anchor === undefined) return;
    const begins = tool !== null && draft === null && ANCHORS[tool] > 1;
    this.#held = { pointer: event.pointerId, from, begins, moved };
    // Then Delete and the arrow keys apply to what is chosen here.
    host.focus({ preventScroll: true });
    host.setPointerCapture(event.pointerId);
    chart.setHeld(true);
    if (moved !== undefined) board.choose(moved.drawing.id);
    else if (begins) board.place(anchor);
    else board.reach(anchor);
  }

  #move(event: PointerEvent): void {
    const { board, host, scale, snaps } = this.#options;
    const to = this.#pointOf(event);
    const held = this.#held;
    if (held === undefined) {
      const { tool } = board.state.get();
      host.toggleAttribute("data-drawing", tool !== null);
      if (event.buttons === 0 && tool === null) {
        host.toggleAttribute("data-drawn", this.#take(to, reachOf(event)) !== undefined);
      }
    } else if (held.pointer !== event.pointerId) return;
    if (held?.moved !== undefined) {
      const moved = this.#isStill(held, to) ? undefined : this.#moved(held.moved, held.from, to);
      if (moved !== undefined) board.hold(moved);
      return;
    }
    const anchor = scale.anchorAt(to, snaps());
    if (anchor !== undefined) board.reach(anchor);
  }

  #up(event: PointerEvent): void {
    const { board, scale, snaps } = this.#options;
    const held = this.#held;
    if (held?.pointer !== event.pointerId) return;
    this.#let(held.pointer);
    const to = this.#pointOf(event);
    const { draft } = board.state.get();
    if (held.moved !== undefined) return draft === null ? undefined : board.end(draft);
    const anchor = scale.anchorAt(to, snaps());
    // After the first of two presses, the second anchor follows the pointer.
    if (anchor !== undefined && !(held.begins && this.#isStill(held, to))) board.place(anchor);
  }

  #let(pointer: number): void {
    const { host, chart } = this.#options;
    this.#held = undefined;
    if (host.hasPointerCapture(pointer)) host.releasePointerCapture(pointer);
    chart.setHeld(false);
  }

  /** What a press would take: the drawing in progress ("tool"), or the drawing at the point; undefined for the chart. */
  #take(point: Point, reach: number) {
    const { board, layer, isHidden, scale } = this.#options;
    const { width, height } = scale.size;
    if (point.x > width || point.y > height) return undefined;
    if (board.state.get().tool !== null) return "tool" as const;
    return isHidden() ? undefined : layer.at(point, reach);
  }

  /** A drawing that is moved as a whole keeps its shape on the screen. */
  #moved({ drawing, part }: NonNullable<Held["moved"]>, from: Point, to: Point): Drawing | undefined {
    const { scale, snaps } = this.#options;
    const moved = drawing.anchors.map((anchor, at): Anchor | undefined => {
      if (part !== "all") return at === part ? scale.anchorAt(to, snaps()) : anchor;
      const point = scale.pointOf(anchor);
      return point && scale.anchorAt({ x: point.x + to.x - from.x, y: point.y + to.y - from.y });
    });
    const anchors = moved.filter((anchor) => anchor !== undefined);
    return anchors.length === moved.length ? { ...drawing, anchors } : undefined;
  }

  #isStill({ from }: Held, to: Point): boolean {
    return Math.hypot(to.x - from.x, to.y - from.y) < STILL_PX;
  }

  #pointOf({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): Point {
    const { left, top } = this.#options.host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

const reachOf = ({ pointerType }: PointerEvent) => (pointerType === "mouse" ? REACH.mouse : REACH.other);
