// The tables store words from small vocabularies as codes: the word's index in the engine's list. These lists only ever
// grow at the end, because the journal and the interface depend on them as well.

import {
  MARGIN_MODES,
  type MarginMode,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  type OrderType,
  SIDES,
  type Side,
} from "@evermark/engine";

/** The code of a word that no row can have: a filter by it finds nothing. */
export const NO_CODE = -1;

export const sideCode = (side: Side): number => (side === "BUY" ? 0 : 1);
export const marginModeCode = (mode: MarginMode): number => (mode === "CROSS" ? 0 : 1);
export const orderTypeCode = (type: OrderType): number => ORDER_TYPES.indexOf(type);
export const statusCode = (status: OrderStatus): number => ORDER_STATUSES.indexOf(status);

/** The code of a word that comes from a caller and may be unknown. */
export function codeOf(words: readonly string[], word: string): number {
  const code = words.indexOf(word);
  return code < 0 ? NO_CODE : code;
}

export const sideOf = (code: number): Side => SIDES[code]!;
export const marginModeOf = (code: number): MarginMode => MARGIN_MODES[code]!;
export const orderTypeOf = (code: number): OrderType => ORDER_TYPES[code]!;
export const statusOf = (code: number): OrderStatus => ORDER_STATUSES[code]!;
