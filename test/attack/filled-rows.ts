// Fills in an endpoint's input as its schema and its names suggest, mostly acceptably, so that a hostile request is
// wrong only where it was made wrong on purpose.

import { KLINE_TYPES } from "@evermark/interface/rows/shapes.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import type { Identity } from "./attacker.ts";

/** TypeBox's declarations are JSON Schema. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The markets that attackers trade in, which are not the honest traders' market. Prices fit the first one. */
const SYMBOLS = ["PERP_BTC_USDC", "PERP_BTC_USDC", "PERP_BTC_USDC", "PERP_ETH_USDC", "PERP_X_USDC"] as const;

/** @param name the member's name; names mean the same in every endpoint */
export function sample(name: string, schema: Schema, random: Random, self: Identity): unknown {
  const known = byName[name]?.(random, self);
  if (known !== undefined && fits(known, schema)) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[below(random, schema.enum.length)];
  if (schema.anyOf !== undefined) return sample("", schema.anyOf[below(random, schema.anyOf.length)]!, random, self);
  switch (schema.type) {
    case "object":
      return sampleObject(schema, random, self);
    case "array":
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () =>
        sample(name, schema.items ?? {}, random, self),
      );
    case "integer":
      return between(schema, random);
    case "number":
      return below(random, 100_000) / 100;
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      return `text-${below(random, 1_000)}`;
  }
}

/** Optional in the schema, but usually needed. */
const USUAL = new Set(["side", "order_price", "order_quantity", "quantity", "price", "trigger_price", "algo_type"]);

export function sampleObject(schema: Schema, random: Random, self: Identity): Record<string, unknown> {
  if (schema.anyOf !== undefined) return sampleObject(schema.anyOf[below(random, schema.anyOf.length)]!, random, self);
  const object: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) !== true && random() < (USUAL.has(name) ? 0.1 : 0.85)) continue;
    object[name] = sample(name, member, random, self);
  }
  return object;
}

type Maker = (random: Random, self: Identity) => unknown;

const pick =
  (...values: readonly unknown[]): Maker =>
  (random) =>
    values[below(random, values.length)];
const near =
  (middle: number): Maker =>
  (random) =>
    Math.round(middle * (0.95 + random() / 10));

const byName: Readonly<Record<string, Maker>> = {
  symbol: pick(...SYMBOLS),
  side: pick("BUY", "SELL"),
  order_type: pick("LIMIT", "LIMIT", "LIMIT", "LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"),
  order_price: near(60_000),
  price: near(60_000),
  trigger_price: near(60_000),
  order_quantity: pick(0.01, 0.001, 0.01, 0.1, 1e-8),
  quantity: pick(0.01, 0.1, 1, 0.001),
  order_id: (random, self) => self.orderIds[below(random, Math.max(1, self.orderIds.length))] ?? 1,
  order_ids: (random, self) => self.orderIds.slice(0, 1 + below(random, 12)).join(",") || "1",
  client_order_id: (random) => `attack-${below(random, 50)}`,
  client_order_ids: (random) => `attack-${below(random, 50)},attack-${below(random, 50)}`,
  broker_id: pick("demo", "demo", "unknown"),
  brokerId: pick("demo", "demo", "unknown"),
  address: (_, self) => self.address,
  user_address: (_, self) => self.address,
  userAddress: (_, self) => self.address,
  account_id: (_, self) => self.signer.accountId,
  chain_id: pick(196, 196, 1, 42161),
  chainId: pick(196, 196, 1),
  chainType: pick("EVM", "EVM", "SOL"),
  timestamp: (_, self) => self.now(),
  start_t: (random, self) => self.now() - below(random, 86_400_000),
  end_t: (_, self) => self.now(),
  key: (_, self) => self.signer.key.publicKey,
  svc_key: (_, self) => self.signer.key.publicKey,
  signature: () => `0x${"11".repeat(65)}`,
  token: pick("USDC", "USDC", "USDT"),
  amount: pick("1", "1000000", "0.5", 1),
  leverage: pick(1, 5, 10, 50),
  reduce_only: pick(true, false),
  margin_mode: pick("CROSS", "CROSS", "ISOLATED"),
  order_tag: pick("attack"),
  visible_quantity: pick(0, 0.01),
  order_amount: pick(100, 1_000),
  slippage: pick(0.01),
  callback_rate: pick(0.01, 0.1),
  type: pick(...KLINE_TYPES, "ADD", "REDUCE", "marketSummary", "LIMIT", "MARKET"),
  page: pick(1, 1, 2, 1_000),
  size: pick(1, 25, 500),
  trigger_after: pick(0, 5_000, 60_000),
};

function fits(value: unknown, schema: Schema): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => fits(value, one));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.type === "integer") return Number.isInteger(value);
  return schema.type === undefined || schema.type === typeof value;
}

function between({ minimum = 0, maximum = 1_000 }: Schema, random: Random): number {
  return minimum + below(random, Math.min(1_000, maximum - minimum + 1));
}
