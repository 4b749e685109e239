// From a wallet to an account that can trade. Every step may be carried out again: an account that exists is taken as it
// is, and each attempt binds a key of its own.

import {
  bindKey,
  Client,
  claimFaucet,
  fundWallet,
  generateHeldKey,
  heldKey,
  openAccount,
  type RestClient,
  type Wallet,
} from "@evermark/client";
import type { Settings } from "../session/asking/settings.ts";
import { words } from "../texts/words.ts";
import type { Identity } from "./identity.ts";

/** What a key of the terminal may do: everything but what only a wallet may. */
const SCOPE = "read,trading,asset";
/** Test USDC in a new wallet on a sandbox's chain, to try a deposit with. */
const WALLET_USDC = 1_000;
/** Two minutes: on a machine that has much to do, a chain takes a while to be there. */
const CHAIN_PATIENCE = { looks: 120, pollMs: 1_000 };

export type BringInStep = "account" | "key" | "money";

export interface BringInOptions {
  readonly settings: Settings;
  /** Without an account of its own; it knows the venue's time. */
  readonly rest: RestClient;
  readonly wallet: Wallet;
  readonly about: Pick<Identity, "walletKind" | "walletName" | "walletRdns">;
  readonly validForMs: number;
  readonly onStep: (step: BringInStep) => void;
}

/** Opens the account of a wallet and binds a key that stays in this browser. @returns who can trade now */
export async function bringIn(options: BringInOptions): Promise<{ identity: Identity; isNew: boolean }> {
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
 * Play money for a trader who is new in a sandbox: in the account, and in the wallet if there is a chain of the sandbox's own.
 * @returns whether any came
 */
export async function giveMoney(rest: RestClient, { wallet, brokerId }: Identity): Promise<boolean> {
  const isGiven = await claimFaucet(rest, wallet, brokerId);
  // A deposit can be tried later; no client has to wait for the chain now, or to read that there is none.
  void fundWallet({ rest }, wallet, WALLET_USDC, CHAIN_PATIENCE).catch(() => false);
  return isGiven;
}
