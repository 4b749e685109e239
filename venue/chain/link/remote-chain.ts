// An existing chain, behind one URL or several.

import { join } from "node:path";
import type { Logger } from "pino";
import type { Configuration } from "../../configuration/configuration.ts";
import { type CheckedTerms, requireSafeVault, requireSafeVaultIfThere } from "../custody/custody-check.ts";
import type { OperatorKey } from "../keys/operator-key.ts";
import type { NodeMetrics } from "../rpc/node-states.ts";
import { type OpenedChain, openChain } from "../rpc/open-reader.ts";
import { requireClosed } from "../vault/closed-vaults.ts";
import type { ChainLink, ChainSource, FormerLink } from "./chain-source.ts";
import { ownerOf, recognizeChain } from "./known-chain.ts";

interface RemoteParts {
  readonly urls: readonly string[];
  readonly configuration: Configuration;
  readonly directory: string;
  readonly operator: OperatorKey | null;
  /** The requirements on a vault's custody; null where none are checked. */
  readonly terms: CheckedTerms | null;
  readonly log: Logger;
  readonly metrics: NodeMetrics;
}

export class RemoteChain implements ChainSource {
  readonly #parts: RemoteParts;
  readonly #chain: OpenedChain;

  constructor(parts: RemoteParts) {
    this.#parts = parts;
    this.#chain = openChain(parts.urls, { ...parts, finality: parts.configuration.chain.finality });
  }

  get publicRpc(): string | null {
    return this.#parts.configuration.chain.publicRpc;
  }

  /**
   * Called before the venue starts; a chain that can't be reached is checked later.
   * @throws {ConfigurationMistake} the custody is unsafe
   */
  async requireSafe(): Promise<void> {
    const { terms, log } = this.#parts;
    if (terms !== null) await requireSafeVaultIfThere(this.#chain.reader, terms, log);
  }

  async link(): Promise<ChainLink> {
    const { configuration, operator } = this.#parts;
    const { vault, deployedBlock } = configuration.chain as { vault: `0x${string}`; deployedBlock: number };
    const { token, owner } = await this.#recognize();
    const { terms, log } = this.#parts;
    if (terms !== null) await requireSafeVault(this.#chain.reader, terms, log);
    const formers = await this.#formers(vault);
    return { ...this.#chain, vault, token, owner, deployedBlock, formers, operator, minter: null, allowBrokers: null };
  }

  /** @throws {VaultNotClosed} */
  async #formers(vault: `0x${string}`): Promise<FormerLink[]> {
    const { formerVaults } = this.#parts.configuration.chain;
    const { reader } = this.#chain;
    const formers = formerVaults.map((former) => former.vault);
    await requireClosed(reader, formers, vault);
    return Promise.all(formerVaults.map(async (each) => ({ ...each, owner: await ownerOf(reader, each.vault) })));
  }

  async verify(): Promise<void> {
    await this.#recognize();
  }

  async stop(): Promise<void> {}

  #recognize(): ReturnType<typeof recognizeChain> {
    const { configuration, directory } = this.#parts;
    const { chainId } = configuration;
    const vault = configuration.chain.vault!;
    const path = join(directory, `known-${chainId}-${vault}.json`);
    return recognizeChain({ reader: this.#chain.reader, chainId, vault, path });
  }
}
