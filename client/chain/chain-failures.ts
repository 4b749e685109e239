// Turns what viem throws, when a wallet, a node or a contract fails, into the one kind of error that callers of this library
// get. Other errors, such as a refusal by the venue or the reason of an aborted signal, pass through unchanged.

import { BaseError, ContractFunctionRevertedError, type Hex, InsufficientFundsError } from "viem";
import { ChainError, type ChainFailure } from "./chain-error.ts";
import { isRejection, rejected } from "./chain-wallet.ts";
import { unlessAborted } from "./patience.ts";

/**
 * Names of the decoding errors that show that a contract is not the vault or the token: it answered in another
 * format, or not at all.
 */
const NO_ANSWERS_OF_A_VAULT: ReadonlySet<unknown> = new Set([
  "AbiDecodingDataSizeTooSmallError",
  "AbiDecodingZeroDataError",
  "ContractFunctionZeroDataError",
  "InvalidAddressError",
  "InvalidBytesBooleanError",
  "PositionOutOfBoundsError",
]);

/**
 * @param transaction the transaction sent by then, if any
 * @throws {ChainError} in place of viem's errors
 */
export async function withChainErrors<Value>(work: Promise<Value>, transaction?: Hex): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BaseError ? explanationOf(error, transaction) : error;
  }
}

/** @throws {ChainError} rejected, when the person at the wallet declines */
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

/** The name of a contract's error; an error that the vault's interface does not have is identified by its four bytes. */
function nameOf({ data, reason, signature }: ContractFunctionRevertedError): string {
  if (data !== undefined && data.errorName !== "Error" && data.errorName !== "Panic") return data.errorName;
  // "execution reverted" is what nodes say when the contract gave no reason.
  if (reason !== undefined && reason !== "execution reverted") return reason;
  return signature === undefined
    ? "no reason given"
    : `an error that the vault's interface does not name, ${signature}`;
}
