// Everything that runs on a linked chain: deposits, withdrawals, and custody between them.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Sequencer } from "@evermark/core";
import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import type { HistoryReader } from "../history/index.ts";
import type { Condition } from "../operation/reports/readiness.ts";
import { OwnAttester } from "./attesters/own-attester.ts";
import type { AttesterDoor } from "./attesters/serving/attester-door.ts";
import type { AttesterMetrics } from "./attesters/serving/attester-metrics.ts";
import { AttesterMonitor } from "./attesters/serving/attester-monitor.ts";
import { BalancesPublisher } from "./attesters/serving/balances-publisher.ts";
import { VaultMover } from "./attesters/vault-mover.ts";
import { witnessedChain } from "./attesters/witnessed-chain.ts";
import type { ChainMetrics } from "./chain-metrics.ts";
import { Custody } from "./custody/custody.ts";
import { FundedTotal } from "./custody/funded-total.ts";
import { Repairs } from "./custody/repairs.ts";
import { sharedCondition } from "./custody/shared-condition.ts";
import { Departures } from "./departures/departures.ts";
import { NodesWriter } from "./executor/chain-writer.ts";
import { Executor } from "./executor/executor.ts";
import type { ExecutorMetrics } from "./executor/executor-metrics.ts";
import { EngineLedger } from "./executor/ledger.ts";
import { FormerVaults, type SharedWatcherParts } from "./former/former-vaults.ts";
import { ThreadedSigner } from "./keys/threaded-signer.ts";
import type { ChainLink } from "./link/chain-source.ts";
import { Backing } from "./local-chain/backing.ts";
import { PassingTime } from "./local-chain/chain-time.ts";
import type { Reserves } from "./reserves/reserves.ts";
import { askVault, TOKEN_HASH } from "./vault/ask-vault.ts";
import { type UsedVaultNonces, usedNumbers } from "./vault/used-vault-nonces.ts";
import type { OnItsWay } from "./view/chain-view.ts";
import { VenueUnavailable } from "./watcher/send-all.ts";
import { Watcher } from "./watcher/watcher.ts";

const POLL_MS = 2_000;
/**
 * A local node announces each block, and no one waits for the next block there. Now and then its Anvil accepts one of
 * many
 * transactions that arrive together and makes no block for it until it is sent again.
 */
const LOCAL_EXECUTOR_TIMING = { pollMs: 250, rebroadcastMs: 2_000, attestationSeconds: 60 };
/** Most unmined transactions of the operator: nodes of others may drop further ones of the same sender. */
const UNMINED_MAX = 32;
/**
 * A local node mines at once and drops nothing; transactions wait there for its next write to disk, which takes longer
 * the rarer it is.
 */
const LOCAL_UNMINED_MAX = 256;

const NOTHING_KEPT =
  "no record says how far the vault was followed, as after a restore: it is read again from its first block. Deposits that the journal " +
  "does not have are credited. Withdrawals that it does not have were paid from balances that it still has: each is unexplained and stops " +
  "all others, and the vault is short of it (evermark operator custody). Numbers that the vault has used are not used again";

export interface ServiceParts {
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly history: Pick<HistoryReader, "creditedDeposits" | "paidWithdrawals">;
  /** Receives what the vault holds at the moment it is compared with the journal. */
  readonly reserves: Pick<Reserves, "onVault">;
  readonly chainId: number;
  readonly confirmations: number;
  readonly gasPriceMax: bigint;
  /** Whether this process is still the one that credits and pays. */
  readonly leads: () => boolean;
  /** The smallest deposit that opens an account, in micros. */
  readonly accountMinimum: bigint;
  readonly directory: string;
  /** One for each part that can be in trouble. */
  readonly conditions: Readonly<Record<"deposits" | "withdrawals" | "custody" | "attesters", Condition>>;
  readonly metrics: ChainMetrics;
  readonly executorMetrics: ExecutorMetrics;
  readonly attesterMetrics: AttesterMetrics;
  /** The listener for attesters on other machines; null where none may follow. */
  readonly door: AttesterDoor | null;
  readonly log: Logger;
  /** Why nothing can be paid, as far as it is the chain's fault; null while there is no trouble. */
  readonly trouble: () => string | null;
  /** Whether the operator's key attests too: in a sandbox, and where the operator has declared one key to be enough. */
  readonly isOneKey: boolean;
  /** Name of the signing domain in which wallets sign withdrawals. */
  readonly domainName: string;
}

