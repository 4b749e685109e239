// Verifies requests signed by a wallet: the checks that opening an account and binding a key share. Interface 5.1, errors 8.1.

import type { TypedDataDefinition } from "viem";
import { refusal } from "../../wire/api-error.ts";
import { isSignatureForm } from "./wallet-signature.ts";
import { WalletSigners } from "./wallet-signers.ts";

/** @throws {ApiError} 9 for another chain, or when the message does not name EVM as its chain type */
export function requireSupportedChain(
  message: { readonly chainId: number; readonly chainType?: unknown },
  chainId: number,
): void {
  if (message.chainType !== "EVM" || message.chainId !== chainId) throw refusal("signer_mismatch");
}

/** One thread for the whole process. */
export const signers = new WalletSigners();

/**
 * @param userAddress the wallet that claims to have signed, in any hex case
 * @param from the address that the request came from
 * @throws {ApiError} 3 for a malformed signature, 9 when another wallet, domain or message was signed; -1003 or -1011 when
 *   too many are waiting to be checked
 */
export async function requireSigner(
  data: TypedDataDefinition,
  signature: string,
  userAddress: string,
  from: string,
): Promise<void> {
  if (!isSignatureForm(signature)) throw refusal("signature_form");
  const recovered = await signers.recover(data, signature, from);
  if (recovered.kind === "malformed") throw refusal("signature_form");
  if (recovered.kind === "unsignable" || recovered.address !== userAddress.toLowerCase()) {
    throw refusal("signer_mismatch");
  }
}
