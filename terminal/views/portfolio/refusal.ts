// Why the venue refused, as the ticket says it: what is wrong, and what to change.

import { type RefusalFigures, refusalText } from "../ticket/refusals.ts";

export function refusalOf(refusal: RefusalFigures): string {
  const { what, advice } = refusalText(refusal);
  return advice === undefined ? what : `${what} ${advice}`;
}
