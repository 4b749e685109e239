// An EVM chain of a test's own: Anvil as a child process, every transaction in a block at once, every address free to send.

import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { CHAIN_ID } from "@evermark/interface/chain/wallet-messages.ts";
import {
  type Abi,
  type Account,
  type Address,
  type Chain,
  type ContractFunctionArgs,
  type ContractFunctionName,
  createPublicClient,
  createWalletClient,
  decodeErrorResult,
  decodeEventLog,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  type PublicClient,
  publicActions,
  type TestActions,
  testActions,
  type WalletClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The first of the accounts that Anvil gives coins to; its key is publicly known. */
export const DEPLOYER = privateKeyToAccount("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");

type Client = WalletClient<HttpTransport, Chain | undefined, Account> &
  PublicActions<HttpTransport, Chain | undefined, Account> &
  TestActions;

/** What a contract said while something was done with it. */
export interface Said {
  readonly address: Address;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Outcome {
  /** Undefined if it went through. */
  readonly error: string | undefined;
  readonly errorArgs: readonly unknown[];
  readonly events: readonly Said[];
  readonly gasUsed: bigint;
}

/** A call by one account, which may be refused. */
export interface Call {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly value?: bigint;
}

interface RawReceipt {
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly contractAddress: Address | null;
  readonly logs: readonly { readonly address: Address; readonly topics: [Hex, ...Hex[]]; readonly data: Hex }[];
}

export class TestChain {
  private constructor(
    readonly url: string,
    readonly client: Client,
    readonly reader: PublicClient<HttpTransport, Chain | undefined>,
    private readonly child: ChildProcess,
    private readonly abis: Abi[],
  ) {}

  /**
   * @param abis whose events and errors outcomes name
   * @param start in seconds since 1970
   */
  static async start(abis: readonly Abi[], start: bigint, chainId: number = CHAIN_ID): Promise<TestChain> {
    const { child, url } = await startAnvil(chainId, start);
    const client = createWalletClient({ account: DEPLOYER, transport: http(url, { retryCount: 0 }), cacheTime: 0 })
      .extend(publicActions)
      .extend(testActions({ mode: "anvil" })) as Client;
    await client.request({ method: "anvil_autoImpersonateAccount", params: [true] } as never);
    const reader = createPublicClient({ transport: http(url), cacheTime: 0 });
    return new TestChain(url, client, reader, child, [...abis]);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }

  /** Puts a contract there. */
  async put(abi: Abi, bytecode: Hex, args: readonly unknown[] = []): Promise<Address> {
    const data = encodeDeployData({ abi, bytecode, args } as never);
    const receipt = await this.send({ from: DEPLOYER.address, data });
    if (receipt.status !== "0x1") throw new Error("a contract's constructor reverted");
    return getAddress(receipt.contractAddress!);
  }

  /** Does it in a block of its own, and says how it went. */
  async act(call: Call): Promise<Outcome> {
    const receipt = await this.send(call);
    const gasUsed = BigInt(receipt.gasUsed);
    const events = receipt.logs.flatMap((log) => this.said(log));
    if (receipt.status === "0x1") return { error: undefined, errorArgs: [], events, gasUsed };
    return { ...(await this.refusalOf(call)), events, gasUsed };
  }

  /** Seconds since 1970, of the next block. */
  async setTime(seconds: number | bigint): Promise<void> {
    await this.client.setNextBlockTimestamp({ timestamp: BigInt(seconds) });
  }

  async time(): Promise<bigint> {
    return (await this.client.getBlock()).timestamp;
  }

  private async send(call: Partial<Call>): Promise<RawReceipt> {
    // Fixed, so that nothing is estimated: what reverts is to revert in a block.
    const transaction = { ...call, gas: "0x989680", gasPrice: "0x0", value: hexOf(call.value) };
    const hash = await this.client.request({ method: "eth_sendTransaction", params: [transaction] } as never);
    // Asked for until it is there: anvil's way to wait for it (eth_sendTransactionSync) can miss its block.
    for (;;) {
      const receipt = await this.client.request({ method: "eth_getTransactionReceipt", params: [hash] } as never);
      if (receipt !== null) return receipt as RawReceipt;
      await Bun.sleep(1);
    }
  }

  /** Why it reverted: asked again in the state and at the time of that block's parent's child, which is now. */
  private async refusalOf(call: Call): Promise<Pick<Outcome, "error" | "errorArgs">> {
    const transaction = { ...call, gas: "0x989680", value: hexOf(call.value) };
    try {
      await this.client.request({ method: "eth_call", params: [transaction, "latest"] } as never);
    } catch (error) {
      return this.decodedError(dataOf(error));
    }
    throw new Error("what was refused in a block is not refused after it");
  }

  private decodedError(data: Hex): Pick<Outcome, "error" | "errorArgs"> {
    for (const abi of this.abis) {
      try {
        const { errorName, args = [] } = decodeErrorResult({ abi, data });
        return { error: errorName, errorArgs: args as readonly unknown[] };
      } catch {}
    }
    return { error: data, errorArgs: [] };
  }

  private said(log: RawReceipt["logs"][number]): Said[] {
    for (const abi of this.abis) {
      try {
        const { eventName, args } = decodeEventLog({ abi, data: log.data, topics: log.topics });
        return [{ address: getAddress(log.address), name: String(eventName), args: args as unknown as Said["args"] }];
      } catch {}
    }
    return [];
  }
}

/** A call of a contract's function. */
export function callOf<A extends Abi, F extends ContractFunctionName<A>>(
  abi: A,
  from: Address,
  to: Address,
  functionName: F,
  args: ContractFunctionArgs<A, "payable" | "nonpayable" | "view" | "pure", F>,
): Call {
  return { from, to, data: encodeFunctionData({ abi, functionName, args } as never) };
}

function hexOf(value = 0n): Hex {
  return `0x${value.toString(16)}`;
}

/** The data that a reverted call gave, wherever in the chain of causes it is. */
function dataOf(error: unknown): Hex {
  for (let at = error as { data?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.data === "string") return at.data as Hex;
  }
  throw error;
}

async function startAnvil(chainId: number, start: bigint): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    programOf(),
    [
      ...["--port", "0", "--chain-id", String(chainId), "--accounts", "1", "--timestamp", String(start)],
      ...["--base-fee", "0", "--gas-price", "0"],
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  // Whatever ends a test's process ends its chain.
  process.once("exit", () => child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /^Listening on (\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    // What it writes from now on is not read; it must not fill the pipe.
    child.stdout!.resume();
    return { child, url: `http://${address}` };
  }
  throw new Error(`anvil ended with ${child.exitCode ?? child.signalCode} before it listened`);
}

function programOf(): string {
  const require = createRequire(import.meta.url);
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const name = process.platform === "win32" ? "anvil.exe" : "anvil";
  const wrapper = createRequire(require.resolve("@foundry-rs/anvil/package.json"));
  const platform = wrapper.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/package.json`);
  return join(dirname(platform), "bin", name);
}
