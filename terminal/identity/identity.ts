// Who trades here: an account, the key that this browser holds for it, and the wallet that owns it.

import { heldKey, type SigningKey } from "@evermark/client";

export interface Identity {
  readonly accountId: string;
  readonly brokerId: string;
  /** Address of the wallet that owns the account. */
  readonly wallet: `0x${string}`;
  /** `burner`: this browser holds its key; `injected`: an extension does, by the name that it announces. */
  readonly walletKind: "burner" | "injected";
  readonly walletName: string;
  /** The private half can't be read, not even by this page. */
  readonly key: CryptoKeyPair;
}

export function signerOf({ accountId, key }: Identity): Promise<{ accountId: string; key: SigningKey }> {
  return heldKey(key).then((signing) => ({ accountId, key: signing }));
}
