// Calls to contracts. viem's own actions bring along features that Evermark does not use (multicalls, off-chain
// look-ups, counterfactual contracts), which would add ten kilobytes to a page; the encoding, decoding and error
// explanations here are still viem's.

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
  /** Amount sent along with the call, in the smallest unit of the chain's coin. */
  readonly value?: bigint | undefined;
}

/** A call of any contract, untyped. */
export interface AnyCall {
  readonly address: Address;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args?: readonly unknown[] | undefined;
  readonly value?: bigint | undefined;
}

/**
 * Evaluates a contract function for the client's account at the latest block, and returns its result. Nothing is sent: a
 * function that changes state is only simulated.
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

/** A call as the parameters of a JSON-RPC request. */
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
 * Runs `work` for a call. When it fails, the error is viem's explanation, with the contract's own reason if it gave one, or
 * else the node's.
 * @param work is passed the call and a function that every request must be wrapped in
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
