// Checks that a venue's former vaults are closed. Each must have named its successor, so that nothing more comes into it,
// and must have paid everything in its queue: what is left of it is then one sum, which moves.

import type { Hex } from "viem";
import { fromMicros } from "../../wire/decimals.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { askVault, TOKEN_HASH, type VaultAddress } from "./ask-vault.ts";

/** Its message says to an operator what is to be done. */
export class VaultNotClosed extends Error {}

/**
 * @param formers oldest first
 * @param vault the venue's present vault
 * @throws {VaultNotClosed}, {ChainTrouble}
 */
export async function requireClosed(reader: ChainReader, formers: readonly Hex[], vault: Hex): Promise<void> {
  for (const [index, former] of formers.entries()) {
    const asked = { reader, vault: former };
    const next = formers[index + 1] ?? vault;
    const successor = await successorOf(asked);
    if (successor !== next) {
      const named = BigInt(successor) === 0n ? "no vault" : `the vault ${successor}`;
      throw new VaultNotClosed(
        `the former vault ${former} (chain.former_vaults) has named ${named} to come after it, and not ${next}: its owner does that ` +
          "before it is a former one (evermark vault move); deposits and withdrawals stop until chain.vault is the right one",
      );
    }
    const domains = [former, next].map((each) => askVault({ reader, vault: each }, "domainSeparator", [], "latest"));
    if (new Set(await Promise.all(domains)).size < domains.length) {
      throw new VaultNotClosed(
        `the former vault ${former} has the withdraw_domain of the one after it, so what wallets have signed for one counts in the ` +
          "other; expected a vault with a domain of its own, such as `evermark deploy-vault` puts there",
      );
    }
    const [, waiting] = await askVault(asked, "tokenState", [TOKEN_HASH], "latest");
    if (waiting === 0n) continue;
    throw new VaultNotClosed(
      `the former vault ${former} still has ${fromMicros(Number(waiting))} USDC in its queue: set chain.vault back to it until all of ` +
        "that is paid; deposits and withdrawals stop",
    );
  }
}

/**
 * The vault's successor in lower case; zero when none is named.
 * @throws {VaultNotClosed} it is of a version without successors; {ChainTrouble}
 */
export async function successorOf(asked: VaultAddress): Promise<Hex> {
  try {
    return (await askVault(asked, "successor", [], "latest")).toLowerCase() as Hex;
  } catch (error) {
    if (!isTrouble(error, "reverted") && !isTrouble(error, "garbage")) throw error;
    throw new VaultNotClosed(
      `the vault ${asked.vault} is of an older version, from which nothing can be moved: what it holds leaves it by withdrawals alone`,
    );
  }
}
