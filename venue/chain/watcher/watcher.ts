// Follows the vault: whatever its nodes do, each deposit that the chain keeps is credited exactly once, when it is deep
// enough, and nothing else ever is. Every round reads everything that is not final again; the cursor moves only over
// final, processed blocks, so a round that is interrupted anywhere is simply repeated. Vault 8.
//
// Events that can't happen on an honest chain (a final block is replaced, the vault gives a number twice) stop everything
// here until an operator has looked at them, because credits can't be undone.

import type { Sequencer } from "@evermark/core";
import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import type { Hex } from "viem";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { Block, ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";
import type { OnItsWay } from "../view/chain-view.ts";
import { Cursor, type Place } from "./block-cursor.ts";
import { type CreditedAs, DepositSubmitter } from "./deposit-submitter.ts";
import { LogScan } from "./log-scan.ts";
import { Rounds } from "./rounds.ts";
import { sendAll, VenueUnavailable } from "./send-all.ts";
import { readVaultLogs, type VaultDelegate, type VaultDeposit } from "./vault-logs.ts";
import { WaitingDeposits } from "./waiting-deposits.ts";

/**
 * Logs of the vault, and of the addresses beside it, that the watcher itself does not process, among them outcomes of
 * withdrawals.
 */
export interface HandedLogs {
  readonly logs: readonly ChainLog[];
  /** Whether they can no longer be replaced. Logs that are not final are all handed over again each round. */
  readonly final: boolean;
  /** The block up to which they are complete, since the final ones handed over before. */
  readonly upTo: Block;
  /** The block after which they begin. */
  readonly since: number;
  /** Sum of deposits in the same blocks that are not credited yet, in the token's smallest unit; 0 where all is final. */
  readonly deposited: bigint;
}

export interface WatcherParts {
  readonly reader: ChainReader;
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly log: Logger;
  /** Holds while deposits are credited. */
  readonly condition: Condition;
  readonly chainId: number;
  /** In lower case, like all addresses and hashes. */
  readonly vault: Hex;
  /** Further addresses whose logs are handed over with the vault's. */
  readonly beside: readonly Hex[];
  /** The block in which the vault was deployed. */
  readonly deployedBlock: number;
  readonly tokenHash: Hex;
  /** How many blocks on top of its block make a log final. */
  readonly confirmations: number;
  /** File of the cursor; null for none. */
  readonly cursorFile: string | null;
  /** File of deposits that are too small to open an account; null for none. */
  readonly waitingFile: string | null;
  /** The smallest sum of deposits that opens an account. */
  readonly accountMinimum: bigint;
  readonly pollMs: number;
  /** What the journal has credited under these references. @throws when that is not known now */
  readonly creditedAs: (references: readonly string[]) => Promise<readonly CreditedAs[]>;
  /** Called with each final deposit of an amount that can't be counted. */
  readonly onUncountable: () => void;
  /** Final logs are handed over again if it rejects, or if the venue ends before the next ones are. */
  readonly onLogs: (handed: HandedLogs) => Promise<void>;
}

export interface WatcherView {
  /** Heights as of the last round; -1 before the first. */
  readonly head: number;
  readonly safe: number;
  /** Everything up to here is processed for good. */
  readonly cursor: number;
  /** Why nothing is credited until an operator has looked at it; "" while not halted. */
  readonly halted: string;
}

/** This many failures in a row break the condition: a node that does not answer once is no news. */
const FAILURES_SAID = 3;
/** While it catches up, the cursor is saved every so many blocks. */
const BLOCKS_PER_SAVE = 1_000;

export class Watcher {
  readonly #parts: WatcherParts;
  readonly #cursor: Cursor;
  readonly #scan: LogScan;
  readonly #submitter: DepositSubmitter;
  readonly #waiting: WaitingDeposits;
  /** The number of accounts when waiting deposits were last checked. */
  #accounts = -1;
  readonly #rounds: Rounds;
  #head = -1;
  #safe = -1;
  /** Hash of the head of the last round that left nothing to do. */
  #done: Hex = "0x";
  #halted = "";
  #isAccepted = false;
  #stopped = false;

  constructor(parts: WatcherParts) {
    const { reader, engine, vault, chainId, deployedBlock, cursorFile: path } = parts;
    this.#parts = parts;
    this.#cursor = new Cursor({ path, chainId, vault, deployedBlock, commands: () => engine.commandCount });
    this.#scan = new LogScan(reader, [vault, ...parts.beside]);
    this.#waiting = new WaitingDeposits(parts.waitingFile, vault);
    this.#submitter = new DepositSubmitter({ ...parts, waiting: this.#waiting });
    this.#rounds = new Rounds(parts.pollMs, () => this.#try());
  }

  start(): void {
    this.#rounds.start();
  }

  /** A new block may be there: starts a round at once. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Resolves when no command is outstanding and the cursor is saved. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#rounds.stop();
    await this.#save();
  }

  get view(): WatcherView {
    return { head: this.#head, safe: Math.max(-1, this.#safe), cursor: this.#cursor.place.block, halted: this.#halted };
  }

  /** @param key of a deposit that is not final, on its chain. Undefined for one that the last round did not see */
  find(key: string): OnItsWay | undefined {
    const block = this.#submitter.blockOf(key);
    return block === undefined ? undefined : { block, payableAt: null, isHeld: this.#halted !== "" };
  }

  /** An operator has looked at what halted it: the chain is trusted as it is now. @returns whether it was halted */
  accept(): boolean {
    if (this.#halted === "") return false;
    this.#parts.log.warn({ halted: this.#halted }, "an operator has resumed the watcher");
    this.#halted = "";
    this.#isAccepted = true;
    this.#done = "0x";
    this.wake();
    return true;
  }

  /**
   * Runs one round.
   * @returns whether there is more to read at once
   * @throws {ChainTrouble} when the chain can't be read
   * @throws {VenueUnavailable} when the venue accepts no commands
   */
  async round(): Promise<boolean> {
    const { reader, condition, confirmations } = this.#parts;
    const head = await reader.head();
    this.#head = head.number;
    if (this.#halted !== "") return false;
    if (head.hash === this.#done) {
      await this.#creditWaiting();
      condition.holds();
      return false;
    }
    if (!(await this.#isOnItsChain(head))) return false;

    const safe = await reader.final(head, confirmations);
    this.#safe = safe;
    if (safe > this.#cursor.place.block) {
      await this.#settle(safe, head);
      if (this.#halted !== "") return false;
      if (safe > this.#cursor.place.block) return true;
    }
    await this.#preview(head);
    await this.#creditWaiting();
    await this.#save();
    this.#isAccepted = false;
    this.#done = head.hash;
    condition.holds();
    return false;
  }

  async #creditWaiting(): Promise<void> {
    const { accountCount } = this.#parts.engine;
    if (accountCount === this.#accounts) return;
    await this.#submitter.creditWaiting();
    this.#accounts = accountCount;
  }

  async #try(): Promise<"again" | "later" | "failed"> {
    try {
      return (await this.round()) ? "again" : "later";
    } catch (error) {
      if (this.#stopped) return "later";
      const isExpected = isTrouble(error) || error instanceof VenueUnavailable;
      const why = (error as Error).message;
      if (isExpected) this.#parts.log.warn({ why }, "the vault's logs could not be followed; retrying");
      else this.#parts.log.error({ err: error }, "following the vault failed; retrying");
      if (this.#halted === "" && this.#rounds.failures + 1 >= FAILURES_SAID) {
        this.#parts.condition.broken("the chain can't be read for now: deposits wait");
      }
      return "failed";
    }
  }

  /** Whether the cursor's block is still in the chain; otherwise rewinds to the last common block, or halts. */
  async #isOnItsChain(head: Block): Promise<boolean> {
    const { condition, log } = this.#parts;
    const { place } = this.#cursor;
    if (head.number < place.block) {
      condition.broken(`the chain is at block ${head.number}, behind block ${place.block}, which was final`);
      return false;
    }
    if (await this.#isThere(place)) return true;
    const common = await this.#lastInCommon();
    const lost = place.logs - common.logs;
    if (lost > 0 && !this.#isAccepted) {
      this.#halt(
        `the chain has replaced blocks after ${common.block} that were final, with ${lost} of the vault's logs`,
      );
      return false;
    }
    log.warn(
      { from: place.block, to: common.block, lost },
      "final blocks were replaced: rereading from the last common block",
    );
    this.#rewind(common);
    return true;
  }

  #rewind(place: Place): void {
    this.#cursor.rewind(place);
    this.#waiting.forgetAfter(place.block);
  }

  async #isThere({ block, hash }: Place): Promise<boolean> {
    return hash === "0x" || (await this.#parts.reader.block(block))?.hash === hash;
  }

  async #lastInCommon(): Promise<Place> {
    const places = this.#cursor.back();
    for (const place of places) if (await this.#isThere(place)) return place;
    return places.at(-1)!;
  }

  /** Processes the next final logs, up to `safe` at most, and moves the cursor over them. */
  async #settle(safe: number, head: Block): Promise<void> {
    const { place } = this.#cursor;
    const { to, logs } = await this.#scan.next(place.block + 1, safe);
    // The logs are deep enough under this head only: if another branch has replaced it, they may have fewer
    // confirmations.
    const still = await this.#parts.reader.block(head.number);
    if (still?.hash !== head.hash) throw new ChainTrouble("elsewhere", `block ${head.number} was replaced meanwhile`);
    const { deposits, delegates, others } = readVaultLogs(logs, this.#parts.vault);
    const last = this.#inSequence(deposits, place);
    if (this.#halted !== "" || this.#stopped) return;
    await this.#submitter.credit(deposits);
    await this.#announce(delegates);
    await this.#parts.onLogs({ logs: others, final: true, since: place.block, upTo: to, deposited: 0n });
    if (this.#stopped) return;
    this.#cursor.advance({ ...last, block: to.number, hash: to.hash, logs: place.logs + logs.length });
    await this.#save(BLOCKS_PER_SAVE);
  }

  /** Shows deposits that are not final yet. */
  async #preview(head: Block): Promise<void> {
    const deposits: VaultDeposit[] = [];
    const others: ChainLog[] = [];
    for (let from = this.#cursor.place.block + 1; from <= head.number; ) {
      const { to, logs } = await this.#scan.next(from, head);
      const read = readVaultLogs(logs, this.#parts.vault);
      deposits.push(...read.deposits);
      others.push(...read.others);
      from = to.number + 1;
    }
    if (this.#stopped) return;
    await this.#submitter.show(deposits, head.number);
    const { block: since } = this.#cursor.place;
    const deposited = this.#submitter.amountOnItsWay(deposits);
    await this.#parts.onLogs({ logs: others, final: false, since, upTo: head, deposited });
  }

  /**
   * The vault numbers its deposits: a missing number means that a node hides a deposit, and a repeated one can't happen.
   * @returns the last number and its block, or those of `place`
   * @throws {ChainTrouble} `incomplete`
   */
  #inSequence(deposits: readonly VaultDeposit[], place: Place): Pick<Place, "deposits" | "lastDepositBlock"> {
    let { deposits: number, lastDepositBlock } = place;
    for (const { nonce, log } of deposits) {
      if (nonce > BigInt(number) + 1n) {
        // The missing deposit may be anywhere after the last one, also behind the cursor.
        this.#rewind(this.#cursor.back().find(({ block }) => block < lastDepositBlock) ?? place);
        const missing = `deposit ${number + 1} of the vault is missing before ${nonce} in block ${log.block}`;
        this.#parts.condition.broken(`${missing}: nothing is credited until a node shows it`);
        throw new ChainTrouble("incomplete", missing);
      }
      if (nonce <= BigInt(number)) {
        if (!this.#isAccepted) this.#halt(`the vault gave number ${nonce} twice, at last in ${log.transaction}`);
        continue;
      }
      number++;
      lastDepositBlock = log.block;
    }
    return { deposits: number, lastDepositBlock };
  }

  /** The file only saves reading processed blocks again; nothing depends on it. */
  async #save(blocksLeast?: number): Promise<void> {
    try {
      await this.#cursor.save(blocksLeast);
    } catch (err) {
      this.#parts.log.warn({ err }, "the position up to which the vault is followed could not be saved");
    }
  }

  async #announce(delegates: readonly VaultDelegate[]): Promise<void> {
    const { sequencer, chainId } = this.#parts;
    const ours = delegates.filter((delegate) => delegate.chainId === BigInt(chainId));
    // An announcement that is known already is refused, which does no harm.
    await sendAll(
      sequencer,
      ours.map(({ accountId, signer, log }) => {
        const { transaction, block, index: logIndex } = log;
        return { type: "announce_delegate", accountId, signer, transaction, block, logIndex };
      }),
    );
  }

  #halt(why: string): void {
    this.#halted = why;
    this.#parts.log.error({ why }, "deposits are halted until an operator has looked at the chain");
    this.#parts.condition.broken(`${why}: deposits are halted until an operator accepts it`);
  }
}
