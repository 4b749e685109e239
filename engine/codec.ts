// Commands as bytes: what the journal keeps. One table says which fields a command has and how each is written; the
// tag and the field order of a type are permanent, because journals outlive versions.

import type { Command } from "./commands.ts";
import { assert, Fault } from "./fault.ts";
import type { MarketParameters } from "./market.ts";
import { ByteReader, ByteWriter } from "./storage/bytes.ts";
import { MARGIN_MODES, ORDER_TYPES, SIDES } from "./vocabulary.ts";

/** How a field is written; a list of words is one byte, the word's place in the list. */
type Kind =
  | "f64"
  | "i32"
  | "bool"
  | "text"
  | "texts"
  | readonly string[]
  | { readonly record: Fields }
  | { readonly list: Fields };
type Fields<Name extends string = string> = readonly (readonly [Name, Kind])[];

const MODE_OR_ABSENT = ["", ...MARGIN_MODES] as const;
const DEPOSIT_SOURCES = ["faucet", "chain"] as const;

const PARAMETERS: Fields<keyof MarketParameters> = [
  ["symbol", "text"],
  ["quoteMin", "f64"],
  ["quoteMax", "f64"],
  ["quoteTick", "f64"],
  ["baseMin", "f64"],
  ["baseMax", "f64"],
  ["baseTick", "f64"],
  ["minNotional", "f64"],
  ["priceRange", "f64"],
  ["priceScope", "f64"],
  ["baseImr", "f64"],
  ["baseMmr", "f64"],
  ["imrFactor", "f64"],
  ["maxNotional", "f64"],
  ["globalMaxOiCap", "f64"],
  ["fundingPeriodHours", "f64"],
  ["capFunding", "f64"],
  ["floorFunding", "f64"],
  ["capIr", "f64"],
  ["floorIr", "f64"],
  ["interestRate", "f64"],
  ["markFactorTenths", "f64"],
  ["maxMarkDeviation", "f64"],
  ["liquidationTier", "f64"],
  ["stdLiquidationFee", "f64"],
  ["liquidatorFee", "f64"],
  ["claimInsuranceFundDiscount", "f64"],
  ["sources", "texts"],
];

interface Layout<C extends Command> {
  readonly tag: number;
  readonly fields: Fields<Exclude<keyof C, "type" | "at"> & string>;
}

const LAYOUTS: { readonly [Type in Command["type"]]: Layout<Extract<Command, { type: Type }>> } = {
  list_market: {
    tag: 1,
    fields: [
      ["price", "f64"],
      ["parameters", { record: PARAMETERS }],
    ],
  },
  add_broker: {
    tag: 2,
    fields: [
      ["brokerId", "text"],
      ["takerFee", "f64"],
      ["makerFee", "f64"],
    ],
  },
  open_account: {
    tag: 3,
    fields: [
      ["accountId", "text"],
      ["wallet", "text"],
      ["brokerId", "text"],
    ],
  },
  bind_key: {
    tag: 4,
    fields: [
      ["account", "i32"],
      ["key", "text"],
      ["scope", "text"],
      ["expiration", "f64"],
    ],
  },
  credit_deposit: {
    tag: 5,
    fields: [
      ["account", "i32"],
      ["amount", "f64"],
      ["source", DEPOSIT_SOURCES],
      ["reference", "text"],
    ],
  },
  set_leverage: {
    tag: 6,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["leverage", "i32"],
      ["marginMode", MARGIN_MODES],
    ],
  },
  place_order: {
    tag: 7,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["side", SIDES],
      ["orderType", ORDER_TYPES],
      ["price", "f64"],
      ["quantity", "f64"],
      ["amount", "f64"],
      ["visible", "f64"],
      ["reduceOnly", "bool"],
      ["clientOrderId", "text"],
      ["slippage", "f64"],
      ["level", "i32"],
      ["postOnlyAdjust", "bool"],
      ["tag", "text"],
      ["marginMode", MODE_OR_ABSENT],
      ["inBatch", "bool"],
    ],
  },
  amend_order: {
    tag: 8,
    fields: [
      ["account", "i32"],
      ["orderId", "f64"],
      ["market", "i32"],
      ["side", SIDES],
      ["orderType", ORDER_TYPES],
      ["price", "f64"],
      ["quantity", "f64"],
    ],
  },
  cancel_order: {
    tag: 9,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["orderId", "f64"],
      ["clientOrderId", "text"],
    ],
  },
  cancel_all_orders: {
    tag: 10,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
    ],
  },
  cancel_all_after: {
    tag: 11,
    fields: [
      ["account", "i32"],
      ["triggerAfterMs", "f64"],
    ],
  },
  settle_pnl: { tag: 12, fields: [["account", "i32"]] },
  oracle_prices: {
    tag: 13,
    fields: [
      [
        "prices",
        {
          list: [
            ["market", "i32"],
            ["source", "i32"],
            ["price", "f64"],
            ["volume", "f64"],
          ],
        },
      ],
    ],
  },
  set_index_prices: {
    tag: 14,
    fields: [
      [
        "prices",
        {
          list: [
            ["market", "i32"],
            ["price", "f64"],
          ],
        },
      ],
    ],
  },
  tick: { tag: 15, fields: [] },
};

type Values = Record<string, unknown>;
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

export function writeParameters(out: ByteWriter, parameters: MarketParameters): void {
  writeFields(out, PARAMETERS, parameters as unknown as Values);
}

export function readParameters(input: ByteReader): MarketParameters {
  const parameters: Values = {};
  readFields(input, PARAMETERS, parameters);
  return parameters as unknown as MarketParameters;
}

function writeFields(out: ByteWriter, fields: Fields, values: Values): void {
  for (let i = 0; i < fields.length; i++) {
    const [name, kind] = fields[i]!;
    writeValue(out, kind, values[name]);
  }
}

function writeValue(out: ByteWriter, kind: Kind, value: unknown): void {
  if (kind === "f64") out.f64(value as number);
  else if (kind === "i32") out.i32(value as number);
  else if (kind === "bool") out.u8(value === true ? 1 : 0);
  else if (kind === "text") out.text(value as string);
  else if (kind === "texts") writeList(out, value as string[], (text) => out.text(text));
  else if ("record" in kind) writeFields(out, kind.record, value as Values);
  else if ("list" in kind) writeList(out, value as Values[], (item) => writeFields(out, kind.list, item));
  else out.u8(kind.indexOf(value as string));
}

function readFields(input: ByteReader, fields: Fields, values: Values): void {
  for (let i = 0; i < fields.length; i++) {
    const [name, kind] = fields[i]!;
    values[name] = readValue(input, kind);
  }
}

function readValue(input: ByteReader, kind: Kind): unknown {
  if (kind === "f64") return input.f64();
  if (kind === "i32") return input.i32();
  if (kind === "bool") return input.u8() === 1;
  if (kind === "text") return input.text();
  if (kind === "texts") return readList(input, () => input.text());
  if ("record" in kind) return readRecord(input, kind.record);
  if ("list" in kind) return readList(input, () => readRecord(input, kind.list));
  const place = input.u8();
  const word = kind[place];
  if (word === undefined) throw new Fault("a word that is not in its list", { place, words: kind.length });
  return word;
}

function readRecord(input: ByteReader, fields: Fields): Values {
  const record: Values = {};
  readFields(input, fields, record);
  return record;
}

function writeList<Item>(out: ByteWriter, items: readonly Item[], write: (item: Item) => void): void {
  out.i32(items.length);
  for (const item of items) write(item);
}

function readList<Item>(input: ByteReader, read: () => Item): Item[] {
  return Array.from({ length: input.i32() }, read);
}
