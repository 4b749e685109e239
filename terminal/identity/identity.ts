// Who trades here: an account, the key that this browser holds for it, and the wallet that owns it.

import { heldKey, type SigningKey } from "@evermark/client";

export interface Identity {
  readonly accountId: string;
  /** Of a sub-account the one that it belongs to, and whose key it uses; of others the same as `accountId`. */
  readonly mainAccountId: string;
  readonly brokerId: string;
  /** Address of the wallet that owns the account. */
  readonly wallet: `0x${string}`;
  /** `burner`: this browser holds its key; `injected`: an extension does, by the name that it announces. */
  readonly walletKind: "burner" | "injected";
  readonly walletName: string;
  /** What an extension's wallet announces itself by; empty for a burner. */
  readonly walletRdns: string;
  /** The private half can't be read, not even by this page. */
  readonly key: CryptoKeyPair;
  /** Until when the key is good, by the venue's clock in milliseconds. */
  readonly keyExpiresAt: number;
}

export function signerOf({ accountId, key }: Identity): Promise<{ accountId: string; key: SigningKey }> {
  return heldKey(key).then((signing) => ({ accountId, key: signing }));
}

/** `0x1234…abcd`: enough to know one's own by. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
