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

/** Puts code where CREATE2 says, for anybody; it is on nearly every chain, and on a fresh Anvil. */
const CREATE2_DEPLOYER = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

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
  const data = concatHex([zeroHash, codeOf(treasury)]);
  const hash = await wallet.sendTransaction({ chain: null, to: CREATE2_DEPLOYER, data });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
  if (!(await hasCode(client, factory))) throw new Error(`transaction ${hash} put no factory at ${factory}`);
  return factory;
}

function codeOf(treasury: Address): Hex {
  return encodeDeployData({ abi: depositReceiverAbi, bytecode: depositReceiverBytecode, args: [treasury] });
}

async function hasCode(client: Client, address: Address): Promise<boolean> {
  return (await client.getCode({ address })) !== undefined;
}
