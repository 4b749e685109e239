// The trader's preferences, stored in this browser. They contain nothing secret, and are never sent.

import { PromptCell } from "../cells/prompt-cell.ts";

export interface Preferences {
  readonly theme: "system" | "dark" | "light";
  /** Colours of rising and falling. */
  readonly palette: "green-red" | "blue-orange";
  /** The market that was last shown. */
  readonly symbol: string;
  readonly favourites: readonly string[];
  /** Name of the arrangement of panels. */
  readonly arrangement: string;
  /** Whether the list of markets is shown beside the chart. */
  readonly showsMarkets: boolean;
  /** Width or height of panels in pixels, by the name of their group. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Preferences of single views, each under its own name. */
  readonly views: Readonly<Record<string, unknown>>;
  /** Whether orders are confirmed before they are sent. */
  readonly confirmsOrders: boolean;
  /** Whether closing a position by market opens a dialog first; otherwise one press closes it. */
  readonly confirmsCloses: boolean;
  /** Whether single keys run commands. */
  readonly usesShortcuts: boolean;
}

/** The name in `views` under which the portfolio's current tab is stored. */
export const PORTFOLIO_TAB = "portfolio-tab";

export const DEFAULTS: Preferences = {
  theme: "system",
  palette: "green-red",
  symbol: "PERP_BTC_USDC",
  favourites: [],
  arrangement: "trading",
  showsMarkets: true,
  layouts: {},
  views: {},
  confirmsOrders: false,
  confirmsCloses: true,
  usesShortcuts: true,
};

const STORED_AS = "evermark.preferences";

/** Preferences that are stored whenever they change, and follow changes in other tabs. */
export function storedPreferences(): PromptCell<Preferences> {
  const cell = new PromptCell(read(localStorage.getItem(STORED_AS)));
  cell.subscribe(() => localStorage.setItem(STORED_AS, JSON.stringify(cell.get())));
  // Otherwise the next change here would undo the change there. Storing the same text again triggers no event elsewhere.
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === STORED_AS) cell.set(read(newValue));
  });
  return cell;
}

/** Values written by another version, or by hand, are used as far as they fit. */
export function read(text: string | null): Preferences {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return DEFAULTS;
  }
  if (typeof stored !== "object" || stored === null) return DEFAULTS;
  const fitting = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const value: unknown = (stored as Record<string, unknown>)[name];
    const fits = typeof value === typeof fallback && value !== null && Array.isArray(value) === Array.isArray(fallback);
    return [name, fits ? value : fallback];
  });
  return Object.fromEntries(fitting) as unknown as Preferences;
}
