// What the ticket begins with after a reload: which kind of order, and the unit of its size. Never the size itself.

import type { Draft } from "./draft.ts";
import { KINDS, type Kind } from "./kinds.ts";

export type UsualTerms = Pick<Draft, "kind" | "unit">;

/** What preferences call them. */
export const USUAL_TERMS = "ticket";

/** @param remembered whatever the browser has; what does not fit is left out */
export function usualTerms(remembered: unknown): Partial<UsualTerms> {
  const { kind, unit } = (remembered ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...((KINDS as readonly unknown[]).includes(kind) && { kind: kind as Kind }),
    ...((unit === "base" || unit === "quote") && { unit }),
  };
}

/** @returns undefined when they are remembered already */
export function termsToRemember(remembered: unknown, { kind, unit }: UsualTerms): UsualTerms | undefined {
  const known = usualTerms(remembered);
  return known.kind === kind && known.unit === unit ? undefined : { kind, unit };
}
