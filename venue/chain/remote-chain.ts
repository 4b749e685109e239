// A chain that is already there, behind one URL or several.

import { join } from "node:path";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import type { ChainLink, ChainSource } from "./chain-source.ts";
import { custodyTerms, sayDangers } from "./custody-check.ts";
import { dangersOfVault } from "./custody-safety.ts";
import type { OperatorKey } from "./keys/operator-key.ts";
import { recognizeChain, WrongChain } from "./known-chain.ts";
import type { NodeMetrics } from "./rpc/node-standing.ts";
import { type OpenedChain, openChain } from "./rpc/open-reader.ts";
import { readVaultFacts } from "./vault-facts.ts";

interface RemoteParts {
  readonly urls: readonly string[];
  readonly configuration: Configuration;
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
    return this.#parts.configuration.chain.publicRpc;
  }

  async link(): Promise<ChainLink> {
    const { configuration, operator } = this.#parts;
    const { vault, deployedBlock } = configuration.chain as { vault: `0x${string}`; deployedBlock: number };
    const token = await this.#recognize();
    if (configuration.mode === "production") await this.#refuseUnsafe(vault);
    return { ...this.#chain, vault, token, deployedBlock, operator, minter: null, allowBrokers: null };
  }

  async verify(): Promise<void> {
    await this.#recognize();
  }

  async stop(): Promise<void> {}

  /** @throws {WrongChain} somebody could take what is not his: no deposit is credited, and nothing paid, until that is changed */
  async #refuseUnsafe(vault: `0x${string}`): Promise<void> {
    const { configuration, operator, log } = this.#parts;
    const terms = custodyTerms(configuration, operator);
    const facts = await readVaultFacts(this.#chain.reader, { vault, token: "USDC", brokers: terms.brokers });
    sayDangers(dangersOfVault(terms, facts), log, (text) => new WrongChain(text));
  }

  #recognize(): Promise<`0x${string}`> {
    const { configuration, directory } = this.#parts;
    const { chainId } = configuration;
    const vault = configuration.chain.vault!;
    const path = join(directory, `known-${chainId}-${vault}.json`);
    return recognizeChain({ reader: this.#chain.reader, chainId, vault, path });
  }
}
