// The drawings on a chart that is on the screen: the layer that renders them, and the pointer and keyboard input.

import type { Canvas, CanvasColors, ChartOverlay } from "../canvas/canvas.ts";
import type { Anchor } from "./drawing.ts";
import type { DrawingBoard } from "./drawing-board.ts";
import { DrawingHand } from "./drawing-hand.ts";
import { DrawingKeys } from "./drawing-keys.ts";
import { DrawingLayer } from "./drawing-layer.ts";
import { DrawingScale } from "./drawing-scale.ts";

interface DrawnDrawingsOptions {
  readonly canvas: Canvas;
  readonly board: DrawingBoard;
  readonly snaps: () => boolean;
  readonly isHidden: () => boolean;
  readonly onSpoken: (text: string) => void;
}

export class DrawnDrawings implements ChartOverlay {
  readonly #options: DrawnDrawingsOptions;
  readonly #layer: DrawingLayer;
  readonly #hand: DrawingHand;
  readonly #keys: DrawingKeys;
  readonly #stop: () => void;
  #pen: Anchor | null = null;

  constructor(options: DrawnDrawingsOptions) {
    this.#options = options;
    const { canvas, board, snaps, isHidden, onSpoken } = options;
    const { host, chart, candles, tick, colors, priceText, timeText } = canvas;
    const scale = new DrawingScale(chart, candles, tick);
    this.#layer = new DrawingLayer(scale, priceText, colors);
    chart.candles.attachPrimitive(this.#layer);
    this.#hand = new DrawingHand({
      ...{ host, board, chart, layer: this.#layer, scale, snaps, isHidden },
    });
    this.#keys = new DrawingKeys({
      ...{ stage: host.parentElement!, host, board, scale, onSpoken },
      onEscape: () => this.#hand.drop(),
      onPen: (pen) => {
        this.#pen = pen;
        this.show();
      },
      spokenAnchor: ({ at, price }) => `${timeText(at)}, ${priceText(price)}`,
    });
    this.#stop = board.state.subscribe(() => this.show());
    this.show();
  }

  /** Whether a pointer event is meant for a drawing and not for something else in the chart. */
  claims(event: PointerEvent): boolean {
    return this.#hand.claims(event);
  }

  show(): void {
    const { board, isHidden } = this.#options;
    const { draft, chosen } = board.state.get();
    const drawings = isHidden() ? (draft === null ? [] : [draft]) : board.shown;
    this.#layer.show({ drawings, chosen: draft?.id ?? chosen, pen: this.#pen });
  }

  setColors(colors: CanvasColors): void {
    this.#layer.setColors(colors);
  }

  end(): void {
    this.#stop();
    this.#hand.end();
    this.#keys.end();
    this.#options.canvas.chart.detach(this.#layer);
  }
}
