// The interface of the operator's transaction signer: it has an address and turns a transaction into signed bytes. No
// signer is trusted: its answer has to be the requested transaction, signed by that address.

import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from "viem";

/** Everything an operator's transaction contains. It moves none of the chain's own coin. */
export interface OperatorTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
  /** Most of the chain's coin that is paid per unit of gas. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface SignedTransaction {
  /** The bytes to broadcast. */
  readonly bytes: Hex;
  readonly hash: Hex;
}

export interface TransactionSigner {
  /** Lower case. */
  readonly address: Hex;
  /** @throws {SigningFailed} nothing was signed, or something different from this transaction */
  sign(transaction: OperatorTransaction): Promise<SignedTransaction>;
  close(): void;
}

/** Its message contains no secret. */
export class SigningFailed extends Error {
  override readonly name = "SigningFailed";
}

/** @throws {SigningFailed} the bytes are not this transaction, signed by `address` */
export async function assertSigned(
  asked: OperatorTransaction,
  bytes: string,
  address: Hex,
): Promise<SignedTransaction> {
  const difference = await differenceOf(asked, bytes as TransactionSerializedEIP1559, address);
  if (difference !== null) throw new SigningFailed(`the signer's answer is not what was asked for: ${difference}`);
  return { bytes: bytes as Hex, hash: keccak256(bytes as Hex) };
}

/** What differs; null when nothing does. */
async function differenceOf(
  asked: OperatorTransaction,
  bytes: TransactionSerializedEIP1559,
  address: Hex,
): Promise<string | null> {
  // Two hex digits per byte of call data, and room for the rest: anything longer is not worth parsing.
  if (!/^0x02(?:[0-9a-f]{2})+$/.test(bytes) || bytes.length > asked.data.length * 2 + 1_024) return "no transaction";
  try {
    const signed = parseTransaction(bytes);
    const { chainId, nonce = 0, to, data = "0x", gas, maxFeePerGas, maxPriorityFeePerGas } = signed;
    const found = { chainId, nonce, to: to?.toLowerCase(), data, gas, maxFeePerGas, maxPriorityFeePerGas };
    const wanted = { ...asked, to: asked.to.toLowerCase(), data: asked.data.toLowerCase() };
    for (const name of Object.keys(found) as (keyof typeof found)[]) {
      if (found[name] !== wanted[name]) return `another ${name}`;
    }
    if ((signed.value ?? 0n) !== 0n || (signed.accessList ?? []).length > 0) return "more than was asked";
    const by = await recoverTransactionAddress({ serializedTransaction: bytes });
    return by.toLowerCase() === address ? null : "another account has signed it";
  } catch {
    return "no transaction";
  }
}
