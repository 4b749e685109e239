// Drawings as stored by this browser, by market. Values written by another version, or by hand, are used as far as they fit.

import { ANCHORS, type Anchor, DRAWING_COLORS, DRAWING_KINDS, type Drawing, isAnchor, TEXT_MAX } from "./drawing.ts";

export const DRAWINGS_MAX = 200;
/** For all markets together: a browser's storage is limited, and holds everything else too. */
export const ALL_DRAWINGS_MAX = 2_000;

export interface KeptDrawings {
  /** Whether an anchor snaps to a close price of its candle. */
  readonly snaps: boolean;
  /** Whether all drawings are hidden. */
  readonly isHidden: boolean;
  readonly markets: Readonly<Record<string, readonly Drawing[]>>;
}

export function readDrawings(stored: unknown): KeptDrawings {
  const { snaps, isHidden, markets } = recordOf(stored);
  let room = ALL_DRAWINGS_MAX;
  const read = Object.entries(recordOf(markets)).map(([symbol, drawings]) => {
    const fitting = Array.isArray(drawings) ? drawings.flatMap(readDrawing) : [];
    const unique = [...new Map(fitting.map((drawing) => [drawing.id, drawing])).values()];
    const taken = unique.slice(0, Math.min(DRAWINGS_MAX, room));
    room -= taken.length;
    return [symbol, taken] as const;
  });
  return {
    snaps: snaps === true,
    isHidden: isHidden === true,
    markets: Object.fromEntries(read.filter(([, drawings]) => drawings.length > 0)),
  };
}

/** The drawings of a market, whatever its name: own properties only. */
export function drawingsOf({ markets }: KeptDrawings, symbol: string): readonly Drawing[] {
  return Object.hasOwn(markets, symbol) ? markets[symbol]! : [];
}

export function hasRoom(kept: KeptDrawings, symbol: string): boolean {
  const all = Object.values(kept.markets).reduce((sum, { length }) => sum + length, 0);
  return all < ALL_DRAWINGS_MAX && drawingsOf(kept, symbol).length < DRAWINGS_MAX;
}

function readDrawing(stored: unknown): Drawing[] {
  const { id, kind: kindName, anchors, color, text } = recordOf(stored);
  const kind = DRAWING_KINDS.find((known) => known === kindName);
  if (kind === undefined || typeof id !== "string" || !Array.isArray(anchors)) return [];
  const read = anchors.flatMap(readAnchor).slice(0, ANCHORS[kind]);
  if (read.length < ANCHORS[kind]) return [];
  return [
    {
      id,
      kind,
      anchors: read,
      color: DRAWING_COLORS.find((known) => known === color) ?? DRAWING_COLORS[0],
      text: typeof text === "string" ? text.slice(0, TEXT_MAX) : "",
    },
  ];
}

function readAnchor(stored: unknown): Anchor[] {
  const { at, price } = recordOf(stored);
  return isAnchor({ at, price }) ? [{ at, price } as Anchor] : [];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
