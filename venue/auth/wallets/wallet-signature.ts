// Recovers who signed a wallet message. A signature in a second form (high s, odd v) is refused, so that one message of one
// wallet has a single signature. Interface 5.1, errors 8.1, vault 7.

import { type Hex, hashTypedData, recoverAddress, type TypedDataDefinition } from "viem";

export type Recovered =
  | { readonly kind: "signer" /** Lower case. */; readonly address: string }
  | { readonly kind: "malformed" }
  /** No wallet can have signed this message: its types can't hold its values, such as a negative number. */
  | { readonly kind: "unsignable" };

const FORM = /^0x[0-9a-fA-F]{130}$/;
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const HIGHEST_S = CURVE_ORDER / 2n;
const malformed: Recovered = { kind: "malformed" };

/** Whether a text has the length and the letters of a signature, which is cheap to check. */
export function isSignatureForm(signature: string): boolean {
  return FORM.test(signature);
}

/** @param signature as for `recoverSigner` */
export async function recoverMessageSigner(data: TypedDataDefinition, signature: string): Promise<Recovered> {
  const digest = digestOf(data);
  return digest === undefined ? { kind: "unsignable" } : recoverSigner(digest, signature);
}

function digestOf(data: TypedDataDefinition): Hex | undefined {
  try {
    return hashTypedData(data);
  } catch {
    return undefined;
  }
}

/** @param digest the EIP-712 hash that was signed; @param signature `0x`, r, s and v (27 or 28, also 0 or 1) in hex */
export async function recoverSigner(digest: Hex, signature: string): Promise<Recovered> {
  if (!FORM.test(signature)) return malformed;
  const r = BigInt(signature.slice(0, 66));
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = Number.parseInt(signature.slice(130), 16);
  const yParity = v >= 27 ? v - 27 : v;
  if (yParity !== 0 && yParity !== 1) return malformed;
  if (r === 0n || r >= CURVE_ORDER || s === 0n || s > HIGHEST_S) return malformed;
  try {
    const parts = { r: hex32(r), s: hex32(s), yParity } as const;
    return { kind: "signer", address: (await recoverAddress({ hash: digest, signature: parts })).toLowerCase() };
  } catch {
    // Not every r is the x of a point; if it is not, no wallet can have made this signature.
    return malformed;
  }
}

function hex32(n: bigint): Hex {
  return `0x${n.toString(16).padStart(64, "0")}`;
}
