// A trader's identity: an account, the key that this browser holds for it, and the wallet that owns it.

import { heldKey, type SigningKey } from "@evermark/client";

export interface Identity {
  readonly accountId: string;
  /** For a sub-account, the account that it belongs to and whose key it uses; otherwise the same as `accountId`. */
  readonly mainAccountId: string;
  readonly brokerId: string;
  /** Address of the wallet that owns the account. */
  readonly wallet: `0x${string}`;
  /** `burner`: this browser holds the wallet's key; `injected`: an extension does, under the name that it announces. */
  readonly walletKind: "burner" | "injected";
  readonly walletName: string;
  /** The extension's reverse domain name (EIP-6963); empty for a burner. */
  readonly walletRdns: string;
  /** The private half can't be read, not even by this page. */
  readonly key: CryptoKeyPair;
  /** When the key expires, in milliseconds on the venue's clock. */
  readonly keyExpiresAt: number;
}

export function signerOf({ accountId, key }: Identity): Promise<{ accountId: string; key: SigningKey }> {
  return heldKey(key).then((signing) => ({ accountId, key: signing }));
}

/** `0x1234…abcd`: enough to recognise one's own address. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
