// The target of a figure: a bound for its value, or for its ratio to its baseline.

import { numberText } from "./number-text.ts";

export interface Budget {
  readonly of: "value" | "ratio";
  readonly bound: "at least" | "at most";
  readonly limit: number;
}

export const valueAtLeast = (limit: number): Budget => ({ of: "value", bound: "at least", limit });
export const valueAtMost = (limit: number): Budget => ({ of: "value", bound: "at most", limit });
export const ratioAtLeast = (limit: number): Budget => ({ of: "ratio", bound: "at least", limit });
export const ratioAtMost = (limit: number): Budget => ({ of: "ratio", bound: "at most", limit });

export function isMet(
  { of, bound, limit }: Budget,
  { value, ratio }: { value: number; ratio: number | null },
): boolean {
  const measured = of === "value" ? value : (ratio ?? Number.NaN);
  return bound === "at least" ? measured >= limit : measured <= limit;
}

/** `ratio ≥ 0.85`, or `≤ 1,000` for a bound of the value itself. */
export function budgetText({ of, bound, limit }: Budget): string {
  return `${of === "ratio" ? "ratio " : ""}${bound === "at least" ? "≥" : "≤"} ${numberText(limit)}`;
}
