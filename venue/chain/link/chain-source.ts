// Where a chain comes from: the sandbox's own node, or existing nodes. Either way the result is a link: everything that
// is needed to follow a vault and to pay from it.

import type { Hex } from "viem";
import type { FormerVault } from "../../configuration/values/former-vault-list.ts";
import type { OperatorKey } from "../keys/operator-key.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import type { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import type { Minter } from "./minter.ts";

export interface FormerLink extends FormerVault {
  /** Lower case. */
  readonly owner: Hex;
}

export interface ChainLink {
  readonly reader: ChainReader;
  /** The nodes, for senders of transactions. */
  readonly nodes: readonly JsonRpcNode[];
  /** Lower case, like the token. */
  readonly vault: Hex;
  readonly token: Hex;
  readonly deployedBlock: number;
  /** The vaults before it, oldest first, which are closed: their funds move to it. */
  readonly formers: readonly FormerLink[];
  /** The vault's owner at the time of linking, lower case; the owner's acts are followed. */
  readonly owner: Hex;
  /** The key that pays; null when withdrawals are not paid. */
  readonly operator: OperatorKey | null;
  /** Mints test money on a local chain; null on any other. */
  readonly minter: Minter | null;
  /** Lets the users of builders deposit; null where the vault's owner decides that. */
  readonly allowBrokers: ((brokers: readonly string[]) => Promise<void>) | null;
}

export interface ChainSource {
  /** Called before the venue starts. @throws {ConfigurationMistake} the custody is unsafe */
  requireSafe(): Promise<void>;
  /** May be called again after a failure. @throws {Error} with a message for operators */
  link(): Promise<ChainLink>;
  /** Checks that it is still the chain that was linked. @throws as `link` does */
  verify(link: ChainLink): Promise<void>;
  /** URL of the node for clients; null where they are shown none. */
  readonly publicRpc: string | null;
  stop(): Promise<void>;
}

/** What a source reports on its own. */
export interface SourceListener {
  /** There may be something new to read. */
  onNews(): void;
  /** Called with the reason when the chain can't be used, and with null when it can again. */
  onState(trouble: string | null): void;
  /** The node was restarted, and lost what was not on its disk. */
  onRestart(): void;
}
