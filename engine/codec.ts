// Commands as bytes: what the journal keeps. The layouts stand in codec/, one file per line of business; a tag is given
// once, for good.

import { ACCOUNTS_LAYOUTS } from "./codec/accounts.ts";
import { ALGO_ORDERS_LAYOUTS } from "./codec/algo-orders.ts";
import { FEES_LAYOUTS } from "./codec/fees.ts";
import { readFields, type Values, writeFields } from "./codec/fields.ts";
import { FUNDS_LAYOUTS } from "./codec/funds.ts";
import { LIQUIDATION_LAYOUTS } from "./codec/liquidation.ts";
import { MARGIN_LAYOUTS } from "./codec/margin.ts";
import { MARKETS_LAYOUTS } from "./codec/markets.ts";
import { ORDERS_LAYOUTS } from "./codec/orders.ts";
import { PRICES_LAYOUTS } from "./codec/prices.ts";
import { STRATEGY_VAULTS_LAYOUTS } from "./codec/strategy-vaults.ts";
import type { Command } from "./commands.ts";
import { assert, Fault } from "./fault.ts";
import { ByteReader, ByteWriter } from "./storage/bytes.ts";

export const LAYOUTS = {
  ...ACCOUNTS_LAYOUTS,
  ...ALGO_ORDERS_LAYOUTS,
  ...FEES_LAYOUTS,
  ...FUNDS_LAYOUTS,
  ...LIQUIDATION_LAYOUTS,
  ...MARGIN_LAYOUTS,
  ...MARKETS_LAYOUTS,
  ...ORDERS_LAYOUTS,
  ...PRICES_LAYOUTS,
  ...STRATEGY_VAULTS_LAYOUTS,
};

type Type = Command["type"];

const TYPES = Object.keys(LAYOUTS) as Type[];
const TYPE_OF_TAG = new Map(TYPES.map((type) => [LAYOUTS[type].tag, type]));
const writer = new ByteWriter(1024);

/** The bytes of a command: a type tag, `at`, then the fields of its type. Valid until the next call. */
export function encodeCommand(command: Command): Uint8Array {
  const layout = LAYOUTS[command.type];
  writer.reset();
  writer.u8(layout.tag);
  writer.f64(command.at);
  writeFields(writer, layout.fields, command as unknown as Values);
  return writer.view();
}

/** @throws {Fault} on bytes that no version of this table wrote */
export function decodeCommand(bytes: Uint8Array): Command {
  const input = new ByteReader(bytes);
  const tag = input.u8();
  const type = TYPE_OF_TAG.get(tag);
  if (type === undefined) throw new Fault("a command of an unknown type", { tag });
  const command: Values = { type, at: input.f64() };
  readFields(input, LAYOUTS[type].fields, command);
  assert(input.done, "a command's bytes are used up", { type, bytes: bytes.length });
  return command as unknown as Command;
}
