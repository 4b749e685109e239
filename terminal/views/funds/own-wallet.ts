// The wallet of the account that is signed in, to move money by: a burner's asks the sandbox's chain through the venue, an
// extension's has a node of its own.

import { type ChainWallet, importWallet, sandboxChainWallet, type Wallet } from "@evermark/client";
import type { Identity } from "../../identity/identity.ts";
import type { TerminalState } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

export interface OwnWallet {
  /** To ask the chain, and to send by. */
  readonly chain: ChainWallet;
  /** To sign what is no transaction. */
  readonly signer: ChainWallet | Wallet;
}

/** @throws {Error} in plain words, when the wallet is not here */
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
