// The types of orders that the ticket makes, and the fields of each. Rules 2.1 and 3.

export const KINDS = [
  "LIMIT",
  "MARKET",
  "POST_ONLY",
  "IOC",
  "FOK",
  "BID",
  "ASK",
  "STOP_MARKET",
  "STOP_LIMIT",
  "TRAILING_STOP",
  "TP_SL",
  "POSITIONAL_TP_SL",
] as const;
export type Kind = (typeof KINDS)[number];

export interface KindFields {
  readonly price: boolean;
  /** Mark price at which it triggers. */
  readonly trigger: boolean;
  readonly quantity: boolean;
  /** Whether the venue also takes its size as a value in USDC. */
  readonly amount: boolean;
  /** Whether it takes its price from a level of the book. */
  readonly level: boolean;
  readonly adjusts: boolean;
  readonly slippage: boolean;
  /** How much of it the book shows: a chosen quantity, or all or nothing. */
  readonly visible: "quantity" | "whole" | null;
  readonly trailing: boolean;
  /** Take profit and stop loss: `own` if it consists of them, `attached` if they can be added. */
  readonly legs: "own" | "attached" | null;
  readonly reduceOnly: boolean;
  /** Whether it is an algo order: the venue has no preview of it, because it waits for the mark price. */
  readonly waits: boolean;
}

const NOTHING: KindFields = {
  price: false,
  trigger: false,
  quantity: true,
  amount: false,
  level: false,
  adjusts: false,
  slippage: false,
  visible: null,
  trailing: false,
  legs: null,
  reduceOnly: true,
  waits: false,
};

const FIELDS: Readonly<Record<Kind, KindFields>> = {
  LIMIT: { ...NOTHING, price: true, visible: "quantity", legs: "attached" },
  MARKET: { ...NOTHING, amount: true, slippage: true, legs: "attached" },
  POST_ONLY: { ...NOTHING, price: true, adjusts: true },
  IOC: { ...NOTHING, price: true },
  FOK: { ...NOTHING, price: true },
  BID: { ...NOTHING, amount: true, level: true, visible: "quantity" },
  ASK: { ...NOTHING, amount: true, level: true, visible: "quantity" },
  STOP_MARKET: { ...NOTHING, trigger: true, waits: true },
  STOP_LIMIT: { ...NOTHING, trigger: true, price: true, visible: "whole", waits: true },
  TRAILING_STOP: { ...NOTHING, trailing: true, waits: true },
  TP_SL: { ...NOTHING, legs: "own", reduceOnly: false, waits: true },
  POSITIONAL_TP_SL: { ...NOTHING, quantity: false, legs: "own", reduceOnly: false, waits: true },
};

/** @param isProtected whether take profit and stop loss are attached: then it is a bracket, whose entry has fewer fields */
export function fieldsOf(kind: Kind, isProtected: boolean): KindFields {
  const fields = FIELDS[kind];
  if (!isProtected || fields.legs !== "attached") return fields;
  return { ...fields, amount: false, slippage: false, reduceOnly: false, visible: fields.price ? "whole" : null };
}

/** Whether it only closes positions: its side is the closing one. */
export function onlyCloses(kind: Kind): boolean {
  return FIELDS[kind].legs === "own";
}
