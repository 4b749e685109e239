// A plan: many orders derived from one set of terms, placed by this page while it is open. Only the terms and the number of
// named orders are stored; the outcome of the orders is always asked of the venue. Sizes are whole lots, prices whole ticks.

/**
 * Terms that every plan has. Lot and tick are those of the market when the plan began, so that an order has the same body
 * whenever it is sent.
 */
interface CommonTerms {
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly marginMode: "CROSS" | "ISOLATED" | undefined;
  readonly reduceOnly: boolean;
  readonly lot: number;
  readonly tick: number;
  readonly sizeLots: number;
}

/** Slices placed one after the other; each trades at once or is cancelled. */
export interface TwapTerms extends CommonTerms {
  readonly kind: "TWAP";
  readonly slices: number;
  readonly intervalMs: number;
  /** Whether intervals vary randomly, by up to a third. */
  readonly isRandom: boolean;
  /** Null for market orders. */
  readonly limitTicks: number | null;
  /** The largest order that the market takes. */
  readonly mostLots: number;
}

/** Limit orders spread between two prices. */
export interface ScaleTerms extends CommonTerms {
  readonly kind: "SCALE";
  readonly orders: number;
  readonly fromTicks: number;
  readonly toTicks: number;
  readonly sizes: ScaleSizes;
  readonly postOnly: boolean;
}

/** `rising`: the last order is n times the first, where n is the number of orders. */
export type ScaleSizes = "even" | "rising" | "falling";

/** One order that follows the best price of its side. */
export interface ChaseTerms extends CommonTerms {
  readonly kind: "CHASE";
  readonly limitTicks: number;
  /** Minimum time between two moves of the order. */
  readonly everyMs: number;
}

export type PlanTerms = TwapTerms | ScaleTerms | ChaseTerms;
export type PlanKind = PlanTerms["kind"];

/** The venue's refusal of an order. */
export interface Refused {
  readonly code: number | null;
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

export type PauseReason =
  | { readonly is: "by trader" }
  | { readonly is: "refused"; readonly refusal: Refused }
  /** The venue no longer accepts the key. */
  | { readonly is: "key" }
  | { readonly is: "signed out" }
  /** The order was cancelled, but not by the plan. */
  | { readonly is: "cancelled" }
  /** The venue no longer knows an order that it once had. */
  | { readonly is: "unknown" };

export type EndReason = "filled" | "through" | "limit" | "stopped";

export type PlanState =
  | { readonly is: "running" }
  | { readonly is: "paused"; readonly why: PauseReason }
  /** Resting orders are being cancelled. */
  | { readonly is: "stopping" }
  | { readonly is: "over"; readonly why: EndReason; readonly executedLots: number };

export interface Plan {
  /** Prefix of the names of its orders. */
  readonly id: string;
  readonly terms: PlanTerms;
  readonly state: PlanState;
  /** How many of its orders have a name, and so may have been sent. */
  readonly named: number;
  /** How many of its orders have ended in a way that the trader has seen and accepted by resuming the plan. */
  readonly settled: number;
}

/** The name of an order. `attempt` counts earlier orders at this place that were refused, whose names are used up. */
export function nameOf(id: string, at: number, attempt: number): string {
  return attempt === 0 ? `${id}-${at}` : `${id}-${at}-${attempt}`;
}

/** @param random letters and digits; the first 18 are used */
export function newPlan(terms: PlanTerms, random: string): Plan {
  const id = `${terms.kind.toLowerCase()}-${random.slice(0, 18)}`;
  return { id, terms, state: { is: "running" }, named: terms.kind === "SCALE" ? terms.orders : 0, settled: 0 };
}

export function isOver({ state }: Plan): boolean {
  return state.is === "over";
}
