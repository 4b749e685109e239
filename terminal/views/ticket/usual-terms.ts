// What the ticket starts with after a reload: the order type, and the unit of the size. Never the size itself.

import type { Draft } from "./draft.ts";
import { KINDS, type Kind } from "./order-kinds.ts";

export type UsualTerms = Pick<Draft, "kind" | "unit">;

/** Their name in the preferences. */
export const USUAL_TERMS = "ticket";

/** @param remembered any stored value; members that do not fit are left out */
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
