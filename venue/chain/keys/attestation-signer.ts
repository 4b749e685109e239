// The interface of an attestation signer: it has an address, checks whose signature a message has, and signs digests.
// Both take milliseconds, so in a process that answers orders they run on a thread (threaded-signer.ts).

import { type Hex, recoverAddress } from "viem";
import { sign } from "viem/accounts";

/** A message with the signature that a wallet is said to have made. */
export interface WalletMessage {
  /** Digest of the typed data. */
  readonly digest: Hex;
  readonly signature: Hex;
  /** Lower case. */
  readonly signer: Hex;
}

export interface AttestationSigner {
  /** Lower case. */
  readonly address: Hex;
  /** Whether that wallet has signed the message, in the form that the vault accepts. */
  isSigned(message: WalletMessage): Promise<boolean>;
  /**
   * @returns 65 bytes, with the lower s
   * @throws {SigningFailed} nothing was signed
   */
  signDigest(digest: Hex): Promise<Hex>;
}

/** Checks a signature as the vault does: 65 bytes, with the lower s. */
export async function isSignedBy({ digest, signature, signer }: WalletMessage): Promise<boolean> {
  if (!/^0x[0-9a-f]{128}(?:1b|1c)$/.test(signature) || BigInt(`0x${signature.slice(66, 130)}`) > HIGHEST_S)
    return false;
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() === signer;
  } catch {
    // Not every r is the x coordinate of a curve point.
    return false;
  }
}

const HIGHEST_S = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n / 2n;

/** Signs with a private key that this process has. */
export function localAttestationSigner(key: Hex, address: Hex): AttestationSigner {
  return { address, isSigned: isSignedBy, signDigest: (digest) => sign({ hash: digest, privateKey: key, to: "hex" }) };
}
