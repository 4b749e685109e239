// Signs with a private key that this process has.

import { type Hex, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { SigningFailed, type TransactionSigner } from "./transaction-signer.ts";

/** @throws {SigningFailed} `key` is no private key */
export function localSigner(key: Hex): TransactionSigner {
  const account = accountOf(key);
  return {
    address: account.address.toLowerCase() as Hex,
    async sign(transaction) {
      const bytes = await account.signTransaction({ type: "eip1559", ...transaction });
      return { bytes, hash: keccak256(bytes) };
    },
    close() {},
  };
}

function accountOf(key: Hex) {
  try {
    return privateKeyToAccount(key);
  } catch {
    // The library's message may quote its input.
    throw new SigningFailed("the operator's key is no private key: expected 0x and 64 hex digits");
  }
}
