// The venue's chain, from start to stop: it is linked once it can be reached, followed while it is available, and given
// up when it is another chain than before. A chain that is away, wrong or forgetful never stops or delays trading: its
// trouble is a condition that `/health` shows, one line in the log, and the reason why deposits and withdrawals wait.

import { mkdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import type { Logger } from "pino";
import type { Hex } from "viem";
import type { Configuration } from "../configuration/configuration.ts";
import { usualFinality } from "../configuration/values/finality.ts";
import type { ChainAnswer } from "../operation/acts/sandbox-controls.ts";
import type { Metrics } from "../operation/reports/metrics.ts";
import type { Condition, Readiness } from "../operation/reports/readiness.ts";
import { AttesterDoor } from "./attesters/serving/attester-door.ts";
import { attesterMetrics } from "./attesters/serving/attester-metrics.ts";
import { BlockPace } from "./block-pace.ts";
import { type ChainMetrics, chainMetrics } from "./chain-metrics.ts";
import { ChainServices, type ServiceParts } from "./chain-services.ts";
import { type CheckedTerms, custodyTerms, requireSafeTerms } from "./custody/custody-check.ts";
import { executorMetrics } from "./executor/executor-metrics.ts";
import { vaultFiles } from "./kept/chain-files.ts";
import type { SharedFiles } from "./kept/shared-files.ts";
import { findOperatorKey, type OperatorKey } from "./keys/operator-key.ts";
import type { ChainLink, ChainSource, SourceListener } from "./link/chain-source.ts";
import { RemoteChain } from "./link/remote-chain.ts";
import { LocalChain } from "./local-chain/local-chain.ts";
import { findAnvil } from "./local-node/anvil-program.ts";
import { forwardRequest } from "./local-node/node-question.ts";
import type { Block } from "./rpc/chain-reader.ts";
import type { NodeMetrics } from "./rpc/node-states.ts";
import { isTrouble } from "./rpc/trouble.ts";
import type { ChainView, CustodyView, Departure, OnItsWay } from "./view/chain-view.ts";

/** The parts of the venue that the chain reads from and writes to. */
interface Ledger extends Pick<ServiceParts, "engine" | "sequencer" | "history" | "reserves" | "leads"> {
  /** Notes shared by several nodes; null for a venue with a single node. */
  readonly notes: SharedNotes | null;
}

interface ChainParts {
  readonly configuration: Configuration;
  /** Directory of all files about the chain. */
  readonly directory: string;
  /** The journal's directory; attesters follow the journal. */
  readonly journal: string;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly log: Logger;
  /** Shared with everything else that asks nodes. */
  readonly nodeMetrics: NodeMetrics;
}

const EXPLAINED = "the journal explains all of it, or the chain does not have it";
const CONNECTING = "the chain is being connected to";
const NOT_BACKED =
  "a sandbox's faucet gives balances that the vault does not hold: an account that has one can withdraw what others deposit, so use " +
  "a vault of play money";
const LOOK_MS = 1_000;
/** The head is read once in this many looks. */
const LOOKS_PER_HEAD = 3;
const LINK_PAUSE_MS = { first: 500, most: 30_000 };
/** Chains used in production have blocks more often than that. */
const HEAD_AGE_MAX_MS = 180_000;

/**
 * Null for a venue without a chain. A local node begins to start.
 * @throws {ConfigurationMistake} the operator's key can't be found; in production, the custody is unsafe; the attesters'
 *   port can't be listened on
 */
export async function beginChain(parts: ChainParts): Promise<Chain | null> {
  const { nodes, operatorKey: source, operatorAddress: address, signerSecret: secret } = parts.configuration.chain;
  if (nodes === "off") return null;
  const program = nodes === "local" ? findAnvil() : undefined;
  if (nodes === "local" && program === undefined) {
    parts.log.warn("there is no Anvil for this platform: the sandbox runs without a chain, as with --chain off");
    return null;
  }
  const place = { environment: process.env, directory: process.cwd() };
  const isRemote = nodes !== "local" && source !== null;
  if (nodes !== "local" && parts.configuration.mode === "sandbox") parts.log.warn(NOT_BACKED);
  const operator = isRemote ? await findOperatorKey({ source, address, secret, ...place }) : null;
  const terms = custodyTerms(parts.configuration, operator);
  if (terms !== null) requireSafeTerms(terms, parts.log);
  mkdirSync(parts.directory, { recursive: true });
  const door = await openAttesterDoor(parts);
  const chain = new Chain(parts, { program, operator, terms, door });
  try {
    await chain.requireSafe();
    return chain;
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

/** Null where no attesters may follow. */
async function openAttesterDoor({ configuration, journal, log }: ChainParts): Promise<AttesterDoor | null> {
  const { host, port } = configuration.attesters;
  return port === "off" ? null : AttesterDoor.open({ directory: journal, host, port, log });
}

/** What was found out before the chain is constructed. */
interface ChainBeginning {
  /** Path of a local node's Anvil. */
  readonly program: string | undefined;
  readonly operator: OperatorKey | null;
  readonly terms: CheckedTerms | null;
  readonly door: AttesterDoor | null;
}

export class Chain implements ChainView {
  readonly #parts: ChainParts;
  readonly #door: AttesterDoor | null;
  readonly #source: ChainSource;
  readonly #metrics: ChainMetrics;
  readonly #condition: Condition;
  readonly #services: Omit<ServiceParts, keyof Ledger>;
  readonly #stopping = new AbortController();
  /** The files that the next leading node needs; null for a venue with a single node. */
  #files: SharedFiles | null = null;
  #leads = () => true;
  #link: ChainLink | undefined;
  #running: ChainServices | undefined;
  #loop: Promise<void> = Promise.resolve();
  #head: Block | undefined;
  readonly #pace = new BlockPace();
  #nodeTrouble: string | null = null;
  #linkTrouble: string | null = CONNECTING;
  /** The trouble logged last: each change is one line in the log. */
  #said: string | null = CONNECTING;

  constructor(parts: ChainParts, { program, operator, terms, door }: ChainBeginning) {
    const { configuration, directory, metrics, readiness, log } = parts;
    const { chain, chainId } = configuration;
    this.#parts = parts;
    this.#door = door;
    this.#metrics = chainMetrics(metrics.registry);
    this.#condition = readiness.useful("chain");
    this.#services = {
      ...{ chainId, directory, log, confirmations: chain.confirmations, gasPriceMax: chain.gasPriceMax },
      accountMinimum: BigInt(chain.accountMinimum),
      conditions: {
        deposits: readiness.useful("deposits"),
        withdrawals: readiness.useful("withdrawals"),
        custody: readiness.useful("custody"),
        attesters: readiness.useful("attesters"),
      },
      door,
      metrics: this.#metrics,
      executorMetrics: executorMetrics(metrics.registry),
      attesterMetrics: attesterMetrics(metrics.registry),
      trouble: () => this.trouble,
      isOneKey: chain.isOneKey,
      domainName: configuration.withdrawDomainName,
    };
    this.#say();
    const shared = { directory, log, metrics: parts.nodeMetrics };
    const { nodes: urls } = chain;
    this.#source =
      program !== undefined
        ? new LocalChain({ ...shared, program, configuration, listener: this.#listener() })
        : new RemoteChain({
            ...shared,
            urls: urls as readonly string[],
            configuration,
            operator,
            terms,
          });
  }

  /** @throws {ConfigurationMistake} the custody is unsafe, as far as that can be seen now */
  async requireSafe(): Promise<void> {
    await this.#source.requireSafe();
  }

  /** From here on deposits are credited and withdrawals paid. Returns at once. */
  start({ notes, ...ledger }: Ledger): void {
    this.#files = notes && vaultFiles(notes, this.#parts.directory);
    this.#leads = ledger.leads;
    this.#loop = this.#run(ledger);
  }

  /** When it has returned, nothing more is submitted, and a local node has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    this.#door?.stop();
    await this.#source.stop();
    await this.#loop;
  }

  /**
   * Mints test USDC into a wallet, and gives it gas.
   * @returns the transaction; null where there is no local chain, or not now
   */
  async fundWallet(wallet: Hex, amount: bigint): Promise<Hex | null> {
    const minter = this.#link?.minter ?? null;
    return minter === null || this.#nodeTrouble !== null ? null : minter.forWallet(wallet, amount);
  }

  /** Passes an RPC request to the node of a local chain. @returns null where there is none, or not now */
  async askNode(method: string, params: readonly unknown[]): Promise<ChainAnswer | null> {
    const url = this.isLocal ? this.publicRpc : null;
    return url === null || this.#nodeTrouble !== null ? null : forwardRequest(url, method, params);
  }

  get chainId(): number {
    return this.#parts.configuration.chainId;
  }

  get confirmations(): number {
    const { confirmations, finality } = this.#parts.configuration.chain;
    // Where the nodes say what is final, the confirmations needed are at least the present distance from head to final
    // block.
    return finality === "count" || this.safe < 0 ? confirmations : Math.max(confirmations, this.head - this.safe);
  }

  get isLocal(): boolean {
    return this.#parts.configuration.chain.nodes === "local";
  }

  get publicRpc(): string | null {
    return this.#source.publicRpc;
  }

  get explorer(): string | null {
    return this.#parts.configuration.chain.explorer;
  }

  get vault(): Hex | null {
    return this.#link?.vault ?? this.#parts.configuration.chain.vault;
  }

  get token(): Hex | null {
    return this.#link?.token ?? null;
  }

  get head(): number {
    return Math.max(this.#head?.number ?? -1, this.#running?.watcher.view.head ?? -1);
  }

  get safe(): number {
    const { confirmations, finality } = this.#parts.configuration.chain;
    const counted = Math.max(-1, this.head - confirmations);
    return finality === "count" ? counted : Math.min(counted, this.#running?.watcher.view.safe ?? -1);
  }

  get headAt(): number {
    return (this.#head?.timestamp ?? 0) * 1_000;
  }

  get blockMs(): number | null {
    // With 0 seconds, a block is made as soon as there is a transaction for it.
    return this.isLocal ? this.#parts.configuration.chain.local.blockSeconds * 1_000 : this.#pace.blockMs;
  }

  findDeposit(key: string): OnItsWay | undefined {
    return this.#running?.findDeposit(key);
  }

  findWithdrawal(withdrawalId: number): OnItsWay | undefined {
    return this.#running?.executor?.find(withdrawalId);
  }

  get custody(): CustodyView | null {
    return this.#running?.custody.view ?? null;
  }

  lookAtVault(): void {
    const looking = this.#running?.custody.look() ?? Promise.resolve();
    looking.catch((err) => this.#parts.log.warn({ err }, "the vault could not be checked"));
  }

  get unexplained(): readonly Departure[] {
    return this.#running?.departures.open ?? [];
  }

  async acceptDeparture(transaction: string): Promise<string | null> {
    if (this.#running === undefined) return this.#whyNotServed;
    if (!this.#running.departures.accept(transaction)) return EXPLAINED;
    await this.#share();
    return null;
  }

  async bookRepair(transaction: string): Promise<string | null> {
    if (this.#running === undefined || this.trouble !== null) return this.#whyNotServed;
    try {
      const why = await this.#running.repairs.book(transaction.toLowerCase() as Hex);
      if (why === null) await this.#share();
      return why;
    } catch (error) {
      if (isTrouble(error)) return error.message;
      throw error;
    }
  }

  async isNonceUsed(accountId: string, nonce: number): Promise<boolean> {
    if (this.#running === undefined || this.trouble !== null) return false;
    try {
      return await this.#running.usedNumbers.isDone({ accountId: accountId as Hex, nonce: BigInt(nonce) });
    } catch (error) {
      if (isTrouble(error)) return false;
      throw error;
    }
  }

  get trouble(): string | null {
    return this.#nodeTrouble ?? this.#linkTrouble;
  }

  acceptHalt(): boolean {
    return this.#running?.acceptHalt() ?? false;
  }

  async #run(ledger: Omit<Ledger, "notes">): Promise<void> {
    let pauseMs = LINK_PAUSE_MS.first;
    while (!this.#isStopping) {
      try {
        const link = await this.#source.link();
        if (this.#isStopping) return;
        this.#open(link);
        pauseMs = LINK_PAUSE_MS.first;
        await this.#follow(link, { ...this.#services, ...ledger });
      } catch (error) {
        if (this.#isStopping) return;
        this.#linkTrouble = sentenceOf(error);
        this.#say();
      }
      await this.#running?.stop();
      this.#running = undefined;
      await this.#sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LINK_PAUSE_MS.most);
    }
  }

  #open(link: ChainLink): void {
    this.#link = link;
    this.#linkTrouble = null;
    const { vault, token, deployedBlock, operator } = link;
    const { configuration, log } = this.#parts;
    const { confirmations, finality } = configuration.chain;
    const { restsOn } = usualFinality(configuration.chainId);
    const final = { confirmations, finality, ...(this.isLocal ? {} : { restsOn }) };
    log.info(
      { vault, token, deployedBlock, operatorAddress: operator?.address, rpc: this.publicRpc, ...final },
      "the chain is followed",
    );
    this.#say();
  }

  /** Runs the services while this process is the one that credits and pays. */
  async #serve(link: ChainLink, parts: ServiceParts): Promise<void> {
    const leads = parts.leads();
    if (leads === (this.#running !== undefined)) return;
    if (leads) {
      // If the files can't be taken over now, or not by this node, the next look tries again.
      if ((await this.#files?.take()) === false) return;
      this.#running = new ChainServices(link, parts);
      return this.#running.start();
    }
    const { conditions, log } = parts;
    await this.#running?.stop();
    this.#running = undefined;
    this.#door?.rest();
    log.info("another node credits deposits and pays withdrawals");
    // The node that leads reports what is wrong with them.
    for (const condition of Object.values(conditions)) condition.holds();
  }

  /** @throws when the chain is no longer the one that was linked */
  async #follow(link: ChainLink, parts: ServiceParts): Promise<void> {
    for (let looks = 0; !this.#isStopping; looks++) {
      await this.#serve(link, parts);
      if (looks % LOOKS_PER_HEAD === 0) await this.#lookAtHead(link);
      await this.#running?.look().catch((err) => this.#parts.log.warn({ err }, "custody could not be checked"));
      await this.#share();
      await this.#sleep(LOOK_MS);
    }
  }

  get #whyNotServed(): string {
    return this.#leads()
      ? "the chain can't be read now"
      : "another node leads, and looks after the vault: ask that one";
  }

  /** Shares the files with the next node that leads. A failure is tried again a second later. */
  async #share(): Promise<void> {
    if (this.#running === undefined) return;
    await this.#files?.share().catch((err) => this.#parts.log.warn({ err }, "the chain's files can't be read"));
  }

  async #lookAtHead(link: ChainLink): Promise<void> {
    const wasAway = this.#linkTrouble !== null;
    let trouble: string | null = null;
    try {
      this.#head = await link.reader.head();
      this.#pace.see(this.#head);
      const ageMs = Math.max(0, Date.now() - this.headAt);
      this.#metrics.heads(this.head, this.safe, ageMs / 1_000);
      if (this.#parts.configuration.mode === "production" && ageMs > HEAD_AGE_MAX_MS) {
        trouble = `the chain's newest block, ${this.head}, is ${Math.floor(ageMs / 1_000)} s old: its nodes lag, or it stands still`;
      }
    } catch (error) {
      trouble = `the chain can't be read: ${sentenceOf(error)}; deposits and withdrawals wait`;
    }
    // A chain that comes back may be another one.
    if (wasAway && trouble === null) await this.#source.verify(link);
    if (this.#linkTrouble === trouble) return;
    this.#linkTrouble = trouble;
    this.#say();
  }

  #listener(): SourceListener {
    return {
      onNews: () => this.#running?.wake(),
      onState: (trouble) => {
        // A node that comes back is checked before it is trusted.
        if (this.#nodeTrouble !== null && trouble === null && this.#running !== undefined) {
          this.#linkTrouble ??= "the chain is being connected to again";
        }
        this.#nodeTrouble = trouble;
        this.#say();
      },
      onRestart: () => {
        this.#metrics.restarts.add();
        this.#running?.doubt();
      },
    };
  }

  #say(): void {
    const { trouble } = this;
    if (trouble === null) this.#condition.holds();
    else this.#condition.broken(trouble);
    if (trouble !== null && trouble !== this.#said) this.#parts.log.warn({ trouble }, "the chain is in trouble");
    this.#said = trouble;
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #sleep(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

/** The first line of the message: no stack, and not the many lines that some libraries add. */
function sentenceOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}
