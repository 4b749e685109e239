// Where a chain comes from: a node of the sandbox's own, or nodes that are already there. Either way it ends in a link: all
// that is needed to follow a vault and to pay from it.

import type { Hex } from "viem";
import type { FormerVault } from "../../configuration/values/former-vaults.ts";
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
  /** For who sends transactions. */
  readonly nodes: readonly JsonRpcNode[];
  /** Lower case, as the token. */
  readonly vault: Hex;
  readonly token: Hex;
  readonly deployedBlock: number;
  /** Vaults before it, the oldest first, which are closed: what they hold moves to it. */
  readonly formers: readonly FormerLink[];
  /** Of the vault, lower case, as it is when it is linked: what it does is followed. */
  readonly owner: Hex;
  /** Null: withdrawals are not paid. */
  readonly operator: OperatorKey | null;
  /** Of a local chain. */
  readonly minter: Minter | null;
  /** Lets the users of builders deposit; null where the vault's owner decides that. */
  readonly allowBrokers: ((brokers: readonly string[]) => Promise<void>) | null;
}

export interface ChainSource {
  /** Before the venue starts. @throws {ConfigurationMistake} the custody is unsafe */
  requireSafe(): Promise<void>;
  /** @throws {Error} whose message says to an operator what is wrong; may be tried again */
  link(): Promise<ChainLink>;
  /** Whether it is still the chain that was linked. @throws as `link` does */
  verify(link: ChainLink): Promise<void>;
  /** Null where clients are shown none. */
  readonly publicRpc: string | null;
  stop(): Promise<void>;
}

/** What a source reports by itself. */
export interface SourceListener {
  /** There may be something new to read. */
  onNews(): void;
  /** Why the chain can't be used just now, and null when it can again. */
  onState(trouble: string | null): void;
  /** The node was started again, and what was not on its disk is gone. */
  onRestart(): void;
}
