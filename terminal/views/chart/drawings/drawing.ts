// What a trader draws on a chart: a few anchors, each a time and a price, so that it stays where it was drawn whatever the
// interval, the scale or the size of the chart; a colour of the theme, and a text.

/** How many anchors each kind has. A ray goes on beyond its second; a level is a price, and its anchor's time only where it is held. */
export const ANCHORS = { trend: 2, ray: 2, level: 1, range: 2, text: 1 } as const;
export type DrawingKind = keyof typeof ANCHORS;
export const DRAWING_KINDS = Object.keys(ANCHORS) as readonly DrawingKind[];

/** Colours of the theme by their names, so that a drawing can be read in the dark and in the light. */
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
  /** Empty for none. */
  readonly text: string;
}

export const TEXT_MAX = 80;
/** Further than any candle is. */
const AT_MAX = Date.UTC(2200, 0, 1);

export function isAnchor({ at, price }: { readonly at: unknown; readonly price: unknown }): boolean {
  return isWithin(at, AT_MAX) && isWithin(price, Number.MAX_SAFE_INTEGER) && price !== 0;
}

const isWithin = (value: unknown, most: number) => typeof value === "number" && value >= 0 && value <= most;