export class ChainServices {
  readonly watcher: Watcher;
  readonly formers: FormerVaults;
  readonly custody: Custody;
  readonly repairs: Repairs;
  readonly departures: Departures;
  readonly usedNumbers: UsedVaultNonces;
  readonly executor: Executor | null;
  #panel: AttesterMonitor | null = null;
  #mover: VaultMover | null = null;
  readonly #backing: Backing | null;
  readonly #time: PassingTime | null;
  readonly #link: ChainLink;
  readonly #engine: EngineReader;
  readonly #metrics: ChainMetrics;
  /** How many of the engine's builders the vault allows deposits of already. */
  #allowed = 0;

  constructor(link: ChainLink, parts: ServiceParts) {
    const { engine, sequencer, history, chainId, confirmations, directory, conditions, log } = parts;
    const { reader, vault, token, owner, deployedBlock, minter } = link;
    const formers = link.formers.map((former) => former.vault);
    this.#link = link;
    this.#engine = engine;
    this.#metrics = parts.metrics;
    const place = `${chainId}-${vault}.json`;
    const funded = new FundedTotal({ reader, vault, formers, deployedBlock, path: join(directory, `funded-${place}`) });
    const backing = minter && new Backing({ engine, funded, minter, log, path: join(directory, `inherited-${place}`) });
    this.#backing = backing;
    const custodyCondition = sharedCondition(conditions.custody);
    const cursorFile = join(directory, `cursor-${place}`);
    const waitingFile = join(directory, `waiting-${place}`);
    // Without that file, reading the logs again finds the deposits that waited for their account.
    if (!existsSync(waitingFile)) rmSync(cursorFile, { force: true });
    this.usedNumbers = usedNumbers([vault, ...formers].map((each) => ({ reader, vault: each })));
    this.departures = new Departures({
      ...{ engine, vault, deployedBlock, log, condition: custodyCondition() },
      findPaid: (account, transaction) => history.paidWithdrawals(account, transaction, sequencer.appliedPosition),
      usedNumbers: this.usedNumbers,
      // On its own chain the sandbox itself is the owner.
      watchesOwner: link.allowBrokers === null,
      path: join(directory, `departures-${place}`),
      formers: formers.map((each) => ({ vault: each, path: join(directory, `departures-${chainId}-${each}.json`) })),
      onNew(isNext) {
        if (engine.commandCount > 0 && minter === null && !isNext) log.warn({ vault }, NOTHING_KEPT);
        // Logs that were never checked for departures are read again from the first block on.
        rmSync(cursorFile, { force: true });
      },
      onChange: (open) => parts.metrics.unexplained(open),
    });
    const deposits = sharedCondition(conditions.deposits);
    const watched: SharedWatcherParts = {
      ...{ reader, engine, sequencer, log, chainId, confirmations, tokenHash: TOKEN_HASH, pollMs: POLL_MS },
      accountMinimum: parts.accountMinimum,
      creditedAs: (references) =>
        history.creditedDeposits(references, sequencer.appliedPosition).catch((error: Error) => {
          throw new VenueUnavailable(error.message);
        }),
      onUncountable: () => parts.metrics.uncountable.add(),
    };
    this.formers = new FormerVaults({
      ...{ reader, confirmations, directory, chainId, watched, deposits, links: link.formers },
      condition: custodyCondition(),
    });
    this.repairs = new Repairs({ reader, vault, formers, confirmations, path: join(directory, `repairs-${place}`) });
    this.custody = new Custody({
      ...{
        reader,
        engine,
        vault,
        formers,
        token,
        repairs: this.repairs,
        log,
        usedNumbers: this.usedNumbers,
        inherited: backing?.inherited ?? 0n,
        condition: custodyCondition(),
      },
      // Funds that former vaults got other than by deposits are in this vault, or move to it.
      funded: {
        add: (logs, upTo) => funded.add(logs, upTo),
        at: async (block) => (await funded.at(block)) + (await this.formers.carried()),
      },
      onLook: (view) => {
        parts.metrics.custody(view);
        parts.reserves.onVault(view);
      },
    });
    const owners = [owner, ...link.formers.map((former) => former.owner)];
    this.watcher = new Watcher({
      ...{ ...watched, vault, deployedBlock, cursorFile, waitingFile, condition: deposits() },
      beside: [...formers, ...(link.allowBrokers === null ? new Set(owners) : [])],
      onLogs: async (handed) => {
        await this.departures.onLogs(handed);
        await this.custody.onLogs(handed);
      },
    });
    this.executor = this.#executorOf(link, parts);
    this.#time = minter && new PassingTime({ engine, minter, log });
  }

  start(): void {
    this.watcher.start();
    this.formers.start();
    this.executor?.start();
  }

  wake(): void {
    this.watcher.wake();
    this.formers.wake();
    this.executor?.wake();
  }

