// How the panels are arranged beside and above each other, as data. Sizes are initial sizes; dragged sizes are remembered
// under the name of the group and of the panels in it.

export type Area = "markets" | "chart" | "book" | "ticket" | "portfolio";

export interface Place {
  /** The panel's own name, or that of the group in it. */
  readonly id: string;
  readonly holds: Area | Split;
  /** In pixels; when absent, the panel takes the remaining space. */
  readonly size?: number | undefined;
  readonly min: number;
}

export interface Split {
  readonly id: string;
  readonly direction: "horizontal" | "vertical";
  readonly places: readonly Place[];
}

export const ARRANGEMENTS = ["trading", "chart", "book-left"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/**
 * Classes of page width: below narrow it is a phone; from wide on there is room for the list of markets, at vast also for
 * the tape beside the book.
 */
export type Room = "phone" | "narrow" | "laptop" | "wide" | "vast";

export function hasRoomForMarkets(room: Room): boolean {
  return room === "wide" || room === "vast";
}

const markets: Place = { id: "markets", holds: "markets", size: 250, min: 200 };
const chart: Place = { id: "chart", holds: "chart", min: 260 };
const book: Place = { id: "book", holds: "book", size: 270, min: 220 };
const ticket: Place = { id: "ticket", holds: "ticket", size: 310, min: 260 };
const portfolio: Place = { id: "portfolio", holds: "portfolio", size: 244, min: 120 };

const row = (id: string, ...places: readonly Place[]): Split => ({ id, direction: "horizontal", places });
const column = (id: string, ...places: readonly Place[]): Split => ({ id, direction: "vertical", places });
const inside = (holds: Split, rest: Omit<Place, "id" | "holds">): Place => ({ id: holds.id, holds, ...rest });

/** @param showsMarkets whether the trader wants the list of markets beside the chart; only a wide page has room for it */
export function arranged(name: Arrangement, room: Room, showsMarkets: boolean): Split {
  const list = hasRoomForMarkets(room) && showsMarkets ? [markets] : [];
  const beside: Place = room === "vast" ? { ...book, size: 480 } : book;
  // A narrow page has room for only two columns.
  if (room === "narrow") {
    const side = column("side", { ...book, size: undefined, min: 160 }, { ...ticket, size: undefined, min: 200 });
    return row("desk", inside(column("middle", chart, portfolio), { min: 300 }), inside(side, { size: 290, min: 250 }));
  }
  switch (name) {
    case "trading": {
      const top = row("top", ...list, chart, beside);
      return row("desk", inside(column("main", inside(top, { min: 240 }), portfolio), { min: 500 }), ticket);
    }
    case "chart": {
      const side = column("side", { ...book, size: 300, min: 160 }, { ...ticket, size: undefined, min: 240 });
      const top = row("top", ...list, chart);
      return row(
        "desk",
        inside(column("main", inside(top, { min: 240 }), { ...portfolio, size: 220 }), { min: 500 }),
        inside(side, { size: 320, min: 260 }),
      );
    }
    case "book-left": {
      const top = row("top", beside, chart, ...list);
      return row("desk", inside(column("main", inside(top, { min: 240 }), portfolio), { min: 500 }), ticket);
    }
  }
}

/** The key under which a group's sizes are remembered: with other panels in it, it has other sizes. */
export function rememberedAs(name: Arrangement, room: Room, { id, places }: Split): string {
  return [name, room, id, ...places.map((place) => place.id)].join("/");
}

/** Stored sizes in pixels, if they are for exactly these panels and large enough for each. */
export function fitting(stored: unknown, { places }: Split): Readonly<Record<string, number>> | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const sizes = new Map<string, unknown>(Object.entries(stored));
  const isWhole = sizes.size === places.length && places.every(({ id, min }) => fits(sizes.get(id), min));
  return isWhole ? (stored as Readonly<Record<string, number>>) : undefined;
}

function fits(size: unknown, min: number): boolean {
  // Rounding on a small page can leave a panel up to a pixel short.
  return typeof size === "number" && Number.isFinite(size) && size > min - 1;
}

export function isArrangement(name: string): name is Arrangement {
  return (ARRANGEMENTS as readonly string[]).includes(name);
}
