// The ring's moves, one line of a plan each. Amounts are shares of what a player has at that moment, and prices are
// distances from the mark, so that a line still means something in another plan, at another place or with other money.

import type { MarginMode, MarketState, OrderType, Side } from "@evermark/engine";

/** A size is in thousandths of one of these; in `usdc` it is in whole dollars. */
export type SizeUnit = "most" | "position" | "equity" | "usdc";

/** How much to trade, and how far from the mark, in millionths. */
export interface Terms {
  readonly market: number;
  readonly side: Side;
  readonly off: number;
  readonly unit: SizeUnit;
  readonly size: number;
  readonly mode: MarginMode;
  /** Whether the order carries the fee tag of the ring's own builder. */
  readonly tagged: boolean;
}

export interface OrderMove extends Terms {
  readonly do: "order";
  readonly by: number;
  readonly kind: OrderType;
  /**
   * Whether the order is on the closing side of the player's position, whatever `side` says; without a position it is
   * not placed.
   */
  readonly closes: boolean;
  /** Whether the price is no worse than the mark for the player, on whichever side of it `off` is. */
  readonly passive: boolean;
  readonly reduceOnly: boolean;
  readonly hidden: boolean;
  readonly byAmount: boolean;
}

/** One player rests an order, and another takes it. */
export interface MeetMove extends Terms {
  readonly do: "meet";
  readonly by: number;
  readonly with: number;
  readonly kind: "LIMIT" | "IOC" | "MARKET" | "FOK";
}

/** A stop, a trailing stop, or a stop on the whole position. */
export interface AlgoMove extends Terms {
  readonly do: "algo";
  readonly by: number;
  readonly kind: "STOP" | "TRAILING_STOP" | "POSITIONAL_TP_SL";
  readonly limit: boolean;
  readonly trigger: number;
  readonly reduceOnly: boolean;
}

/** Quotes of two players, shown at the ends of this many minutes. */
export interface PaintMove {
  readonly do: "paint";
  readonly by: number;
  readonly with: number;
  readonly market: number;
  readonly bid: number;
  readonly ask: number;
  readonly usdc: number;
  readonly minutes: number;
  readonly keep: boolean;
  /**
   * Where the ring wants the mark, depending on the index's last move, which it sees: as far as the quotes say in the
   * direction of that move (1), or in the opposite direction (-1); 0 for the quotes as they are.
   */
  readonly toward: -1 | 0 | 1;
}

/** Quotes that are kept up in every market until funding is paid, so that they decide its rate. */
export interface PremiumMove {
  readonly do: "premium";
  readonly by: number;
  readonly with: number;
  readonly bid: number;
  readonly usdc: number;
  /** How many times funding is paid meanwhile. */
  readonly periods: number;
}

export const PLACES = ["sample", "minute", "hour", "funding", "eve", "period", "delisting"] as const;
/** `eve` is shortly before a vault's period is due. */
export type Place = (typeof PLACES)[number];
export const VAULT_OPERATIONS = ["LP_DEPOSIT", "LP_WITHDRAW", "SP_DEPOSIT", "SP_WITHDRAW"] as const;

/** A request to a vault; a share of 0 is the smallest possible amount. */
export interface VaultMove {
  readonly do: "vault";
  readonly by: number;
  readonly operation: (typeof VAULT_OPERATIONS)[number];
  readonly share: number;
  /** Only if the index of the first market last moved up (1) or down (-1), which the ring sees; 0 for always. */
  readonly seen: -1 | 0 | 1;
}

/** Moves of a single player. */
type PlayerMove =
  | OrderMove
  | MeetMove
  | AlgoMove
  | PaintMove
  | PremiumMove
  /** A new price and size (in thousandths of the old one) for one of the open orders, counted from the youngest. */
  | { do: "amend"; by: number; which: number; off: number; size: number }
  | { do: "cancel"; by: number; market: number }
  | { do: "leverage"; by: number; market: number; leverage: number; mode: MarginMode }
  | { do: "settle"; by: number }
  /**
   * As in all money moves below, `share` is in thousandths of what is withdrawable; with `by` ALL each player
   * withdraws, and settles before.
   */
  | { do: "withdraw"; by: number; share: number }
  | { do: "transfer"; by: number; to: number; share: number }
  | { do: "deposit"; by: number; usdc: number }
  | { do: "margin"; by: number; market: number; direction: "ADD" | "REDUCE"; share: number }
  | { do: "claim"; by: number; which: number; share: number; extra: number }
  | { do: "claim fund"; by: number; which: number; share: number }
  | VaultMove
  | { do: "vault state"; state: "live" | "closing" }
  | { do: "fees"; taker: number; maker: number; tag: number };

/** In place of a player's number: all players. */
export const ALL = -1;

/** Moves of other people. */
export type HonestMove =
  | { do: "honest"; act: "quote"; market: number; off: number; usdc: number }
  | { do: "honest"; act: "close"; who: number; market: number }
  | { do: "honest"; act: "stop"; who: number; market: number; off: number }
  | { do: "honest"; act: "leave" | "invest" | "redeem" };

/** Events around the ring, which knows them beforehand. */
export type WorldMove =
  | { do: "wait"; seconds: number }
  | { do: "until"; place: Place }
  /** The index walks: this many steps of this many millionths. */
  | { do: "drift"; market: number; ppm: number; steps: number }
  /** The index moves in one tick; a jump stops the market, and is believed later. */
  | { do: "step"; market: number; percent: number }
  | { do: "jump"; market: number; percent: number }
  /** This many of the sources are silent, while prices continue. */
  | { do: "silence"; market: number; sources: number; seconds: number }
  /** The venue restarts after this many seconds, during which prices have moved; sources report some seconds later. */
  | { do: "session"; seconds: number; heard: number; market: number; ppm: number }
  | { do: "clock"; halted: boolean }
  | { do: "state"; market: number; state: MarketState }
  | { do: "delist"; market: number; minutes: number }
  | { do: "maintenance"; minutes: number };

export type Move = PlayerMove | HonestMove | WorldMove;
export type MoveName = Move["do"];
