// The factory of receiver addresses has the same address on every chain, because the same deployer puts the same code there
// for the same treasury. Interface 4.9.

import {
  type Account,
  type Address,
  type Chain,
  concatHex,
  encodeDeployData,
  getContractAddress,
  type Hex,
  type PublicClient,
  type Transport,
  type WalletClient,
  zeroHash,
} from "viem";
import { depositReceiverAbi, depositReceiverBytecode } from "./artifacts/DepositReceiver.ts";
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
