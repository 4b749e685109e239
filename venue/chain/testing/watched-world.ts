// A watcher and a real engine whose invariants are recomputed after each command. The venue can be made to refuse
// commands from any point on, and the watcher can be dropped and created again, as after a crash. The chain is scripted,
// or any other.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOfText } from "@evermark/contracts";
import type { Sequencer, Submitted, Unavailable, Unstamped } from "@evermark/core";
import { type Command, Engine, type FundsEvent, feeE5, millis, silent } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import pino, { type Logger } from "pino";
import type { Hex } from "viem";
import { createMetrics } from "../../operation/reports/metrics.ts";
import { Readiness } from "../../operation/reports/readiness.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { MajorityReader } from "../rpc/majority-reader.ts";
import { NodeReader } from "../rpc/node-reader.ts";
import { type NodeMetrics, NodeStates, nodeMetrics } from "../rpc/node-states.ts";
import { isTrouble } from "../rpc/trouble.ts";
import type { CreditedAs } from "../watcher/deposit-submitter.ts";
import { VenueUnavailable } from "../watcher/send-all.ts";
import { type HandedLogs, Watcher, type WatcherParts } from "../watcher/watcher.ts";
import { SCRIPTED_VAULT, ScriptedChain, type ScriptedNode } from "./scripted-chain.ts";

export const BROKER = "demo";
const START = 1_779_269_143_700;

export type DepositEvent = Extract<FundsEvent, { readonly type: "deposit" }>;

interface WatchedTerms {
  readonly reader: (log: Logger, metrics: NodeMetrics) => ChainReader;
  readonly vault: Hex;
  readonly deployedBlock: number;
  readonly confirmations: number;
  /** Default 0. */
  readonly accountMinimum?: bigint;
}

export class WatchedVenue {
  engine = new Engine();
  readonly confirmations: number;
  readonly readiness: Readiness;
  /** Events of deposits, in order. */
  readonly reported: DepositEvent[] = [];
  readonly #all: DepositEvent[] = [];
  readonly handed: HandedLogs[] = [];
  readonly logged: string[] = [];
  /** This many commands are made durable, and then none. */
  commandsLeft = Number.POSITIVE_INFINITY;
  isAudited = true;
  /** Final deposits of amounts that can't be counted. */
  uncountable = 0;
  #commands = 0;
  watcher: Watcher;
  readonly #parts: WatcherParts;
  readonly #directory = mkdtempSync(join(tmpdir(), "watcher-test-"));

  constructor({ reader, vault, deployedBlock, confirmations, accountMinimum = 0n }: WatchedTerms) {
    this.confirmations = confirmations;
    const log = pino({ base: null }, { write: (line: string) => void this.logged.push(line) });
    const metrics = createMetrics();
    this.readiness = new Readiness(metrics.conditions);
    this.#parts = {
      reader: reader(log, nodeMetrics(metrics.registry)),
      engine: this.engine,
      sequencer: this.#sequencer(),
      log,
      condition: this.readiness.useful("deposits"),
      chainId: 196,
      vault,
      beside: [],
      deployedBlock,
      tokenHash: hashOfText("USDC"),
      confirmations,
      cursorFile: join(this.#directory, "cursor.json"),
      waitingFile: join(this.#directory, "waiting.json"),
      accountMinimum,
      pollMs: 1,
      creditedAs: async (references) => this.#creditedAs(references),
      onUncountable: () => this.uncountable++,
      onLogs: async (handed) => void this.handed.push(handed),
    };
    this.watcher = new Watcher(this.#parts);
    this.#addBroker();
  }

  #addBroker(): void {
    this.apply({ type: "add_broker", brokerId: BROKER, takerFee: feeE5(60), makerFee: feeE5(30) });
  }

  /** Opens an account that is registered. */
  openAccount(wallet: string): number {
    const accountId = accountIdOf(wallet, BROKER);
    return this.apply({ type: "open_account", accountId, wallet, brokerId: BROKER }).created;
  }

  apply(command: Unstamped): Submitted {
    const now = millis(START + ++this.#commands);
    const funds = (event: FundsEvent): void => {
      if (event.type !== "deposit") return;
      this.reported.push(event);
      this.#all.push(event);
    };
    const answer = this.engine.apply({ ...command, at: now } as Command, { ...silent, funds });
    if (this.isAudited) this.engine.audit();
    return { ...answer, position: 0, at: now };
  }

  /** Runs rounds until nothing is left to read. @returns false when the chain or the disk has failed */
  async look(): Promise<boolean> {
    try {
      while (await this.watcher.round());
      return true;
    } catch (error) {
      if (isTrouble(error) || error instanceof VenueUnavailable) return false;
      throw error;
    }
  }

  /** The journal is reset to before its first command. */
  forgetJournal(): void {
    this.engine = new Engine();
    this.#addBroker();
  }

  /** Restarts as after a crash: only durable state is left. */
  restart({ withoutCursor = false } = {}): void {
    if (withoutCursor) rmSync(join(this.#directory, "cursor.json"), { force: true });
    this.watcher = new Watcher({ ...this.#parts, engine: this.engine });
  }

  credited(): DepositEvent[] {
    return this.reported.filter(({ state }) => state === "COMPLETED");
  }

  /** The credited deposits, as history has them. */
  #creditedAs(references: readonly string[]): CreditedAs[] {
    const credited = this.#all.filter(
      ({ state, reference }) => state === "COMPLETED" && references.includes(reference),
    );
    return credited.map(({ key, ...deposit }) => ({ ...deposit, chainKey: key }));
  }

  [Symbol.dispose](): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #sequencer(): Sequencer {
    const send = async (command: Unstamped): Promise<Submitted | Unavailable> =>
      this.commandsLeft-- > 0 ? this.apply(command) : { unavailable: "the disk is full" };
    return {
      send,
      submit: (command, done) => void send(command).then(done),
      submitAt: (_, command, done) => void send(command).then(done),
      appliedPosition: 0,
    };
  }
}

interface WorldTerms extends Pick<WatchedTerms, "accountMinimum"> {
  readonly nodes?: number;
  readonly confirmations?: number;
}

/** A watched venue on a scripted chain. */
export class WatchedWorld extends WatchedVenue {
  readonly chain: ScriptedChain;
  readonly nodes: readonly ScriptedNode[];

  constructor({ nodes: count = 1, confirmations = 3, accountMinimum = 0n }: WorldTerms = {}) {
    const chain = new ScriptedChain();
    const nodes = Array.from({ length: count }, (_, i) => chain.node(`node${i}`));
    super({
      vault: SCRIPTED_VAULT,
      deployedBlock: 1,
      confirmations,
      accountMinimum,
      reader: (log, metrics) => {
        const readers = nodes.map((node) => new NodeReader(node));
        return new MajorityReader(readers, new NodeStates(log, metrics));
      },
    });
    this.chain = chain;
    this.nodes = nodes;
  }
}
