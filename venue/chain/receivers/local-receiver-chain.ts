// One of the sandbox's own chains for trying deposits by transfer: a node, the factory at the same address on all of
// them, and play money named USDC and USDT. Whatever is missing on the chain is deployed, also after an interruption.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  deployReceiverFactory,
  receiptOf,
  receiverFactoryOf,
  testTokenAbi,
  testTokenBytecode,
} from "@evermark/contracts";
import type { Logger } from "pino";
import {
  createTestClient,
  createWalletClient,
  getContractAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { DurableReader } from "../local-chain/durable-reader.ts";
import { type LocalKeys, localKeys } from "../local-chain/local-keys.ts";
import { LocalNode } from "../local-node/local-node.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { NodeReader } from "../rpc/node-reader.ts";

const SYMBOLS = ["USDC", "USDT"] as const;
const CONFIRMATIONS = 1;
const GAS_MONEY = parseEther("1000000");

/** What all local chains share. */
export class LocalPlace {
  readonly keys: LocalKeys;
  readonly treasury: Hex;
  readonly factory: Hex;
  readonly tokens: readonly { readonly symbol: string; readonly address: Hex }[];

  /** @throws {Error} the stored keys can't be read */
  constructor(readonly directory: string) {
    mkdirSync(directory, { recursive: true });
    this.keys = localKeys(join(directory, "keys.json"));
    this.treasury = addressOf(this.keys.admin);
    this.factory = receiverFactoryOf(this.treasury);
    const from = addressOf(this.keys.mint);
    this.tokens = SYMBOLS.map((symbol, nonce) => ({
      symbol,
      address: getContractAddress({ from, nonce: BigInt(nonce) }),
    }));
  }
}

export interface OpenedLocalChain {
  readonly reader: ChainReader;
  readonly nodes: readonly JsonRpcNode[];
}

export interface LocalChainParts {
  readonly chainId: number;
  readonly place: LocalPlace;
  /** Path of Anvil. */
  readonly program: string;
  readonly log: Logger;
  /** Called when more of the chain is durable. */
  onDurable(): void;
  /** Called after a restart of the node: what was opened before is no longer usable. */
  onRestart(): void;
}

export class LocalReceiverChain {
  readonly #parts: LocalChainParts;
  readonly #node: LocalNode;
  /** Whether it has stored state from an earlier run. */
  readonly wasUsed: boolean;
  /** Once started, the node restarts on its own. */
  #isStarted = false;
  #opening: Promise<OpenedLocalChain> | undefined;

  constructor(parts: LocalChainParts) {
    this.#parts = parts;
    const { place, chainId, program, log, onDurable, onRestart } = parts;
    const directory = join(place.directory, String(chainId));
    this.wasUsed = existsSync(join(directory, "state.json.gz"));
    this.#node = new LocalNode({
      directory,
      ...{ program, chainId, port: 0, confirmations: CONFIRMATIONS, blockSeconds: 0, log, onDurable, onRestart },
      onState: (trouble) => {
        if (trouble !== null)
          log.warn({ chain: chainId, trouble }, "a local chain for deposits by transfer is in trouble");
      },
    });
  }

  static readonly confirmations = CONFIRMATIONS;

  /** Starts the node when it does not run. @throws {Error} with a message for operators */
  open(): Promise<OpenedLocalChain> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<OpenedLocalChain> {
    if (!this.#isStarted) {
      await this.#node.start();
      this.#isStarted = true;
    }
    await this.#furnish();
    const node = new JsonRpcNode(this.#node.url);
    const highest = () => this.#node.durableHeight + CONFIRMATIONS;
    return { reader: new DurableReader(new NodeReader(node), highest), nodes: [node] };
  }

  get url(): string {
    return this.#node.url;
  }

  /** Sends play money to an address, and coin for gas. @returns the transaction's hash */
  async give(token: Hex, to: Hex, amount: bigint): Promise<Hex> {
    await this.open();
    const client = this.#client();
    await client.setBalance({ address: to, value: GAS_MONEY });
    return this.#wallet("mint").writeContract({
      chain: null,
      address: token,
      abi: testTokenAbi,
      functionName: "mint",
      args: [to, amount],
    });
  }

  /** When it returns, everything sent before is final and on disk. */
  settle(): Promise<void> {
    return this.#node.settle();
  }

  stop(): Promise<void> {
    return this.#node.stop();
  }

  async #furnish(): Promise<void> {
    const { keys, tokens, treasury, factory } = this.#parts.place;
    const client = this.#client();
    const missing: (typeof tokens)[number][] = [];
    for (const token of tokens) if ((await client.getCode(token)) === undefined) missing.push(token);
    // A chain of an earlier version may have another factory, and addresses that follow from that.
    if (missing.length === 0 && (await client.getCode({ address: factory })) !== undefined) return;
    for (const key of [keys.admin, keys.mint, keys.operator]) {
      await client.setBalance({ address: addressOf(key), value: GAS_MONEY });
    }
    await deployReceiverFactory(this.#wallet("admin"), client, treasury);
    for (const { symbol } of missing) {
      const hash = await this.#wallet("mint").deployContract({
        chain: null,
        abi: testTokenAbi,
        bytecode: testTokenBytecode,
        args: [symbol, decimalsOn(this.#parts.chainId)],
      });
      await receiptOf(client, hash, `test ${symbol}`);
    }
    await this.#node.settle();
  }

  #client() {
    return createTestClient({ mode: "anvil", transport: http(this.#node.url) }).extend(publicActions);
  }

  #wallet(name: keyof LocalKeys) {
    return createWalletClient({
      account: privateKeyToAccount(this.#parts.place.keys[name]),
      transport: http(this.#node.url),
    });
  }
}

/** The decimals of the real tokens on that chain. */
export function decimalsOn(chainId: number): number {
  return chainId === 56 ? 18 : 6;
}

function addressOf(key: Hex): Hex {
  return privateKeyToAccount(key).address;
}
