// A trader's drawing on a chart: a few anchors, a colour of the theme, and a text. An anchor is a time and a price, so the
// drawing keeps its place whatever the interval, scale or size of the chart.

/**
 * How many anchors each kind has. A ray continues beyond its second; a level is a price, the time of its anchor is only
 * where its handle is.
 */
export const ANCHORS = { trend: 2, ray: 2, level: 1, range: 2, text: 1 } as const;
export type DrawingKind = keyof typeof ANCHORS;
export const DRAWING_KINDS = Object.keys(ANCHORS) as readonly DrawingKind[];

/** Theme colours by name, so that a drawing is legible in both dark and light. */
export const DRAWING_COLORS = ["accent", "warn", "rise", "fall", "text"] as const;
export type DrawingColor = (typeof DRAWING_COLORS)[number];

export interface Anchor {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly price: number;
}

export interface Drawing {
  readonly id: string;
  readonly kind: DrawingKind;
  readonly anchors: readonly Anchor[];
  readonly color: DrawingColor;
  /** Empty for no text. */
  readonly text: string;
}

export const TEXT_MAX = 80;
/** Later than any candle. */
const AT_MAX = Date.UTC(2200, 0, 1);

export function isAnchor({ at, price }: { readonly at: unknown; readonly price: unknown }): boolean {
  return isWithin(at, AT_MAX) && isWithin(price, Number.MAX_SAFE_INTEGER) && price !== 0;
}

const isWithin = (value: unknown, most: number) => typeof value === "number" && value >= 0 && value <= most;
