// What the signer may sign, as its operator writes it in a file: each function of each contract separately, with its
// limits. Nothing else is signed.

import { parse } from "smol-toml";
import Type from "typebox";
import { Compile } from "typebox/compile";
import type { Hex } from "viem";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";

/**
 * Functions of the vault and of the factory of receiver addresses. `fill` is no function: it is an empty transaction to
 * the key's own account, which uses up a nonce.
 */
const FUNCTIONS = [
  "withdraw",
  "payQueued",
  "publishBalances",
  "moveToSuccessor",
  "sweep",
  "sweepCoin",
  "fill",
] as const;
type AllowedFunction = (typeof FUNCTIONS)[number];

export interface PolicyEntry {
  readonly chainId: number;
  /** In lower case; null for `fill`. */
  readonly to: Hex | null;
  readonly function: AllowedFunction;
  readonly gasMax: bigint;
  /** Most signatures per hour; further signatures of one transaction at other prices count as well. */
  readonly perHour: number;
  readonly perDay: number;
  /** In micros; null for a function that moves no amount. */
  readonly amountMax: bigint | null;
  readonly amountPerDay: bigint | null;
}

export interface Policy {
  /** Most per unit of gas, in the smallest unit of the chain's coin. */
  readonly gasPriceMax: bigint;
  readonly allowed: readonly PolicyEntry[];
}

const count = Type.Integer({ minimum: 1, maximum: 10_000_000 });
const usdc = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const file = Compile(
  Type.Object(
    {
      gas_price_max: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      allow: Type.Array(
        Type.Object(
          {
            chain_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
            to: Type.Optional(Type.String({ pattern: "^0x[0-9a-fA-F]{40}$" })),
            function: Type.Enum([...FUNCTIONS]),
            gas_max: Type.Integer({ minimum: 21_000, maximum: 30_000_000 }),
            per_hour: count,
            per_day: count,
            amount_max: Type.Optional(usdc),
            amount_per_day: Type.Optional(usdc),
          },
          { additionalProperties: false },
        ),
        { minItems: 1 },
      ),
    },
    { additionalProperties: false },
  ),
);

const MICROS = 1_000_000n;
const GWEI = 1_000_000_000n;

/** @throws {ConfigurationMistake} with a message of one line */
export function parsePolicy(text: string, path: string): Policy {
  const given = tableOf(text, path);
  if (!file.Check(given)) {
    const [fault] = file.Errors(given);
    throw new ConfigurationMistake(
      `${path}${fault === undefined ? "" : ` ${fault.instancePath}`}: ${fault?.message ?? "no policy"}`,
    );
  }
  const allowed = given.allow.map((row, i) => {
    const place = `${path}, entry ${i + 1} (${row.function})`;
    const movesMoney = row.function === "withdraw";
    if ((row.to === undefined) !== (row.function === "fill"))
      throw new ConfigurationMistake(
        `${place}: expected to, the contract that has the function${row.to === undefined ? "" : "; fill has none"}`,
      );
    for (const name of ["amount_max", "amount_per_day"] as const) {
      if ((row[name] === undefined) === movesMoney)
        throw new ConfigurationMistake(
          `${place}: ${movesMoney ? `expected ${name}, in USDC` : `it moves no amount, so there is no ${name}`}`,
        );
    }
    return {
      ...{ chainId: row.chain_id, to: (row.to?.toLowerCase() ?? null) as Hex | null, function: row.function },
      ...{ gasMax: BigInt(row.gas_max), perHour: row.per_hour, perDay: row.per_day },
      amountMax: row.amount_max === undefined ? null : BigInt(row.amount_max) * MICROS,
      amountPerDay: row.amount_per_day === undefined ? null : BigInt(row.amount_per_day) * MICROS,
    };
  });
  const names = allowed.map(nameOf);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new ConfigurationMistake(`${path}: ${twice} is there twice`);
  return { gasPriceMax: BigInt(given.gas_price_max) * GWEI, allowed };
}

/** The name under which signatures are counted, also across restarts. */
export function nameOf({ chainId, to, function: name }: Pick<PolicyEntry, "chainId" | "to" | "function">): string {
  return `${chainId} ${to ?? "itself"} ${name}`;
}

function tableOf(text: string, path: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n");
    throw new ConfigurationMistake(`${path}: ${line}`);
  }
}
