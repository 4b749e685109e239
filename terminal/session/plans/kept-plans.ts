// Stores the plans of an account in this browser, for all of its tabs: their terms and order names, never the outcome of orders.

import { isOver, type Plan } from "./moves/plan.ts";

/** `localStorage` in a browser. */
export type PlanStorage = Pick<Storage, "getItem" | "setItem">;

/** How many finished plans stay in the list. */
const OVER_KEPT = 20;

export class KeptPlans {
  readonly storedAs: string;
  readonly #storage: PlanStorage;

  constructor(storage: PlanStorage, accountId: string) {
    this.#storage = storage;
    this.storedAs = `evermark.plans.${accountId}`;
  }

  /** Oldest first. */
  read(): readonly Plan[] {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(this.storedAs) ?? "[]");
      return Array.isArray(stored) ? stored.filter(isPlan) : [];
    } catch {
      return [];
    }
  }

  /** @throws {DOMException} when the browser stores nothing: a plan that is not stored must not place anything */
  write(plans: readonly Plan[]): void {
    let over = plans.filter(isOver).length;
    const kept = plans.filter((plan) => !isOver(plan) || over-- <= OVER_KEPT);
    this.#storage.setItem(this.storedAs, JSON.stringify(kept));
  }
}

const KINDS: ReadonlySet<unknown> = new Set(["TWAP", "SCALE", "CHASE"]);
const STATES: ReadonlySet<unknown> = new Set(["running", "paused", "stopping", "over"]);

/** Entries written by another version, or by hand, are left out. */
function isPlan(value: unknown): value is Plan {
  const { id, named, settled, terms, state } = (value ?? {}) as Partial<Record<keyof Plan, unknown>>;
  if (typeof id !== "string" || !isCount(named) || !isCount(settled)) return false;
  const { kind, symbol, side, lot, tick, sizeLots } = (terms ?? {}) as Readonly<Record<string, unknown>>;
  const hasMarket = typeof symbol === "string" && (side === "BUY" || side === "SELL");
  const hasSteps = isStep(lot) && isStep(tick) && isCount(sizeLots);
  return KINDS.has(kind) && hasMarket && hasSteps && STATES.has((state as Plan["state"] | undefined)?.is);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isStep = (value: unknown): boolean => typeof value === "number" && value > 0;
