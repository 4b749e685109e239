// The encoding of an algo order and everything below it, for the snapshot.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { ALGO_ORDER_TYPES, ALGO_TYPES, MARGIN_MODES, ORDER_STATUSES, SIDES } from "../../base/vocabulary.ts";
import type { AlgoOrder } from "./algo-order.ts";

const NUMBERS = [
  "id",
  "account",
  "market",
  "createdAt",
  "quantity",
  "price",
  "triggerPrice",
  "activatedPrice",
  "callbackRate",
  "callbackValue",
  "extremePrice",
  "triggerTradePrice",
  "triggerTime",
  "orderId",
  "executed",
  "executedNotional",
  "totalFee",
  "totalRealizedPnl",
  "updatedAt",
] as const satisfies readonly (keyof AlgoOrder)[];
const FLAGS = [
  "reduceOnly",
  "visible",
  "rising",
  "isActivated",
  "isTriggered",
] as const satisfies readonly (keyof AlgoOrder)[];
const TEXTS = ["clientOrderId", "tag"] as const satisfies readonly (keyof AlgoOrder)[];
const WORDS = {
  marginMode: MARGIN_MODES,
  algoType: ALGO_TYPES,
  side: SIDES,
  orderType: ALGO_ORDER_TYPES,
  status: ORDER_STATUSES,
  triggerStatus: [null, "SUCCESS", "FAIL"],
} as const satisfies Partial<Record<keyof AlgoOrder, readonly (string | null)[]>>;
const WORD_NAMES = ["marginMode", "algoType", "side", "orderType", "status", "triggerStatus"] as const;

export function writeTree(out: ByteWriter, order: AlgoOrder): void {
  for (const name of NUMBERS) out.f64(order[name]);
  for (const name of FLAGS) out.u8(order[name] ? 1 : 0);
  for (const name of TEXTS) out.text(order[name]);
  for (const name of WORD_NAMES) out.u8((WORDS[name] as readonly unknown[]).indexOf(order[name]));
  out.i32(order.children.length);
  for (const child of order.children) writeTree(out, child);
}

export function readTree(input: ByteReader, parent: AlgoOrder | null): AlgoOrder {
  const fields: Record<string, unknown> = { parent, children: [], earlier: null };
  for (const name of NUMBERS) fields[name] = input.f64();
  for (const name of FLAGS) fields[name] = input.u8() === 1;
  for (const name of TEXTS) fields[name] = input.text();
  for (const name of WORD_NAMES) fields[name] = WORDS[name][input.u8()];
  const order = fields as unknown as AlgoOrder;
  for (let left = input.i32(); left > 0; left--) order.children.push(readTree(input, order));
  return order;
}
