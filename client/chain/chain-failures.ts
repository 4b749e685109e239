// What viem throws when a wallet, a node or a contract does not do as it is asked, as the one kind of error that callers of
// this library get. What it is not of, such as a refusal of the venue or a caller's own reason to give up, stays what it is.

import { BaseError, ContractFunctionRevertedError, type Hex, InsufficientFundsError } from "viem";
import { ChainError, type ChainFailure } from "./chain-error.ts";
import { isRejection, rejected } from "./chain-wallet.ts";
import { unlessAborted } from "./patience.ts";

/** What comes of decoding an answer that another contract has given, or none. */
const NO_ANSWERS_OF_A_VAULT: ReadonlySet<unknown> = new Set([
  "AbiDecodingDataSizeTooSmallError",
  "AbiDecodingZeroDataError",
  "ContractFunctionZeroDataError",
  "InvalidAddressError",
  "InvalidBytesBooleanError",
  "PositionOutOfBoundsError",
]);

/**
 * @param transaction that was sent by then
 * @throws {ChainError} in place of what viem throws
 */
export async function explained<Value>(work: Promise<Value>, transaction?: Hex): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BaseError ? explanationOf(error, transaction) : error;
  }
}

/** @throws {ChainError} rejected, when the person at the wallet says no */
export async function signed(signing: Promise<Hex>, signal: AbortSignal | undefined): Promise<Hex> {
  try {
    return await unlessAborted(signing, signal);
  } catch (error) {
    throw isRejection(error) ? rejected(error) : error;
  }
}

function explanationOf(error: BaseError, transaction: Hex | undefined): ChainError {
  const failure = (reason: ChainFailure, message: string) =>
    new ChainError(reason, message, { transaction, cause: error });
  const reverted = error.walk((each) => each instanceof ContractFunctionRevertedError);
  if (reverted instanceof ContractFunctionRevertedError) {
    const why = nameOf(reverted);
    if (why === "EnforcedPause") return failure("vault_paused", "the vault is paused: nothing can be deposited now");
    return failure("reverted", `the chain refuses it: ${why}`);
  }
  if (error.walk((each) => NO_ANSWERS_OF_A_VAULT.has((each as Error).name)) !== null) {
    return failure(
      "wrong_vault",
      `a contract that the venue names answers as no vault and no token do: ${error.shortMessage}`,
    );
  }
  if (error.walk((each) => each instanceof InsufficientFundsError) !== null) {
    return failure("not_enough_gas", "the wallet has too little of the chain's coin to pay for the transaction");
  }
  return failure("node_failed", `the chain could not be asked: ${error.shortMessage}`);
}

/** One that is not in the vault's interface has at least its four bytes. */
function nameOf({ data, reason, signature }: ContractFunctionRevertedError): string {
  if (data !== undefined && data.errorName !== "Error" && data.errorName !== "Panic") return data.errorName;
  // What nodes say where a contract says nothing.
  if (reason !== undefined && reason !== "execution reverted") return reason;
  return signature === undefined
    ? "no reason given"
    : `an error that the vault's interface does not name, ${signature}`;
}
