// Commands as bytes: what the journal keeps. The layouts stand in codec/, one file per line of business; a tag is given
// once, for good.

import { Fault } from "../../base/fault.ts";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Millis } from "../../base/units.ts";
import type { Command } from "../commands/commands.ts";
import { ACCOUNTS_LAYOUTS } from "./account-bytes.ts";
import { ALGO_ORDERS_LAYOUTS } from "./algo-order-bytes.ts";
import { ANNOUNCEMENTS_LAYOUTS } from "./announcement-bytes.ts";
import { FEES_LAYOUTS } from "./fee-bytes.ts";
import { type Fields, type Layout, readFields, type Values, writeFields } from "./fields.ts";
import { FUNDS_LAYOUTS } from "./fund-bytes.ts";
import { HASH_KEY_LAYOUTS } from "./hash-key-bytes.ts";
import { LIQUIDATION_LAYOUTS } from "./liquidation-bytes.ts";
import { MARGIN_LAYOUTS } from "./margin-bytes.ts";
import { MARKETS_LAYOUTS } from "./market-bytes.ts";
import { NOTIFICATIONS_LAYOUTS } from "./notification-bytes.ts";
import { ORDERS_LAYOUTS } from "./order-bytes.ts";
import { PRICES_LAYOUTS } from "./price-bytes.ts";
import { STRATEGY_VAULTS_LAYOUTS } from "./vault-bytes.ts";
import { VERSIONS_LAYOUTS } from "./version-bytes.ts";

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
