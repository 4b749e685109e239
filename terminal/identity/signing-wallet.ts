// The wallet that a trader signs in with: one made here, one imported, an extension's, or the wallet of an account which
// this browser knows.

import { type Client, generateWallet, importWallet, type LocalWallet, type Wallet } from "@evermark/client";
import { words } from "../texts/words.ts";
import type { Identity } from "./identity.ts";
import { injectedSigner, type OfferedChain } from "./injected-signer.ts";
import type { InjectedWallet, InjectedWallets } from "./injected-wallets.ts";
import type { Keyring } from "./keyring.ts";

export interface SigningWallet {
  readonly wallet: Wallet;
  readonly about: Pick<Identity, "walletKind" | "walletName" | "walletRdns">;
}

const BURNER = { walletKind: "burner", walletName: words.signIn.burner.name, walletRdns: "" } as const;

/** Stored before it owns anything: losing the wallet would mean losing the account. */
async function kept(keyring: Keyring, wallet: LocalWallet): Promise<SigningWallet> {
  await keyring.keepWallet(wallet);
  return { wallet, about: BURNER };
}

export function newBurner(keyring: Keyring): Promise<SigningWallet> {
  return kept(keyring, generateWallet());
}

/** @throws {Error} when the text is no private key */
export async function importedBurner(keyring: Keyring, privateKey: string): Promise<SigningWallet> {
  if (!isPrivateKey(privateKey)) throw new Error(words.signIn.imported.fault);
  return kept(keyring, importWallet(privateKey));
}

export function isPrivateKey(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]{64}$/.test(text);
}

export async function injectedOwner({ name, rdns, provider }: InjectedWallet, client: Client): Promise<SigningWallet> {
  const wallet = await injectedSigner(provider, () => chainOf(client));
  return { wallet, about: { walletKind: "injected", walletName: name, walletRdns: rdns } };
}

/**
 * The wallet of an account that this browser knows, to sign again.
 * @throws {Error} in plain words, when the wallet is not in this browser
 */
export async function ownerOf(
  { wallet: address, walletKind, walletName, walletRdns }: Identity,
  {
    keyring,
    wallets,
    client,
  }: { readonly keyring: Keyring; readonly wallets: InjectedWallets; readonly client: Client },
): Promise<SigningWallet> {
  if (walletKind === "burner") {
    const found = await keyring.findWallet(address);
    if (found === undefined) throw new Error(words.signIn.walletKey.missing);
    return { wallet: importWallet(found.privateKey), about: BURNER };
  }
  const injected = wallets.find(walletRdns);
  if (injected === undefined) throw new Error(words.signIn.failures.noWallet(walletName));
  return injectedOwner(injected, client);
}

async function chainOf(client: Client): Promise<OfferedChain> {
  const [chain] = (await client.venueFacts.getChainInfo()).rows;
  if (chain === undefined) throw new Error("the venue names no chain");
  return {
    chainId: Number(chain.chain_id),
    rpcUrl: chain.public_rpc_url,
    currency: chain.currency_symbol ?? "ETH",
    explorerUrl: chain.explorer_base_url,
  };
}
