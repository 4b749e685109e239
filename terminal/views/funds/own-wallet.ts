// The signed-in account's wallet, for moving money: a burner wallet reaches the sandbox's chain through the venue, an
// extension's wallet has its own node.

import { type ChainWallet, importWallet, sandboxChainWallet, type Wallet } from "@evermark/client";
import type { Identity } from "../../identity/identity.ts";
import type { TerminalState } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

export interface OwnWallet {
  /** For reading the chain and sending transactions. */
  readonly chain: ChainWallet;
  /** For signing messages that are not transactions. */
  readonly signer: ChainWallet | Wallet;
}

/** @throws {Error} in plain words, when the wallet is not in this browser */
export async function ownWallet({ keyring, wallets, venue }: TerminalState, identity: Identity): Promise<OwnWallet> {
  const { client } = venue;
  if (identity.walletKind === "burner") {
    const kept = await keyring.findWallet(identity.wallet);
    if (kept === undefined) throw new Error(words.signIn.walletKey.missing);
    return { chain: sandboxChainWallet(client, kept.privateKey), signer: importWallet(kept.privateKey) };
  }
  const injected = wallets.find(identity.walletRdns);
  if (injected === undefined) throw new Error(words.signIn.failures.noWallet(identity.walletName));
  return { chain: injected.provider, signer: injected.provider };
}
