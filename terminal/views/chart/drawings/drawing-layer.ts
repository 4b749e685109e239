// Renders drawings on the price pane: a primitive of the charting library, which renders them together with its candles and
// into screenshots. The handles are on top of everything, and not in screenshots.

import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";
import type { CanvasColors } from "../canvas/canvas.ts";
import type { Anchor, Drawing } from "./drawing.ts";
import { labelOf } from "./drawing-label.ts";
import type { DrawingScale } from "./drawing-scale.ts";
import { type Part, type Point, partAt, type Shape, type Size, segmentsOf } from "./geometry.ts";

/** The drawing target of the chart library. */
type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

const HANDLE_PX = 4;
const PEN_PX = 9;
const FONT_PX = 11;
const PAD_PX = 4;

export interface Shown {
  readonly drawings: readonly Drawing[];
  /** The drawing whose anchors are visible. */
  readonly chosen: string | null;
  /** Where keys would set the next anchor. */
  readonly pen: Anchor | null;
}

export class DrawingLayer implements ISeriesPrimitive<Time> {
  readonly #scale: DrawingScale;
  readonly #format: (price: number) => string;
  #colors: CanvasColors;
  #shown: Shown = { drawings: [], chosen: null, pen: null };
  #update: (() => void) | undefined;
  /** Positions of the texts as last rendered, by id. */
  readonly #boxes = new Map<string, Point & Size>();
  readonly #views: readonly IPrimitivePaneView[] = [
    { renderer: () => ({ draw: (target) => this.#onPane(target, (context, size) => this.#draw(context, size)) }) },
    {
      zOrder: () => "top",
      renderer: () => ({ draw: (target) => this.#onPane(target, (context) => this.#drawHandles(context)) }),
    },
  ];
  #labels: ReturnType<NonNullable<ISeriesPrimitive["priceAxisViews"]>> = [];

  constructor(scale: DrawingScale, format: (price: number) => string, colors: CanvasColors) {
    this.#scale = scale;
    this.#format = format;
    this.#colors = colors;
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#update = requestUpdate;
  }

  detached(): void {
    this.#update = undefined;
  }

  paneViews() {
    return this.#views;
  }

  priceAxisViews() {
    return this.#labels;
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#labels = shown.drawings.filter(({ kind }) => kind === "level").map((level) => this.#axisLabel(level));
    this.#update?.();
  }

  setColors(colors: CanvasColors): void {
    this.#colors = colors;
    this.#update?.();
  }

  /** The drawing within reach of a pointer: the chosen one first, then the topmost. */
  at(pointer: Point, reach: number): { readonly drawing: Drawing; readonly part: Part } | undefined {
    const { drawings, chosen } = this.#shown;
    const first = drawings.filter(({ id }) => id === chosen);
    for (const drawing of [...first, ...drawings.toReversed()]) {
      const part = partAt(this.#shapeOf(drawing, this.#scale.size), pointer, reach);
      if (part !== undefined) return { drawing, part };
    }
    return undefined;
  }

  #shapeOf({ id, kind, anchors }: Drawing, size: Size): Shape {
    const points = anchors.flatMap((anchor) => this.#scale.pointOf(anchor) ?? []);
    return { points, segments: segmentsOf(kind, points, size), box: this.#boxes.get(id) };
  }

  #onPane(target: Target, draw: (context: CanvasRenderingContext2D, size: Size) => void): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save();
      draw(context, mediaSize);
      context.restore();
    });
  }

  #draw(context: CanvasRenderingContext2D, size: Size): void {
    this.#boxes.clear();
    context.font = `${FONT_PX}px ${this.#colors.font}`;
    context.textBaseline = "middle";
    for (const drawing of this.#shown.drawings) {
      const { points, segments } = this.#shapeOf(drawing, size);
      const [a, b] = points;
      if (a === undefined) continue;
      const color = this.#colors[drawing.color];
      context.strokeStyle = color;
      context.lineWidth = drawing.id === this.#shown.chosen ? 2 : 1;
      context.beginPath();
      for (const [from, to] of segments) {
        const [across, down] = [from.y === to.y, from.x === to.x];
        context.moveTo(down ? crisp(from.x) : from.x, across ? crisp(from.y) : from.y);
        context.lineTo(down ? crisp(to.x) : to.x, across ? crisp(to.y) : to.y);
      }
      context.stroke();
      if (drawing.kind === "range" && b !== undefined) this.#fill(context, color, a, b);
      this.#write(context, drawing, points, size);
    }
  }

  #fill(context: CanvasRenderingContext2D, color: string, a: Point, b: Point): void {
    context.globalAlpha = 0.12;
    context.fillStyle = color;
    context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
    context.globalAlpha = 1;
  }

  #write(context: CanvasRenderingContext2D, drawing: Drawing, points: readonly Point[], size: Size): void {
    const candles = drawing.kind === "range" ? this.#scale.candlesBetween(drawing.anchors) : 0;
    const text = labelOf(drawing, candles, this.#format);
    if (text === "") return;
    const width = context.measureText(text).width + 2 * PAD_PX;
    const box = boxOf(drawing.kind, points, { width, height: FONT_PX + 2 * PAD_PX }, size);
    this.#boxes.set(drawing.id, box);
    context.globalAlpha = 0.8;
    context.fillStyle = this.#colors.panel;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
    context.fillStyle = this.#colors[drawing.color];
    context.fillText(text, box.x + PAD_PX, box.y + box.height / 2 + 1);
  }

  #drawHandles(context: CanvasRenderingContext2D): void {
    const { drawings, chosen, pen } = this.#shown;
    const { panel, text } = this.#colors;
    const held = drawings.find(({ id }) => id === chosen);
    context.lineWidth = 1.5;
    for (const anchor of held?.anchors ?? []) {
      const point = this.#scale.pointOf(anchor);
      if (point === undefined) continue;
      context.beginPath();
      context.arc(point.x, point.y, HANDLE_PX, 0, 2 * Math.PI);
      context.fillStyle = panel;
      context.strokeStyle = this.#colors[held!.color];
      context.fill();
      context.stroke();
    }
    const point = pen && this.#scale.pointOf(pen);
    if (!point) return;
    context.strokeStyle = text;
    context.beginPath();
    context.moveTo(point.x - PEN_PX, point.y);
    context.lineTo(point.x + PEN_PX, point.y);
    context.moveTo(point.x, point.y - PEN_PX);
    context.lineTo(point.x, point.y + PEN_PX);
    context.stroke();
  }

  #axisLabel({ anchors: [anchor], color }: Drawing) {
    const price = anchor?.price ?? 0;
    return {
      coordinate: () => this.#scale.heightOf(price) ?? -1,
      text: () => this.#format(price),
      textColor: () => this.#colors[color],
      backColor: () => this.#colors.raised,
    };
  }
}

/** Aligns a line to whole pixels: between two pixels it would blur over both. */
const crisp = (at: number) => Math.round(at) + 0.5;

/** The box of a drawing's text: beside its anchor, at the end of a level, or in the middle of a drawing with two anchors. */
function boxOf(kind: Drawing["kind"], points: readonly Point[], box: Size, pane: Size): Point & Size {
  const [a, b = a] = points as [Point, Point?];
  if (kind === "text") return { ...box, x: a.x + HANDLE_PX, y: a.y - box.height / 2 };
  if (kind === "level") return { ...box, x: pane.width - box.width, y: a.y - box.height - 1 };
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const y = kind === "range" ? middle.y - box.height / 2 : middle.y - box.height - PAD_PX;
  return { ...box, x: middle.x - box.width / 2, y };
}
