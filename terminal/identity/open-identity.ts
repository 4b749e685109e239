// From a wallet to an account that can trade. Every step can be repeated: an existing account is used as it is, and each
// attempt binds a new key.

import {
  bindKey,
  Client,
  claimFaucet,
  generateHeldKey,
  heldKey,
  openAccount,
  type RestClient,
  type Wallet,
} from "@evermark/client";
import type { Settings } from "../session/asking/settings.ts";
import { words } from "../texts/words.ts";
import type { Identity } from "./identity.ts";
import { WalletFunding } from "./wallet-funding.ts";

/** The scope of the terminal's key: everything except what only a wallet may do. */
const SCOPE = "read,trading,asset";

export type BringInStep = "account" | "key" | "money";

export interface BringInOptions {
  readonly settings: Settings;
  /** A client without an account; it knows the venue's time. */
  readonly rest: RestClient;
  readonly wallet: Wallet;
  readonly about: Pick<Identity, "walletKind" | "walletName" | "walletRdns">;
  readonly validForMs: number;
  readonly onStep: (step: BringInStep) => void;
}

/** Opens the account of a wallet and binds a key that stays in this browser. @returns the identity that can trade now */
export async function openTradingIdentity(options: BringInOptions): Promise<{ identity: Identity; isNew: boolean }> {
  const { settings, rest, wallet, about, validForMs, onStep } = options;
  const { brokerId } = settings;
  onStep("account");
  const { accountId, isNew } = await openAccount(rest, wallet, brokerId);
  onStep("key");
  const key = await generateHeldKey();
  const signing = await heldKey(key);
  await bindKey(rest, wallet, brokerId, signing, { scope: SCOPE, validForMs, tag: words.signIn.keyName });
  const keyExpiresAt = rest.clock.now() + validForMs;
  const client = new Client({ ...settings, signer: { accountId, key: signing } });
  await client.account.getClientInfo(); // Proves that the venue knows the key.
  const identity = {
    accountId,
    mainAccountId: accountId,
    brokerId,
    wallet: wallet.address,
    ...about,
    key,
    keyExpiresAt,
  };
  return { identity, isNew };
}

/**
 * Gives play money to a new trader in a sandbox: in the account, and in the wallet if the sandbox has a chain of its own.
 * @returns whether the account got any
 */
export async function giveMoney(rest: RestClient, { wallet, brokerId }: Identity): Promise<boolean> {
  const isGiven = await claimFaucet(rest, wallet, brokerId);
  // Not awaited: a deposit can be tried later, and the trader need not wait for the chain or read that there is none.
  void new WalletFunding(rest).add(wallet).catch(() => {
    // The next visit tries again.
  });
  return isGiven;
}
