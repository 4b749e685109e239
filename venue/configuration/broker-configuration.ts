// The builders of a venue as its operator writes them: `[[brokers]]` entries of the file. Rules 8.1, interface 1.

import type { BrokerConfiguration, Configuration } from "./configuration.ts";
import type { Mode } from "./configuration-keys.ts";
import { unknownKey, wrongValue } from "./values/mistake.ts";
import { feeRate } from "./values/value-kinds.ts";

const KEYS = ["id", "name", "taker_fee", "maker_fee"] as const;
const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The builder of a sandbox whose file names none; a sandbox accepts any other id too. */
const SANDBOX_BROKER = { id: "evermark", name: "Evermark" };

interface BrokerDefaults {
  readonly fees: Configuration["defaultFees"];
  readonly mode: Mode;
  /** The file's path, for error messages. */
  readonly file: string;
}

/** @throws {ConfigurationMistake} */
export function readBrokers(entries: readonly unknown[], defaults: BrokerDefaults): BrokerConfiguration[] {
  // A sandbox accepts every builder and starts with one; a production venue has only those in its file.
  const made = entries.length === 0 && defaults.mode === "sandbox";
  const brokers = (made ? [SANDBOX_BROKER] : entries).map((entry, i) => readBroker(entry, i, defaults));
  for (const [i, { id }] of brokers.entries()) {
    const first = brokers.findIndex((broker) => broker.id === id);
    if (first !== i)
      throw wrongValue(`brokers[${i}].id`, id, defaults.file, `an id other than that of brokers[${first}]`);
  }
  return brokers;
}

function readBroker(entry: unknown, i: number, { fees, file }: BrokerDefaults): BrokerConfiguration {
  if (typeof entry !== "object" || entry === null) throw wrongValue(`brokers[${i}]`, entry, file, "a table");
  const row = entry as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(row)) {
    if (!(KEYS as readonly string[]).includes(key)) throw unknownKey(`brokers[${i}].${key}`, file, KEYS);
  }
  const { id, name = id } = row;
  if (typeof id !== "string" || !ID.test(id)) {
    throw wrongValue(`brokers[${i}].id`, id, file, "up to 64 lower-case letters, digits, hyphens and underscores");
  }
  if (typeof name !== "string") throw wrongValue(`brokers[${i}].name`, name, file, "a text");
  return {
    id,
    name,
    takerFee: readFee(row.taker_fee, `brokers[${i}].taker_fee`, { otherwise: fees.taker, least: 0.0003, file }),
    makerFee: readFee(row.maker_fee, `brokers[${i}].maker_fee`, { otherwise: fees.maker, least: 0, file }),
  };
}

function readFee(
  raw: unknown,
  key: string,
  { otherwise, least, file }: { readonly otherwise: BrokerConfiguration["takerFee"]; least: number; file: string },
): BrokerConfiguration["takerFee"] {
  if (raw === undefined) return otherwise;
  const kind = feeRate(least, 0.01);
  const fee = kind.read(raw);
  if (fee === undefined) throw wrongValue(key, raw, file, kind.expected);
  return fee;
}
