// A chain that is already there, behind one URL or several.

import { join } from "node:path";
import type { Logger } from "pino";
import type { ChainConfiguration } from "../configuration/configuration.ts";
import type { ChainLink, ChainSource } from "./chain-source.ts";
import type { OperatorKey } from "./keys/operator-key.ts";
import { recognizeChain } from "./known-chain.ts";
import type { NodeMetrics } from "./rpc/node-standing.ts";
import { type OpenedChain, openChain } from "./rpc/open-reader.ts";

interface RemoteParts {
  readonly urls: readonly string[];
  readonly configuration: ChainConfiguration;
  readonly chainId: number;
  readonly directory: string;
  readonly operator: OperatorKey | null;
  readonly log: Logger;
  readonly metrics: NodeMetrics;
}

export class RemoteChain implements ChainSource {
  readonly #parts: RemoteParts;
  readonly #chain: OpenedChain;

  constructor(parts: RemoteParts) {
    this.#parts = parts;
    this.#chain = openChain(parts.urls, parts);
  }

  get publicRpc(): string | null {
    return this.#parts.configuration.publicRpc;
  }

  async link(): Promise<ChainLink> {
    const { configuration, operator } = this.#parts;
    const vault = configuration.vault!;
    const token = await this.#recognize();
    const { deployedBlock } = configuration;
    return { ...this.#chain, vault, token, deployedBlock, operator, minter: null, allowBrokers: null };
  }

  async verify(): Promise<void> {
    await this.#recognize();
  }

  async stop(): Promise<void> {}

  #recognize(): Promise<`0x${string}`> {
    const { configuration, chainId, directory } = this.#parts;
    const vault = configuration.vault!;
    const path = join(directory, `known-${chainId}-${vault}.json`);
    return recognizeChain({ reader: this.#chain.reader, chainId, vault, path });
  }
}
