// Watches one chain in rounds: reads movements, has the deposits in them processed, and stores how far it is. A round
// that fails changes nothing that the next one would not do again. Rules 9.2.

import { isUnavailable, type Sequencer, type Unstamped } from "@evermark/core";
import { type EngineReader, rejectionWords } from "@evermark/engine";
import type { Logger } from "pino";
import { releases } from "../reserves/tokens/held-back.ts";
import type { TokenLimits } from "../reserves/tokens/token-limits.ts";
import { readTreasury } from "../reserves/treasury.ts";
import type { TreasuryReport } from "../reserves/treasury-rows.ts";
import type { Block, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import { type Decision, decide, type Known } from "./decisions.ts";
import { type Movement, readMovements } from "./movements.ts";
import { type PlaceInChain, readPlace, writePlace } from "./place-in-chain.ts";
import type { ReceiverAccounts } from "./receiver-accounts.ts";
import type { ReceiverChain } from "./receiver-chain.ts";
import { balanceName, depositsIn, type ReceiverDeposit } from "./receiver-deposits.ts";
import type { StrayCoins } from "./stray-coin.ts";
import type { BalanceSweeper } from "./sweeper.ts";
import { treasuryReport } from "./treasury-report.ts";

/** With a backlog of more than this many blocks, deposits found so far are processed before more is read. */
const ROUND_BLOCKS_MAX = 10_000;

export interface WatchParts {
  readonly chain: ReceiverChain;
  /** Blocks below this are not read. */
  readonly firstBlock: number;
  readonly reader: ChainReader;
  readonly accounts: ReceiverAccounts;
  readonly sweeper: BalanceSweeper;
  readonly coins: Pick<StrayCoins, "look">;
  readonly engine: EngineReader;
  readonly sequencer: Pick<Sequencer, "send">;
  /** The terms on which its tokens are credited. */
  readonly limits: TokenLimits;
  /** Called each round with the treasury's balances. */
  readonly onTreasury: (report: TreasuryReport) => void;
  /** File that stores how far it is. */
  readonly file: string;
  readonly log: Logger;
}

/** The result of a round. */
export interface Round {
  readonly head: number;
  readonly safe: number;
  /** Whether there is more to read at once. */
  readonly isBehind: boolean;
  /** Why sweeps wait; "" when none does. */
  readonly sweepsWait: string;
}

/** The chain was reorganised deeper than its confirmations allow: credits stay, and nothing more is credited. */
export class DeepReorganisation extends Error {
  override readonly name = "DeepReorganisation";
}

export class ReceiverWatch {
  readonly #parts: WatchParts;
  #place: PlaceInChain | undefined;
  /** Final movements, already read, of balances with an unfinished deposit. */
  #carried: readonly Movement[] = [];
  #readUpTo: number;
  /** By key of a deposit that was shown and is no longer on the chain: the head at which that was first seen. */
  readonly #missing = new Map<string, number>();

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#place = readPlace(parts.file, parts.chain.factory);
    this.#readUpTo = this.#place?.done ?? parts.firstBlock - 1;
  }

  /**
   * @throws {ChainTrouble} the chain can't be read now
   * @throws {DeepReorganisation}
   */
  async round(): Promise<Round> {
    const { reader, chain, accounts } = this.#parts;
    const newest = await reader.head();
    await this.#assertSameChain(newest);
    // An address that was given out before that block was made is known before its transfers are read.
    await accounts.completed();
    const head = await this.#reachable(newest);
    const isBehind = head.number < newest.number;
    // A block that was final stays final even if another node's head is lower.
    const final = Math.max(await reader.final(newest, chain.confirmations), this.#place?.final.number ?? -1);
    const safe = Math.min(final, head.number);
    const last = safe < 0 ? undefined : safe === head.number ? head : await reader.block(safe);
    const movements = [...this.#carried, ...(await this.#read(last, head))];
    const deposits = depositsIn(chain, movements);
    const { sweeper, coins, limits } = this.#parts;
    const held = await readTreasury(reader, chain, newest.number);
    limits.look(held);
    const decision = this.#decide(deposits, safe);
    await this.#carryOut([...this.#released(), ...decision.commands]);
    this.#parts.onTreasury(treasuryReport(chain, limits, { held, deposits, block: newest.number }));
    if (!isBehind) await this.#dropLost(deposits, head.number);
    if (last !== undefined && safe >= this.#readUpTo) this.#remember(movements, deposits, last);
    const sweepsWait = isBehind ? "" : await sweeper.sweep(decision.sweeps, await coins.look());
    return { head: newest.number, safe, isBehind, sweepsWait };
  }

  async #assertSameChain(newest: Block): Promise<void> {
    const final = this.#place?.final;
    if (final === undefined) return;
    if (newest.number < final.number) {
      throw new ChainTrouble(
        "elsewhere",
        `it is at block ${newest.number}, and was final up to ${final.number} before`,
      );
    }
    const block = final.number === newest.number ? newest : await this.#parts.reader.block(final.number);
    if (block === undefined) throw new ChainTrouble("elsewhere", `block ${final.number} is gone`);
    if (block.hash !== final.hash) {
      throw new DeepReorganisation(`block ${final.number} was final as ${final.hash} and is ${block.hash} now`);
    }
  }

  async #reachable(newest: Block): Promise<Block> {
    const height = this.#readUpTo + ROUND_BLOCKS_MAX;
    if (newest.number <= height) return newest;
    return (await this.#parts.reader.block(height)) ?? newest;
  }

  /** Final blocks are read up to the last final one, so that no other branch is mixed in. */
  async #read(final: Block | undefined, head: Block): Promise<Movement[]> {
    const { reader, chain, accounts } = this.#parts;
    const movements: Movement[] = [];
    let from = this.#readUpTo + 1;
    for (const to of [final, head]) {
      if (to === undefined || to.number < from) continue;
      movements.push(...(await readMovements(reader, chain, accounts, { from, to })));
      from = to.number + 1;
    }
    return movements;
  }

  #decide(deposits: readonly ReceiverDeposit[], safe: number): Decision {
    const { chain, engine, sweeper, limits } = this.#parts;
    return decide(chain.chainId, {
      objection: (symbol, later) => limits.objection(symbol, later),
      deposits,
      safe,
      known: knownOf(engine),
      troubles: sweeper.troubles,
      accountId: (account) => engine.account(account).accountId,
    });
  }

  /** Credits of deposits that were held back and no longer are. */
  #released(): Unstamped[] {
    const { chain, engine, limits } = this.#parts;
    return releases(engine.funds.parkedDeposits(), {
      chainId: chain.chainId,
      isTaken: (symbol) => limits.isTaken(symbol),
      findAccount: (accountId) => engine.findAccount(accountId),
    });
  }

  /** Sends all commands in order; resolves once all are durable. */
  async #carryOut(commands: readonly Unstamped[]): Promise<void> {
    const { sequencer, log, chain } = this.#parts;
    const results = await Promise.all(commands.map((command) => sequencer.send(command)));
    for (const [place, result] of results.entries()) {
      if (isUnavailable(result))
        throw new ChainTrouble("refused", `the venue takes no commands: ${result.unavailable}`);
      const { rejection } = result;
      const command = commands[place]!;
      if (rejection === null || rejection.name === "duplicate") continue;
      log.error(
        { chain: chain.chainId, command, rejection },
        "a deposit by transfer is refused, and kept for the operator",
      );
      await this.#putAside(command, rejectionWords(rejection));
    }
  }

  /** A deposit that can't be credited is parked for the operator, once. */
  async #putAside(command: Unstamped, reason: string): Promise<void> {
    const { engine } = this.#parts;
    if (command.type !== "observe_deposit" && command.type !== "credit_deposit") return;
    const { account, amount, reference } = command;
    if (knownOf(engine).isParked(reference)) return;
    const key = command.type === "observe_deposit" ? command.key : (command.onChain?.key ?? "");
    const { accountId } = engine.account(account);
    const drop: Unstamped[] =
      engine.funds.pendingDeposit(key) === undefined ? [] : [{ type: "drop_deposit", key, reason }];
    await this.#carryOut([...drop, { type: "park_deposit", amount, reference, accountId, reason }]);
  }

  /**
   * A deposit that was shown and is in no block any more may come back in another; after `confirmations` blocks it is
   * dropped.
   */
  async #dropLost(deposits: readonly ReceiverDeposit[], head: number): Promise<void> {
    const { chain, engine } = this.#parts;
    const there = new Set(deposits.map(({ key }) => key));
    const commands: Unstamped[] = [];
    for (const { key, chainId, source } of engine.funds.pendingDeposits()) {
      if (source !== "receiver" || chainId !== chain.chainId) continue;
      const since = this.#missing.get(key) ?? head;
      if (there.has(key)) this.#missing.delete(key);
      else if (head - since < chain.confirmations) this.#missing.set(key, since);
      else
        commands.push({
          type: "drop_deposit",
          key,
          reason: "reorganised: its block was replaced, and it is in no other",
        });
    }
    await this.#carryOut(commands);
    for (const command of commands) if (command.type === "drop_deposit") this.#missing.delete(command.key);
  }

  /** @param last the newest final block */
  #remember(movements: readonly Movement[], deposits: readonly ReceiverDeposit[], last: Block): void {
    const { file, chain, engine } = this.#parts;
    const known = knownOf(engine);
    const isOpen = ({ reference }: ReceiverDeposit) => !known.isCredited(reference) && !known.isParked(reference);
    const open = deposits.filter((deposit) => deposit.block <= last.number && isOpen(deposit));
    const balances = new Set(open.map(balanceName));
    this.#carried = movements.filter((each) => each.block <= last.number && balances.has(balanceName(each)));
    this.#readUpTo = last.number;
    const before = this.#place;
    const done = Math.min(last.number, ...open.map(({ block }) => block - 1));
    const final = before !== undefined && before.final.number >= last.number ? before.final : last;
    if (before?.done === done && before.final === final) return;
    this.#place = { done, final: { number: final.number, hash: final.hash } };
    writePlace(file, chain.factory, this.#place);
  }
}

function knownOf({ funds }: EngineReader): Known {
  const parked = new Set(funds.parkedDeposits().map(({ reference }) => reference));
  return {
    isCredited: (reference) => funds.isCredited(reference),
    pendingDeposit: (key) => funds.pendingDeposit(key),
    isParked: (reference) => parked.has(reference),
  };
}
