// The keys of a sandbox's own chain: generated when the chain is new, stored beside its state, readable by the venue's
// user alone. They are worthless anywhere else, and no other sandbox has them.

import { chmodSync } from "node:fs";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import type { Hex } from "viem";
import { generatePrivateKey } from "viem/accounts";

export interface LocalKeys {
  /** Deploys the contracts, and then administers them. */
  readonly admin: Hex;
  /** Pays withdrawals. */
  readonly operator: Hex;
  readonly guardian: Hex;
  /** Mints test money. */
  readonly mint: Hex;
}

const NAMES = ["admin", "operator", "guardian", "mint"] as const;

/** @throws {Error} when the file exists and can't be read: new keys would have no rights on this chain */
export function localKeys(path: string): LocalKeys {
  const read = readFacts(path);
  if (read === "missing") return draw(path);
  const keys = read === "damaged" ? {} : (read.facts as Partial<LocalKeys>);
  if (NAMES.every((name) => /^0x[0-9a-f]{64}$/.test(keys[name] ?? ""))) return keys as LocalKeys;
  throw new Error("the keys of the local chain are damaged");
}

function draw(path: string): LocalKeys {
  const keys = Object.fromEntries(NAMES.map((name) => [name, generatePrivateKey()])) as unknown as LocalKeys;
  const before = process.umask(0o077);
  try {
    writeFacts(path, keys, true);
  } finally {
    process.umask(before);
  }
  chmodSync(path, 0o600);
  return keys;
}
