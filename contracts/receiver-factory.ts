// The factory of receiver addresses has the same address on every chain, because the same deployer puts the same code there
// for the same treasury. Interface 4.9.

import {
  type Account,
  type Address,
  type Chain,
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  type PublicClient,
  type Transport,
  type WalletClient,
  zeroHash,
} from "viem";
import { depositReceiverAbi, depositReceiverBytecode } from "./artifacts/DepositReceiver.ts";
import { hashOfText } from "./hashes.ts";
import { receiptOf } from "./receipts.ts";

/** Puts code where CREATE2 says, for any caller; it is on nearly every chain, and on a fresh Anvil. */
export const CREATE2_DEPLOYER = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

type Client = PublicClient<Transport, Chain | undefined>;
type Wallet = WalletClient<Transport, Chain | undefined, Account>;

/** Where the factory of a treasury is, on every chain. */
export function receiverFactoryOf(treasury: Address): Address {
  return getContractAddress({
    opcode: "CREATE2",
    from: CREATE2_DEPLOYER,
    salt: zeroHash,
    bytecode: codeOf(treasury),
  });
}

export interface ReceiverFactoryPlan {
  readonly chainId: number;
  readonly deployer: Address;
  readonly treasury: Address;
  readonly factory: Address;
  /** Nothing is left to do. */
  readonly isThere: boolean;
  /** Without it the factory can't be put where it has to be. */
  readonly hasCreate2: boolean;
  readonly gas: bigint;
  /** In the smallest unit of the chain's coin, at the price of now. */
  readonly cost: bigint;
}

/** What `deployReceiverFactory` would do, and what it costs; sends nothing. */
export async function planReceiverFactory(
  client: Client,
  deployer: Address,
  treasury: Address,
): Promise<ReceiverFactoryPlan> {
  const factory = receiverFactoryOf(treasury);
  const [chainId, isThere, hasCreate2] = await Promise.all([
    client.getChainId(),
    hasCode(client, factory),
    hasCode(client, CREATE2_DEPLOYER),
  ]);
  const plan = { chainId, deployer, treasury, factory, isThere, hasCreate2 };
  if (isThere || !hasCreate2) return { ...plan, gas: 0n, cost: 0n };
  const [estimate, { maxFeePerGas }] = await Promise.all([
    client.estimateGas({ account: deployer, to: CREATE2_DEPLOYER, data: creationOf(treasury) }),
    client.estimateFeesPerGas(),
  ]);
  const gas = (estimate * 11n) / 10n;
  return { ...plan, gas, cost: gas * maxFeePerGas };
}

/**
 * Puts the factory on a chain, if it is not there.
 * @throws if the chain has no CREATE2 deployer, and what the node says
 */
export async function deployReceiverFactory(wallet: Wallet, client: Client, treasury: Address): Promise<Address> {
  const factory = receiverFactoryOf(treasury);
  if (await hasCode(client, factory)) return factory;
  if (!(await hasCode(client, CREATE2_DEPLOYER))) {
    throw new Error(`this chain has no CREATE2 deployer at ${CREATE2_DEPLOYER}, without which addresses would differ`);
  }
  const hash = await wallet.sendTransaction({ chain: null, to: CREATE2_DEPLOYER, data: creationOf(treasury) });
  await receiptOf(client, hash, "the factory of receivers");
  if (!(await hasCode(client, factory))) throw new Error(`transaction ${hash} put no factory at ${factory}`);
  return factory;
}

/** No account of any venue: what is swept for it shows that a chain is one on which the factory's addresses can be swept. */
export const TRIAL_ACCOUNT = hashOfText("evermark: a trial sweep");

/** What a trial sends in: its smallest unit. */
export interface Trial {
  readonly factory: Address;
  /** Null for the chain's own coin. */
  readonly token: Address | null;
}

/**
 * Sends the smallest unit there is to an address of the factory, and has it swept to the treasury, as a deposit is.
 * @param receiver where the venue would have an account with the trial's id deposit
 * @throws if the factory has another address for that account, if the treasury does not get it, and what the node says
 */
export async function trySweep(
  wallet: Wallet,
  client: Client,
  { factory, token }: Trial,
  receiver: Address,
): Promise<Hex> {
  const at = { address: factory, abi: depositReceiverAbi } as const;
  const expected = await client.readContract({ ...at, functionName: "receiverOf", args: [TRIAL_ACCOUNT] });
  if (expected.toLowerCase() !== receiver.toLowerCase()) {
    throw new Error(`the factory has ${expected} where the venue would show ${receiver}`);
  }
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [receiver, 1n] });
  const sent = token === null ? { to: receiver, value: 1n } : { to: token, data: transfer };
  await succeeded(client, await wallet.sendTransaction({ chain: null, ...sent }), "what is to be swept for trial");
  const sweep =
    token === null
      ? encodeFunctionData({ abi: depositReceiverAbi, functionName: "sweepCoin", args: [TRIAL_ACCOUNT] })
      : encodeFunctionData({ abi: depositReceiverAbi, functionName: "sweep", args: [TRIAL_ACCOUNT, token] });
  const hash = await wallet.sendTransaction({ chain: null, to: factory, data: sweep });
  await succeeded(client, hash, "the trial sweep");
  if (!(await hasCode(client, receiver))) throw new Error(`transaction ${hash} put no proxy at ${receiver}`);
  return hash;
}

async function succeeded(client: Client, hash: Hex, what: string): Promise<void> {
  const { status } = await receiptOf(client, hash, what);
  if (status !== "success") throw new Error(`${what} failed on the chain: transaction ${hash}`);
}

/** The deployer takes a salt and the code. */
function creationOf(treasury: Address): Hex {
  return concatHex([zeroHash, codeOf(treasury)]);
}

function codeOf(treasury: Address): Hex {
  return encodeDeployData({ abi: depositReceiverAbi, bytecode: depositReceiverBytecode, args: [treasury] });
}

async function hasCode(client: Client, address: Address): Promise<boolean> {
  return (await client.getCode({ address })) !== undefined;
}
