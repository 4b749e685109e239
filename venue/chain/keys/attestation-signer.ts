// Who signs attestations, seen from outside: something with an address that says whose signature a message has, and signs
// digests. Both take milliseconds, so where orders are answered they are done on a thread (threaded-signer.ts).

import { type Hex, recoverAddress } from "viem";
import { sign } from "viem/accounts";

/** What a wallet is said to have signed. */
export interface WalletMessage {
  /** Of the typed data. */
  readonly digest: Hex;
  readonly signature: Hex;
  /** Lower case. */
  readonly signer: Hex;
}

export interface AttestationSigner {
  /** Lower case. */
  readonly address: Hex;
  /** Whether that wallet has signed it, in the form that the vault takes. */
  isSigned(message: WalletMessage): Promise<boolean>;
  /**
   * @returns 65 bytes, of the lower s
   * @throws {SigningFailed} nothing was signed
   */
  signDigest(digest: Hex): Promise<Hex>;
}

/** As the vault judges it: 65 bytes, of the lower s. */
export async function isSignedBy({ digest, signature, signer }: WalletMessage): Promise<boolean> {
  if (!/^0x[0-9a-f]{128}(?:1b|1c)$/.test(signature) || BigInt(`0x${signature.slice(66, 130)}`) > HIGHEST_S)
    return false;
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() === signer;
  } catch {
    // Not every r is the x of a point.
    return false;
  }
}

const HIGHEST_S = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n / 2n;

/** With a private key that this process has. */
export function localAttestationSigner(key: Hex, address: Hex): AttestationSigner {
  return { address, isSigned: isSignedBy, signDigest: (digest) => sign({ hash: digest, privateKey: key, to: "hex" }) };
}
