// Parses the transaction that a request asks to be signed, strictly: an unknown member, a number in another notation, or
// anything that operators' transactions do not have is refused before the policy is consulted.

import type { Hex } from "viem";
import type { OperatorTransaction } from "../keys/transaction-signer.ts";
import { SignerRefusal } from "./signer-refusals.ts";

const MEMBERS = [
  ...["from", "to", "data", "input", "value", "type", "chainId", "nonce", "gas"],
  ...["maxFeePerGas", "maxPriorityFeePerGas", "accessList"],
];
const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]{0,31})$/;
const DATA = /^0x([0-9a-f]{2})*$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;

type Members = Readonly<Record<string, unknown>>;

/** The request's id, also for answers to requests that can't be parsed; null when it has none. */
export function idOf(body: string): string | number | null {
  try {
    const { id } = JSON.parse(body) as Members;
    return typeof id === "string" || typeof id === "number" ? id : null;
  } catch {
    return null;
  }
}

/**
 * @param address of the signer's key, in lower case
 * @throws {SignerRefusal}
 */
export function parseSigningRequest(body: string, address: Hex): OperatorTransaction {
  const { method, params } = objectOf(parsed(body));
  if (typeof method !== "string" || !Array.isArray(params)) throw new SignerRefusal("malformed_request");
  if (method !== "eth_signTransaction") throw new SignerRefusal("method_not_allowed", method.slice(0, 40));
  if (params.length !== 1) throw new SignerRefusal("malformed_request", "expected one transaction");
  const given = lowered(objectOf(params[0]));
  const unknown = Object.keys(given).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw new SignerRefusal("malformed_request", `it has a ${unknown.slice(0, 40)}`);
  if (given.from !== address) throw new SignerRefusal("sender_not_allowed", `expected ${address}`);
  if (given.type !== "0x2") throw new SignerRefusal("type_not_allowed");
  if (given.value !== undefined && given.value !== "0x0") throw new SignerRefusal("value_not_allowed");
  requireNoAccessList(given.accessList);
  return {
    chainId: Number(quantity(given, "chainId", Number.MAX_SAFE_INTEGER)),
    nonce: Number(quantity(given, "nonce", Number.MAX_SAFE_INTEGER)),
    to: matching(given, "to", ADDRESS),
    data: dataOf(given),
    gas: quantity(given, "gas"),
    maxFeePerGas: quantity(given, "maxFeePerGas"),
    maxPriorityFeePerGas: quantity(given, "maxPriorityFeePerGas"),
  };
}

function requireNoAccessList(list: unknown): void {
  if (list === undefined || (Array.isArray(list) && list.length === 0)) return;
  throw new SignerRefusal("access_list_not_allowed");
}

/** Both names are in use; when both are present, they have to be equal. */
function dataOf(given: Members): Hex {
  const names = ["data", "input"].filter((name) => given[name] !== undefined);
  const [data, ...more] = names.map((name) => matching(given, name, DATA));
  if (data === undefined || more.some((each) => each !== data)) {
    throw new SignerRefusal("malformed_request", "expected data, and input to be the same");
  }
  return data;
}

function quantity(given: Members, name: string, most?: number): bigint {
  const amount = BigInt(matching(given, name, QUANTITY));
  if (most === undefined || amount <= BigInt(most)) return amount;
  throw new SignerRefusal("malformed_request", `${name} is too much`);
}

function matching(given: Members, name: string, shape: RegExp): Hex {
  const value = given[name];
  if (typeof value === "string" && shape.test(value)) return value as Hex;
  throw new SignerRefusal("malformed_request", `${name} is ${value === undefined ? "missing" : "not well written"}`);
}

/** Lowers all values: addresses may be written with a checksum. */
function lowered(given: Members): Members {
  const pairs = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === "string" ? value.toLowerCase() : value,
  ]);
  return Object.fromEntries(pairs);
}

function objectOf(value: unknown): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new SignerRefusal("malformed_request");
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new SignerRefusal("malformed_request", "it is no JSON");
  }
}