  /** Called every second. */
  async look(): Promise<void> {
    this.#metrics.parked(this.#engine.funds.parkedDeposits().length);
    await this.#allowBrokers();
    await this.#backing?.look();
    await this.#time?.look();
    await this.departures.look();
    await this.#panel?.look();
    await this.formers.look(() => this.#mover?.lacking ?? "");
    if (this.formers.objection !== null) void this.#mover?.look();
    if (this.custody.objection !== null) await this.custody.look();
  }

  /** Recent transactions on a local chain may be lost: they are checked again. */
  doubt(): void {
    this.#backing?.doubt();
    this.#allowed = 0;
  }

  /** A sandbox adds a builder as soon as a request names it; the vault has to allow it as well. */
  async #allowBrokers(): Promise<void> {
    const { brokerIds } = this.#engine;
    if (this.#link.allowBrokers === null || brokerIds.length === this.#allowed) return;
    await this.#link.allowBrokers(brokerIds);
    this.#allowed = brokerIds.length;
  }

  async stop(): Promise<void> {
    this.executor?.stop();
    await this.#panel?.stop();
    await this.watcher.stop();
    await this.formers.stop();
  }

  /** An operator has looked at what halted deposits: they continue. @returns whether they were halted */
  acceptHalt(): boolean {
    return [this.watcher.accept(), this.formers.accept()].includes(true);
  }

  findDeposit(key: string): OnItsWay | undefined {
    return this.watcher.find(key) ?? this.formers.find(key);
  }

  /** @param attests whether the operator's key attests */
  #panelOf(signer: ThreadedSigner, attests: boolean, parts: ServiceParts): AttesterMonitor {
    const { engine, chainId, domainName, directory, sequencer, door, conditions, log } = parts;
    const { reader } = this.#link;
    const vault = { chainId, vault: this.#link.vault };
    const path = join(directory, `signed-${chainId}-${vault.vault}.log`);
    const formers = this.#link.formers.map((former) => former.vault);
    const chain = witnessedChain({ reader, vault: vault.vault, formers });
    const own = attests ? new OwnAttester({ engine, vault, formers, domainName, chain, signer }, path) : null;
    const publisher =
      door &&
      new BalancesPublisher({
        ...{ door, log, chainNow: chain.now, path: join(directory, `balances-${chainId}-${vault.vault}.json`) },
        venueNow: () => engine.now,
        handIn: (data) => this.executor?.handIn({ to: vault.vault, data }),
        positionInVault: async () =>
          (await askVault({ reader, vault: vault.vault }, "publishedBalances", [TOKEN_HASH], "latest")).position,
      });
    const mover =
      formers.length === 0
        ? null
        : new VaultMover({
            ...{ reader, log, vaults: [...formers, vault.vault], lines: () => this.#panel?.reachable() ?? [] },
            handIn: (call) => this.executor?.handIn(call),
          });
    this.#mover = mover;
    return new AttesterMonitor({
      ...{
        reader,
        vault,
        own,
        door,
        publisher,
        mover,
        condition: conditions.attesters,
        metrics: parts.attesterMetrics,
      },
      position: () => sequencer.appliedPosition,
      onChange: () => this.executor?.onAttesters(),
    });
  }

  #executorOf({ operator, nodes, ...link }: ChainLink, parts: ServiceParts): Executor | null {
    const { engine, sequencer, chainId, confirmations, conditions, log, trouble, leads } = parts;
    if (operator === null) {
      conditions.withdrawals.broken("there is no key that pays withdrawals (chain.operator_key): they wait");
      return null;
    }
    conditions.withdrawals.holds();
    const signer = new ThreadedSigner(operator);
    const panel = this.#panelOf(signer, parts.isOneKey && operator.kind === "key", parts);
    this.#panel = panel;
    return new Executor({
      ...{
        reader: link.reader,
        vault: link.vault,
        formers: link.formers,
        deployedBlock: link.deployedBlock,
        chainId,
        confirmations,
        log,
      },
      ledger: new EngineLedger(engine, sequencer, chainId),
      writer: new NodesWriter(nodes),
      signer,
      attesters: () => panel.reachable(),
      mayAct: leads,
      priceCeiling: parts.gasPriceMax,
      unminedMax: link.minter === null ? UNMINED_MAX : LOCAL_UNMINED_MAX,
      mayPay: () => trouble() ?? this.departures.objection ?? this.custody.objection ?? this.formers.objection,
      isAccepted: (transaction) => this.departures.isAccepted(transaction),
      condition: conditions.withdrawals,
      metrics: parts.executorMetrics,
      ...(link.minter !== null && { timing: LOCAL_EXECUTOR_TIMING }),
    });
  }
}
