// A plan: many orders made of one wish, placed by this page while it is open. What is kept of it is what was wished and how
// many of its orders have a name; what became of them is the venue's to say. Sizes are whole lots, prices whole ticks.

/** What every plan has. The steps are those of its market when it began: an order has the same body whenever it is sent. */
interface CommonTerms {
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly marginMode: "CROSS" | "ISOLATED" | undefined;
  readonly reduceOnly: boolean;
  readonly lot: number;
  readonly tick: number;
  readonly sizeLots: number;
}

/** Slices one after the other, each at once or not at all. */
export interface TwapTerms extends CommonTerms {
  readonly kind: "TWAP";
  readonly slices: number;
  readonly intervalMs: number;
  /** Whether intervals are up to a third longer or shorter. */
  readonly isRandom: boolean;
  /** Null: by market. */
  readonly limitTicks: number | null;
  /** The largest order of the market. */
  readonly mostLots: number;
}

/** Limit orders between two prices. */
export interface ScaleTerms extends CommonTerms {
  readonly kind: "SCALE";
  readonly orders: number;
  readonly fromTicks: number;
  readonly toTicks: number;
  readonly sizes: ScaleSizes;
  readonly postOnly: boolean;
}

/** `rising`: the last order is as many times the first as there are orders. */
export type ScaleSizes = "even" | "rising" | "falling";

/** One order after the best price of its side. */
export interface ChaseTerms extends CommonTerms {
  readonly kind: "CHASE";
  readonly limitTicks: number;
  /** It is moved at most so often. */
  readonly everyMs: number;
}

export type PlanTerms = TwapTerms | ScaleTerms | ChaseTerms;
export type PlanKind = PlanTerms["kind"];

/** What the venue said when it refused an order. */
export interface Refused {
  readonly code: number | null;
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

export type PauseReason =
  | { readonly is: "by trader" }
  | { readonly is: "refused"; readonly refusal: Refused }
  /** The venue takes the key no longer. */
  | { readonly is: "key" }
  | { readonly is: "signed out" }
  /** Its order was cancelled, and not by the plan. */
  | { readonly is: "cancelled" }
  /** The venue no longer knows an order that it has had. */
  | { readonly is: "unknown" };

export type EndReason = "filled" | "through" | "limit" | "stopped";

export type PlanState =
  | { readonly is: "running" }
  | { readonly is: "paused"; readonly why: PauseReason }
  /** What rests is being cancelled. */
  | { readonly is: "stopping" }
  | { readonly is: "over"; readonly why: EndReason; readonly executedLots: number };

export interface Plan {
  /** Names of its orders begin with it. */
  readonly id: string;
  readonly terms: PlanTerms;
  readonly state: PlanState;
  /** So many of its orders have a name, and may have been sent. */
  readonly named: number;
  /** Of so many of them the trader knows how they ended, and has gone on. */
  readonly settled: number;
}

/** The name of an order: the attempt counts those before it that were refused, whose names are used up. */
export function nameOf(id: string, at: number, attempt: number): string {
  return attempt === 0 ? `${id}-${at}` : `${id}-${at}-${attempt}`;
}

/** @param random letters and digits, at most 24 of them */
export function newPlan(terms: PlanTerms, random: string): Plan {
  const id = `${terms.kind.toLowerCase()}-${random.slice(0, 18)}`;
  return { id, terms, state: { is: "running" }, named: terms.kind === "SCALE" ? terms.orders : 0, settled: 0 };
}

export function isOver({ state }: Plan): boolean {
  return state.is === "over";
}
