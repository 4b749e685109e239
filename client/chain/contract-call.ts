// What contracts are asked. viem's own actions for it bring along what Evermark has no use for (many calls in one, look-ups
// away from the chain, contracts that are not there yet), and a page would load ten kilobytes of it; what encodes, decodes
// and explains a call is viem's here too.

import {
  type Abi,
  type Account,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  type DecodeFunctionResultParameters,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  getContractError,
  numberToHex,
} from "viem";
import { getCallError } from "viem/utils";
import type { chainReader, OpenWallet } from "./chain-wallet.ts";

type Mutability = "pure" | "view" | "nonpayable" | "payable";
export type FunctionOf<Interface extends Abi> = ContractFunctionName<Interface, Mutability>;
export type ArgsOf<Interface extends Abi, Name extends FunctionOf<Interface>> = ContractFunctionArgs<
  Interface,
  Mutability,
  Name
>;

export interface ContractCall<
  Interface extends Abi,
  Name extends FunctionOf<Interface>,
  Args extends ArgsOf<Interface, Name>,
> {
  readonly address: Address;
  readonly abi: Interface;
  readonly functionName: Name;
  readonly args?: Args | undefined;
  /** What is paid with it, in the smallest unit of the chain's coin. */
  readonly value?: bigint | undefined;
}

/** One of whichever contract. */
export interface AnyCall {
  readonly address: Address;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args?: readonly unknown[] | undefined;
  readonly value?: bigint | undefined;
}

/**
 * Asks what a function of a contract returns to the client's account, by the latest block. Nothing is sent: of a function
 * that changes something it is what would come of it.
 * @throws {ContractFunctionExecutionError} as viem's `readContract` and `simulateContract` do
 */
export function callContract<
  const Interface extends Abi,
  Name extends FunctionOf<Interface>,
  const Args extends ArgsOf<Interface, Name>,
>(
  client: OpenWallet | ReturnType<typeof chainReader>,
  call: ContractCall<Interface, Name, Args>,
): Promise<ContractFunctionReturnType<Interface, Mutability, Name, Args>> {
  const { account } = client;
  return withReasons(call as AnyCall, account, async ({ abi, functionName, args }, answerOf) => {
    const message = messageOf(call as AnyCall, account);
    const data = await answerOf(client.request({ method: "eth_call", params: [message, "latest"] }));
    return decodeFunctionResult({ abi, functionName, args, data } as DecodeFunctionResultParameters) as never;
  });
}

/** A call in the spelling of nodes. */
export function messageOf({ address, value, ...call }: AnyCall, account: Account | undefined) {
  return {
    ...(account !== undefined && { from: account.address }),
    to: address,
    data: encodeFunctionData(call as EncodeFunctionDataParameters),
    ...(value !== undefined && { value: numberToHex(value) }),
  };
}

type AnswerOf = <Answer>(request: Promise<Answer>) => Promise<Answer>;

/**
 * Does what is to be done for a call. Where it fails, viem says why: with the contract's own reason, if it gave one, or with
 * the node's.
 * @param work is given what a request goes through
 */
export async function withReasons<Done>(
  call: AnyCall,
  account: Account | undefined,
  work: (call: AnyCall, answerOf: AnswerOf) => Promise<Done>,
): Promise<Done> {
  const { address, abi, functionName, args } = call;
  const sender = account && { sender: account.address };
  try {
    return await work(call, (request) =>
      request.catch((error: Error) => Promise.reject(getCallError(error as never, { ...sender, to: address }))),
    );
  } catch (error) {
    throw getContractError(error as never, { address, abi, functionName, args, ...sender });
  }
}
