// A request that a wallet signed: what account opening and key binding check alike. Interface 5.1, errors 8.1.

import { type Hex, hashTypedData, type TypedDataDefinition } from "viem";
import { refusal } from "../api-error.ts";
import { recoverSigner } from "./wallet-signature.ts";

/** @throws {ApiError} 9 for another chain, or when the message does not say that it is an EVM wallet's */
export function requireSupportedChain(
  message: { readonly chainId: number; readonly chainType?: unknown },
  chainId: number,
): void {
  if (message.chainType !== "EVM" || message.chainId !== chainId) throw refusal("signer_mismatch");
}

/**
 * @param userAddress the wallet that claims to have signed, in any hex case
 * @throws {ApiError} 3 for a malformed signature, 9 when another wallet, domain or message was signed
 */
export async function requireSigner(data: TypedDataDefinition, signature: string, userAddress: string): Promise<void> {
  const digest = digestOf(data);
  if (digest === undefined) throw refusal("signer_mismatch");
  const recovered = await recoverSigner(digest, signature);
  if (recovered.kind === "malformed") throw refusal("signature_form");
  if (recovered.address !== userAddress.toLowerCase()) throw refusal("signer_mismatch");
}

/** Undefined for what its types can't hold, such as a negative number: nobody can have signed that. */
function digestOf(data: TypedDataDefinition): Hex | undefined {
  try {
    return hashTypedData(data);
  } catch {
    return undefined;
  }
}
