// The forms of a node's answers, and their conversion to our types. Nodes are not trusted: an answer with a type, length
// or size that such a value can't have is refused as a whole.

import { type Static, type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Hex } from "viem";
import type { Block, ChainLog, Receipt } from "./chain-reader.ts";
import { ChainTrouble } from "./trouble.ts";

const hash = Type.String({ pattern: "^0x[0-9a-fA-F]{64}$" });
const address = Type.String({ pattern: "^0x[0-9a-fA-F]{40}$" });
/** Below 2^52, which no height, time, index or nonce reaches. */
const count = Type.String({ pattern: "^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,12})$" });
const bytes = Type.String({ pattern: "^0x([0-9a-fA-F]{2})*$", maxLength: 200_002 });
/** A quantity of up to 256 bits. */
const amount = Type.String({ pattern: "^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$" });

const blockShape = Type.Object({ number: count, hash, parentHash: hash, timestamp: count });
const logShape = Type.Object({
  address,
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count,
  topics: Type.Array(hash, { maxItems: 4 }),
  data: bytes,
  // A log that a reorganisation has removed does not count.
  removed: Type.Optional(Type.Literal(false)),
});
const receiptShape = Type.Object({
  transactionHash: hash,
  blockNumber: count,
  blockHash: hash,
  status: Type.Union([Type.Literal("0x0"), Type.Literal("0x1")]),
  gasUsed: count,
});

/** @throws {ChainTrouble} `garbage` */
type Parse<T> = (value: unknown, node: string) => T;

export const parseBlock = parser(
  "a block",
  blockShape,
  (block): Block => ({
    number: Number(block.number),
    hash: lower(block.hash),
    parent: lower(block.parentHash),
    timestamp: Number(block.timestamp),
  }),
);

export const parseLogs = parser("logs", Type.Array(logShape, { maxItems: 100_000 }), (logs): ChainLog[] =>
  logs.map((log) => ({
    address: lower(log.address),
    block: Number(log.blockNumber),
    blockHash: lower(log.blockHash),
    transaction: lower(log.transactionHash),
    index: Number(log.logIndex),
    topics: log.topics.map(lower),
    data: lower(log.data),
  })),
);

export const parseReceipt = parser(
  "a receipt",
  receiptShape,
  (receipt): Receipt => ({
    transaction: lower(receipt.transactionHash),
    block: Number(receipt.blockNumber),
    blockHash: lower(receipt.blockHash),
    succeeded: receipt.status === "0x1",
    gasUsed: Number(receipt.gasUsed),
  }),
);

export const parseCount = parser("a number", count, Number);
export const parseAmount = parser("an amount", amount, BigInt);
export const parseBytes = parser("bytes", bytes, lower);
export const parseHash = parser("a hash", hash, lower);

function parser<S extends TSchema, T>(what: string, schema: S, ours: (value: Static<S>) => T): Parse<T> {
  const validator = Compile(schema);
  return (value, node) => {
    if (validator.Check(value)) return ours(value as Static<S>);
    throw new ChainTrouble("garbage", `${node} sent something else than ${what}${firstFault(validator, value)}`);
  };
}

function firstFault(validator: { Errors(value: unknown): Iterable<{ instancePath: string }> }, value: unknown): string {
  const [first] = [...validator.Errors(value)];
  return first === undefined || first.instancePath === "" ? "" : `: ${first.instancePath}`;
}

function lower(text: string): Hex {
  return text.toLowerCase() as Hex;
}
