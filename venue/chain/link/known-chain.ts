// Recognizes a vault's chain by its first block: a node of another chain, or one that has lost its state and started
// over, must not be taken for it. The first block is recorded when the vault is first seen.

import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import type { Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { askVault, TOKEN_HASH } from "../vault/ask-vault.ts";

/** Its message is a sentence for operators. */
export class WrongChain extends Error {}

interface Wanted {
  readonly reader: ChainReader;
  readonly chainId: number;
  readonly vault: Hex;
  /** File that records the first block. */
  readonly path: string;
}

/**
 * @returns the addresses of the vault's USDC and of its owner, in lower case
 * @throws {WrongChain} it is not the vault's chain; {ChainTrouble} it can't be read
 */
export async function recognizeChain({ reader, chainId, vault, path }: Wanted): Promise<{ token: Hex; owner: Hex }> {
  const found = await reader.chainId();
  if (found !== chainId) throw new WrongChain(`chain.rpc leads to chain ${found}, expected ${chainId} (chain.id)`);
  const genesis = (await reader.block(0))?.hash;
  const known = readFacts(path);
  const before = typeof known === "string" ? undefined : (known.facts as { readonly genesis?: unknown }).genesis;
  if (before !== undefined && before !== genesis) {
    throw new WrongChain(
      `the chain begins with block ${genesis}, and the vault's began with ${before}: it has forgotten its state, or is ` +
        "another one; deposits and withdrawals stop until chain.rpc leads to the vault's chain",
    );
  }
  if ((await reader.code(vault, "latest")) === "0x") {
    throw new WrongChain(
      `there is no contract at the vault's address ${vault} (chain.vault): deposits and withdrawals stop`,
    );
  }
  const [token, owner] = await Promise.all([tokenOf(reader, vault), ownerOf(reader, vault)]);
  if (before === undefined && genesis !== undefined) writeFacts(path, { vault, genesis }, true);
  return { token, owner };
}

/** The vault's owner, in lower case. @throws {ChainTrouble} */
export async function ownerOf(reader: ChainReader, vault: Hex): Promise<Hex> {
  return (await askVault({ reader, vault }, "owner", [], "latest")).toLowerCase() as Hex;
}

async function tokenOf(reader: ChainReader, vault: Hex): Promise<Hex> {
  const token = await askVault({ reader, vault }, "getAllowedToken", [TOKEN_HASH], "latest");
  if (BigInt(token) === 0n) throw new WrongChain(`the vault ${vault} takes no USDC`);
  return token.toLowerCase() as Hex;
}
