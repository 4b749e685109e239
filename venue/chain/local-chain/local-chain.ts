// A sandbox's own chain: its node, its keys, its vault. The node starts at once, in parallel with the rest of the venue's
// start.

import { join } from "node:path";
import type { Logger } from "pino";
import { privateKeyToAccount } from "viem/accounts";
import type { Configuration } from "../../configuration/configuration.ts";
import type { ChainLink, ChainSource, SourceListener } from "../link/chain-source.ts";
import { recognizeChain } from "../link/known-chain.ts";
import { Minter } from "../link/minter.ts";
import { LocalNode } from "../local-node/local-node.ts";
import type { NodeMetrics } from "../rpc/node-states.ts";
import { openChain } from "../rpc/open-reader.ts";
import { DurableReader } from "./durable-reader.ts";
import { localKeys } from "./local-keys.ts";
import { allowBrokers, localVault } from "./local-vault.ts";

interface LocalChainParts {
  readonly program: string;
  readonly directory: string;
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly metrics: NodeMetrics;
  readonly listener: SourceListener;
}

export class LocalChain implements ChainSource {
  readonly #parts: LocalChainParts;
  readonly #node: LocalNode;
  #starting: Promise<void>;

  constructor(parts: LocalChainParts) {
    const { program, directory, configuration, log, listener } = parts;
    const { chainId, chain } = configuration;
    this.#parts = parts;
    this.#node = new LocalNode({
      ...{ directory, program, chainId, port: chain.local.port, blockSeconds: chain.local.blockSeconds, log },
      confirmations: chain.confirmations,
      onDurable: listener.onNews,
      onState: listener.onState,
      onRestart: listener.onRestart,
    });
    this.#starting = this.#node.start();
    // The failure is reported by `link`.
    this.#starting.catch(() => {});
  }

  get publicRpc(): string | null {
    return this.#node.isRunning ? this.#node.url : null;
  }

  /** Nothing is checked: a sandbox's money is play money. */
  async requireSafe(): Promise<void> {}

  async link(): Promise<ChainLink> {
    await this.#starting.catch(async (error: unknown) => {
      this.#starting = this.#node.start();
      this.#starting.catch(() => {});
      throw error;
    });
    const { directory, configuration, log, metrics } = this.#parts;
    const { url } = this.#node;
    const keys = localKeys(join(directory, "keys.json"));
    const { vault, token, timelock, deployedBlock } = await localVault({
      ...{ url, keys, path: join(directory, "chain.json"), domainName: configuration.withdrawDomainName },
      settle: () => this.#node.settle(),
    });
    const { reader, nodes } = openChain([url], { log, metrics });
    const { confirmations } = configuration.chain;
    return {
      reader: new DurableReader(reader, () => this.#node.durableHeight + confirmations),
      nodes,
      ...{ vault, token, deployedBlock, owner: timelock, formers: [] },
      operator: { kind: "key", key: keys.operator, address: addressOf(keys.operator) },
      allowBrokers: (brokers) => allowBrokers({ vault, timelock, keys, url: this.#node.url }, brokers),
      minter: new Minter({ url: () => this.#node.url, key: keys.mint, vault, token }),
    };
  }

  async verify({ reader, nodes, vault }: ChainLink): Promise<void> {
    if (nodes[0]?.name !== new URL(this.#node.url).host) throw new Error("the local chain's node has another port now");
    const { directory, configuration } = this.#parts;
    const path = join(directory, `known-${configuration.chainId}-${vault}.json`);
    await recognizeChain({ reader, chainId: configuration.chainId, vault, path });
  }

  async stop(): Promise<void> {
    await this.#starting.catch(() => {});
    await this.#node.stop();
  }
}

function addressOf(key: `0x${string}`): `0x${string}` {
  return privateKeyToAccount(key).address.toLowerCase() as `0x${string}`;
}
