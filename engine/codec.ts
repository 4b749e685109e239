// Commands as bytes: what the journal keeps. The layouts stand in codec/, one file per line of business; a tag is given
// once, for good.

import { ACCOUNTS_LAYOUTS } from "./codec/accounts.ts";
import { ALGO_ORDERS_LAYOUTS } from "./codec/algo-orders.ts";
import { ANNOUNCEMENTS_LAYOUTS } from "./codec/announcements.ts";
import { FEES_LAYOUTS } from "./codec/fees.ts";
import { type Fields, type Layout, readFields, type Values, writeFields } from "./codec/fields.ts";
import { FUNDS_LAYOUTS } from "./codec/funds.ts";
import { HASH_KEY_LAYOUTS } from "./codec/hash-key.ts";
import { LIQUIDATION_LAYOUTS } from "./codec/liquidation.ts";
import { MARGIN_LAYOUTS } from "./codec/margin.ts";
import { MARKETS_LAYOUTS } from "./codec/markets.ts";
import { NOTIFICATIONS_LAYOUTS } from "./codec/notifications.ts";
import { ORDERS_LAYOUTS } from "./codec/orders.ts";
import { PRICES_LAYOUTS } from "./codec/prices.ts";
import { STRATEGY_VAULTS_LAYOUTS } from "./codec/strategy-vaults.ts";
import { VERSIONS_LAYOUTS } from "./codec/versions.ts";
import type { Command } from "./commands.ts";
import { Fault } from "./fault.ts";
import { ByteReader, ByteWriter } from "./storage/bytes.ts";
import type { Millis } from "./units.ts";

export const LAYOUTS = {
  ...ACCOUNTS_LAYOUTS,
  ...ALGO_ORDERS_LAYOUTS,
  ...ANNOUNCEMENTS_LAYOUTS,
  ...FEES_LAYOUTS,
  ...FUNDS_LAYOUTS,
  ...HASH_KEY_LAYOUTS,
  ...LIQUIDATION_LAYOUTS,
  ...MARGIN_LAYOUTS,
  ...MARKETS_LAYOUTS,
  ...NOTIFICATIONS_LAYOUTS,
  ...ORDERS_LAYOUTS,
  ...PRICES_LAYOUTS,
  ...STRATEGY_VAULTS_LAYOUTS,
  ...VERSIONS_LAYOUTS,
};

type Type = Command["type"];

/** What a type's layout writes is a command of that type. */
const LAYOUTS_BY_TYPE = LAYOUTS as unknown as Readonly<Record<Type, Layout<Command>>>;
const TYPE_OF_TAG: Type[] = [];
for (const [type, { tag }] of Object.entries(LAYOUTS)) TYPE_OF_TAG[tag] = type as Type;
const writer = new ByteWriter(1024);
const reader = new ByteReader(new Uint8Array(0));

/** The bytes of a command: a type tag, `at`, then the fields of its type. Valid until the next call. */
export function encodeCommand(command: Command): Uint8Array {
  const layout: Layout<Command> = LAYOUTS_BY_TYPE[command.type];
  writer.reset();
  writer.u8(layout.tag);
  writer.f64(command.at);
  if (layout.byHand === undefined) writeFields(writer, layout.fields, command as unknown as Values);
  else layout.byHand.write(writer, command);
  return writer.view();
}

/** @throws {Fault} on bytes that no version of this table wrote */
export function decodeCommand(bytes: Uint8Array): Command {
  reader.turnTo(bytes);
  const tag = reader.u8();
  const type = TYPE_OF_TAG[tag];
  if (type === undefined) throw new Fault("a command of an unknown type", { tag });
  const at = reader.f64() as Millis;
  const { byHand, fields } = LAYOUTS_BY_TYPE[type];
  const command = byHand === undefined ? readByFields(type, at, fields) : byHand.read(reader, at);
  if (!reader.done) throw new Fault("a command's bytes are not used up", { type, bytes: bytes.length });
  return command;
}

function readByFields(type: Type, at: Millis, fields: Fields): Command {
  const command: Values = { type, at };
  readFields(reader, fields, command);
  return command as unknown as Command;
}
