// What this browser remembers of how the trader likes the terminal. Nothing of it is secret, and none of it is sent.

import { PromptCell } from "../cells/prompt-cell.ts";

export interface Preferences {
  readonly theme: "system" | "dark" | "light";
  /** Colours of rise and fall. */
  readonly palette: "green-red" | "blue-orange";
  /** The market that was looked at last. */
  readonly symbol: string;
  readonly favourites: readonly string[];
  /** How the panels stand, by name. */
  readonly arrangement: string;
  /** Whether the list of markets stands beside the chart. */
  readonly showsMarkets: boolean;
  /** Width or height of panels by the name of their group, in pixels. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What views remember under a name of their own. */
  readonly views: Readonly<Record<string, unknown>>;
  /** Whether orders are confirmed before they are sent. */
  readonly confirmsOrders: boolean;
  /** Whether one press closes a position by market, or opens a dialog. */
  readonly confirmsCloses: boolean;
  /** Whether single keys do something. */
  readonly usesShortcuts: boolean;
}

/** What the tab of the portfolio that is shown is called among `views`. */
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

/** Written whenever it changes, and taken over from other tabs. */
export function storedPreferences(): PromptCell<Preferences> {
  const cell = new PromptCell(read(localStorage.getItem(STORED_AS)));
  cell.subscribe(() => localStorage.setItem(STORED_AS, JSON.stringify(cell.get())));
  // Or the next change here would undo what was changed there. What is written back is the same, of which no listener hears.
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === STORED_AS) cell.set(read(newValue));
  });
  return cell;
}

/** What was written by another version, or by hand, is taken as far as it fits. */
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
