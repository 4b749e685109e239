// The balances at one position of the journal as a file: all leaves of the tree, from which anyone can compute the root
// that the vault has and, for each account, the proof with which it exits. The file is needed when the venue is gone, so
// it has to be stored elsewhere before that.

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { BalanceTree } from "@evermark/contracts";
import Type from "typebox";
import { Check } from "typebox/value";
import type { Hex } from "viem";
import { TOKEN_HASH } from "../../vault/ask-vault.ts";
import type { AttestedVault } from "../attestation.ts";
import type { Balances } from "./balance-leaves.ts";

export interface PublishedBalances extends Balances {
  readonly position: number;
}

const hex = (digits: number) => Type.Unsafe<Hex>(Type.String({ pattern: `^0x[0-9a-f]{${digits}}$` }));
const amount = Type.String({ pattern: "^-?[0-9]{1,39}$" });
const FILE = Type.Object({
  chainId: Type.Integer(),
  vault: hex(40),
  position: Type.Integer({ minimum: 1 }),
  root: hex(64),
  total: amount,
  leaves: Type.Array(Type.Tuple([hex(64), hex(64), hex(40), amount])),
});

/** The root of the tree; all zeros for a venue without accounts. */
export function rootOf({ leaves }: Balances): Hex {
  return leaves.length === 0 ? `0x${"0".repeat(64)}` : new BalanceTree(leaves).root;
}

/** Writes the file atomically: it exists as a whole, or not at all. */
export function writeBalances(path: string, { chainId, vault }: AttestedVault, balances: PublishedBalances): void {
  const { leaves, total, position } = balances;
  const rows = leaves.map(({ accountId, brokerHash, wallet, result }) => [
    accountId,
    brokerHash,
    wallet,
    String(result),
  ]);
  const content = { chainId, vault, position, root: rootOf(balances), total: String(total), leaves: rows };
  writeFileSync(`${path}.new`, `${JSON.stringify(content)}\n`);
  renameSync(`${path}.new`, path);
}

export interface ExitProof {
  readonly vault: Hex;
  readonly chainId: number;
  readonly position: number;
  readonly root: Hex;
  /** This and the following are the arguments of the vault's `exit`. */
  readonly wallet: Hex;
  readonly brokerHash: Hex;
  readonly tokenHash: Hex;
  readonly result: bigint;
  readonly proof: readonly Hex[];
}

/**
 * @returns undefined when the file has no such account. @throws {Error} the file is no balances file, or its leaves do
 * not have its root
 */
export function exitProof(path: string, accountId: string): ExitProof | undefined {
  const content: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!Check(FILE, content)) throw new Error(`${path} is no file of balances`);
  const { vault, chainId, position, root } = content;
  const leaves = content.leaves.map(([id, brokerHash, wallet, result]) => {
    return { accountId: id, brokerHash, wallet, result: BigInt(result) };
  });
  if (rootOf({ leaves, total: 0n }) !== root) throw new Error(`the leaves in ${path} are not those of its root`);
  const leaf = leaves.find((each) => each.accountId === accountId.toLowerCase());
  if (leaf === undefined) return undefined;
  const { wallet, brokerHash, result } = leaf;
  const proof = new BalanceTree(leaves).findProof(leaf)!;
  return { vault, chainId, position, root, wallet, brokerHash, tokenHash: TOKEN_HASH, result, proof };
}
