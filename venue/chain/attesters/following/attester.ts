// Assembles an attester and tears it down: its key, its copy of the journal, the record of what it has signed, its own
// view of the chain, and the connection to the venue. It pays nothing and listens on no port.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataPaths, lockDataDirectory } from "@evermark/core";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { localAttestationSigner } from "../../keys/attestation-signer.ts";
import { nodeMetrics } from "../../rpc/node-states.ts";
import { openChain } from "../../rpc/open-reader.ts";
import type { AttestedVault } from "../attestation.ts";
import { AttesterJudgement } from "../attester-judgement.ts";
import { type PublishedBalances, writeBalances } from "../balances/published-balances.ts";
import { SignedTerms } from "../signed-terms.ts";
import { witnessedChain } from "../witnessed-chain.ts";
import { JournalFollower } from "./follower.ts";
import { Mirror } from "./journal-mirror.ts";

export interface AttesterTerms {
  /** URL of the venue's attester door, `ws:` or `wss:`; with several nodes, one for each. */
  readonly urls: readonly string[];
  readonly key: Hex;
  /** Used by this attester alone. */
  readonly dataDirectory: string;
  readonly vault: AttestedVault;
  /** The vaults before it, oldest first; their funds move to it. */
  readonly formers: readonly Hex[];
  readonly domainName: string;
  /** URLs of chain nodes that are not operated by the venue. */
  readonly nodes: readonly string[];
  readonly snapshotEvery: number;
  readonly log: Logger;
}

export interface RunningAttester {
  /** Lower case. */
  readonly address: Hex;
  /** The last position of its copy of the journal. */
  readonly position: number;
  /** Resolves once it was asked to stop. @throws the error after which it signs nothing more */
  readonly ended: Promise<void>;
  stop(): void;
}

/** @throws {DirectoryInUse}, {JournalCorrupt}, {Fault} when its stored files can't be continued */
export async function startAttester(terms: AttesterTerms): Promise<RunningAttester> {
  const { urls, key, dataDirectory, vault, formers, domainName, nodes, snapshotEvery, log } = terms;
  const lock = lockDataDirectory(dataDirectory);
  const account = privateKeyToAccount(key);
  const address = account.address.toLowerCase() as Hex;
  const chain = openChain(nodes, { log, metrics: nodeMetrics(new Registry()) });
  const mirror = await Mirror.open({ vault, formers, paths: dataPaths(dataDirectory), log, snapshotEvery });
  const signed = await SignedTerms.open(join(dataDirectory, "signed.log"));
  const signer = localAttestationSigner(key, address);
  const seen = witnessedChain({ reader: chain.reader, vault: vault.vault, formers });
  const witness = new AttesterJudgement({
    engine: mirror.engine,
    vault,
    formers,
    domainName,
    chain: seen,
    signer,
    signed,
  });
  const signText = (message: string) => account.signMessage({ message });
  const keepBalances = keptIn(join(dataDirectory, "balances"), vault);
  const follower = new JournalFollower({ urls, vault, mirror, witness, signText, keepBalances, log });
  const close = async (): Promise<void> => {
    chain.close();
    mirror.close();
    await signed.close();
    lock.release();
  };
  const ended = follower
    .run()
    .then(() => mirror.snapshot())
    .finally(close);
  // The caller awaits this when it likes; until then a failure must not count as unhandled.
  ended.catch(() => {});
  return {
    address,
    get position() {
      return mirror.end.position;
    },
    ended,
    stop: () => follower.stop(),
  };
}

/** How many balances files are kept, one a day. */
const BALANCES_KEPT = 7;

function keptIn(directory: string, vault: AttestedVault) {
  mkdirSync(directory, { recursive: true });
  return (balances: PublishedBalances): void => {
    writeBalances(join(directory, `${String(balances.position).padStart(16, "0")}.json`), vault, balances);
    const names = readdirSync(directory).filter((name) => name.endsWith(".json"));
    for (const old of names.toSorted().slice(0, -BALANCES_KEPT)) rmSync(join(directory, old));
  };
}
