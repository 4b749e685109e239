// The signed-in trader's wallet, for signing, and clients for the other accounts that the same key signs for.

import { Client, type Wallet } from "@evermark/client";
import { type Identity, signerOf } from "../../../identity/identity.ts";
import { ownerOf } from "../../../identity/signing-wallet.ts";
import type { TerminalState } from "../../../state/terminal-state.ts";

/** @throws {Error} in plain words, when the wallet is not in this browser */
export async function walletOf({ keyring, wallets, venue }: TerminalState, identity: Identity): Promise<Wallet> {
  return (await ownerOf(identity, { keyring, wallets, client: venue.client })).wallet;
}

/** A client for the main account or one of its sub-accounts. It opens no streams. */
export async function clientFor({ settings }: TerminalState, identity: Identity, accountId: string): Promise<Client> {
  return new Client({ ...settings, signer: { ...(await signerOf(identity)), accountId } });
}
