// Submits the vault's deposits to the venue. Final ones are credited, once, under the number the vault gave them. Others
// are shown, until they are final or the chain has dropped them. A deposit without an account is parked for the operator:
// no money that arrived is ever ignored. Vault 8.3, 8.4, rules 9.2.

import type { Sequencer, Submitted, Unstamped } from "@evermark/core";
import { type EngineReader, type Micros, micros, rejectionWords } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import type { Logger } from "pino";
import type { Hex } from "viem";
import { sendAll } from "./send-all.ts";
import type { VaultDeposit } from "./vault-logs.ts";
import type { WaitingDeposits } from "./waiting-deposits.ts";

/** Why a deposit is parked that can never be credited, whatever an operator decides. */
export const NOT_MONEY = "not the venue's token, or an amount that it can't count";

export interface DepositSubmitterParts {
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly log: Logger;
  readonly chainId: number;
  readonly vault: Hex;
  /** Hash of the one token that is money here; it has 6 decimals. */
  readonly tokenHash: Hex;
  readonly confirmations: number;
  /** The sum of deposits, including waiting ones, that opens an account; in the token's smallest unit. */
  readonly accountMinimum: bigint;
  readonly waiting: WaitingDeposits;
  /** What the journal has credited under these references. @throws when that is not known now */
  readonly creditedAs: (references: readonly string[]) => Promise<readonly CreditedAs[]>;
  /** Called with each final deposit whose amount no number here can hold: only a line in the log is left of it. */
  readonly onUncountable: () => void;
}

/** A deposit that was credited. */
export interface CreditedAs {
  readonly reference: string;
  /** Its key on its chain; "" for one credited without a key. */
  readonly chainKey: string;
  readonly account: number;
  readonly amount: number;
  readonly transaction: string;
}

export class DepositSubmitter {
  readonly #parts: DepositSubmitterParts;
  /** For shown deposits that the chain no longer has: the height at which that was noticed. */
  readonly #missingSince = new Map<string, number>();
  /** The block of each shown deposit, by key. */
  #blocks = new Map<string, number>();

  constructor(parts: DepositSubmitterParts) {
    this.#parts = parts;
  }

  /** @param deposits final ones; those already credited change nothing */
  async credit(deposits: readonly VaultDeposit[]): Promise<void> {
    const known = deposits.filter((deposit) => this.isCredited(deposit));
    await this.#creditDue(this.#due(deposits.filter((deposit) => !known.includes(deposit))));
    await sendAll(this.#parts.sequencer, await this.#displaced(known));
    await sendAll(this.#parts.sequencer, this.#leftovers(deposits));
  }

  /** Credits deposits that waited for accounts which exist by now. */
  async creditWaiting(): Promise<void> {
    const { engine, waiting } = this.#parts;
    const open = [...waiting.accountIds].filter((accountId) => engine.findAccount(accountId) >= 0);
    if (open.length > 0) await this.#creditDue(open.flatMap((accountId) => waiting.of(accountId)));
  }

  /** The deposits that can be credited now, by number; the others are too small to open an account, and wait for it. */
  #due(deposits: readonly VaultDeposit[]): readonly VaultDeposit[] {
    const { waiting, accountMinimum, log } = this.#parts;
    const due: VaultDeposit[] = [];
    for (const [accountId, theirs] of byAccount(deposits)) {
      if (!this.#opensAccount(theirs[0]!)) {
        due.push(...theirs);
        continue;
      }
      const money = theirs.filter((deposit) => this.#amountOf(deposit) !== undefined);
      const all = [...new Map([...waiting.of(accountId), ...money].map((each) => [this.keyOf(each), each])).values()];
      const isEnough = all.reduce((sum, { amount }) => sum + amount, 0n) >= accountMinimum;
      due.push(...theirs.filter((deposit) => !money.includes(deposit)), ...(isEnough ? all : []));
      for (const { nonce } of isEnough ? [] : waiting.add(money)) {
        log.error(
          { deposit: String(nonce), accountId },
          "a deposit is too small to open an account, and too many wait already",
        );
      }
    }
    return due.toSorted((a, b) => (a.nonce < b.nonce ? -1 : 1));
  }

  #opensAccount({ accountId, wallet }: VaultDeposit): boolean {
    return this.#parts.engine.findAccount(accountId) < 0 && this.#brokerOf(accountId, wallet) !== undefined;
  }

  #brokerOf(accountId: Hex, wallet: Hex): string | undefined {
    return this.#parts.engine.brokerIds.find((each) => accountIdOf(wallet, each) === accountId);
  }

  async #creditDue(due: readonly VaultDeposit[]): Promise<void> {
    const { sequencer, waiting } = this.#parts;
    await sendAll(sequencer, this.#openings(due));
    const steps = due.flatMap((deposit) => this.#stepsTo(deposit).map((command) => ({ deposit, command })));
    const answers = await sendAll(
      sequencer,
      steps.map(({ command }) => command),
    );
    const refused = steps.flatMap(({ deposit, command }, i) => {
      const why = command.type === "credit_deposit" ? refusalIn(answers[i]!) : null;
      return why === null ? [] : this.#parking(deposit, why);
    });
    await sendAll(sequencer, refused);
    waiting.remove(due);
  }

  /** @param deposits all that are on the chain and not final, up to `head` */
  async show(deposits: readonly VaultDeposit[], head: number): Promise<void> {
    const { engine, sequencer } = this.#parts;
    const commands: Unstamped[] = [];
    const seen = new Map<string, number>();
    for (const deposit of deposits) {
      const amount = this.#amountOf(deposit);
      const account = engine.findAccount(deposit.accountId);
      if (amount === undefined || account < 0 || this.isCredited(deposit)) continue;
      seen.set(this.keyOf(deposit), deposit.log.block);
      if (!this.#isShown(deposit, account, amount)) commands.push(this.#showing(deposit, account, amount));
    }
    commands.push(...this.#vanished(seen, head));
    this.#blocks = seen;
    await sendAll(sequencer, commands);
  }

  /** Undefined for a deposit that is not on the chain, or not shown. */
  blockOf(key: string): number | undefined {
    return this.#blocks.get(key);
  }

  /**
   * Sum of deposits in the venue's token that are not credited yet, in its smallest unit.
   * @param deposits ones that are not final
   */
  amountOnItsWay(deposits: readonly VaultDeposit[]): bigint {
    const ours = deposits.filter((each) => each.tokenHash === this.#parts.tokenHash && !this.isCredited(each));
    return ours.reduce((sum, { amount }) => sum + amount, 0n);
  }

  isCredited(deposit: VaultDeposit): boolean {
    return this.#parts.engine.funds.isCredited(this.referenceOf(deposit));
  }

  /** Identifies a deposit until it is final: its number may change with the block, this key does not. */
  keyOf({ log, ordinal }: VaultDeposit): string {
    return `${this.#parts.chainId}:${log.transaction}:${ordinal}`;
  }

  referenceOf({ nonce }: VaultDeposit): string {
    return `${this.#references}${nonce}`;
  }

  get #references(): string {
    return `deposit:${this.#parts.chainId}:${this.#parts.vault}:`;
  }

  /** A wallet that received a deposit gets an account. */
  #openings(deposits: readonly VaultDeposit[]): Unstamped[] {
    const { engine } = this.#parts;
    const opened = new Map<string, Unstamped>();
    for (const { accountId, wallet } of deposits) {
      if (engine.findAccount(accountId) >= 0 || opened.has(accountId)) continue;
      const brokerId = this.#brokerOf(accountId, wallet);
      if (brokerId === undefined) continue;
      opened.set(accountId, { type: "open_account", accountId, wallet, brokerId, forDeposit: true });
    }
    return [...opened.values()];
  }

  #stepsTo(deposit: VaultDeposit): Unstamped[] {
    const { engine } = this.#parts;
    const amount = this.#amountOf(deposit);
    const account = engine.findAccount(deposit.accountId);
    if (amount === undefined) return this.#parking(deposit, NOT_MONEY);
    if (account < 0) return this.#parking(deposit, "no account, and no known builder that it could be opened under");
    const onChain = this.#onChain(deposit);
    const reference = this.referenceOf(deposit);
    const credit: Unstamped = { type: "credit_deposit", account, amount, source: "chain", reference, onChain };
    // The shown deposit may be of another branch: it is corrected first.
    const pending = engine.funds.pendingDeposit(onChain.key);
    if (pending === undefined || this.#isShown(deposit, account, amount)) return [credit];
    return [this.#showing(deposit, account, amount), credit];
  }

  #isShown(deposit: VaultDeposit, account: number, amount: Micros): boolean {
    const shown = this.#parts.engine.funds.pendingDeposit(this.keyOf(deposit));
    return shown?.account === account && shown.amount === amount && shown.reference === this.referenceOf(deposit);
  }

  /** Shows a deposit; when it was shown for another account before, that account sees it as failed. */
  #showing(deposit: VaultDeposit, account: number, amount: Micros): Unstamped {
    const onChain = this.#onChain(deposit);
    const reference = this.referenceOf(deposit);
    return { type: "observe_deposit", account, amount, source: "chain", reference, state: "PENDING", ...onChain };
  }

  #vanished(seen: ReadonlyMap<string, number>, head: number): Unstamped[] {
    const { engine, confirmations } = this.#parts;
    const dropped: Unstamped[] = [];
    for (const { key, reference } of engine.funds.pendingDeposits()) {
      if (!reference.startsWith(this.#references)) continue;
      const since = seen.has(key) ? undefined : (this.#missingSince.get(key) ?? head);
      if (since === undefined) this.#missingSince.delete(key);
      else if (head - since < Math.max(1, confirmations)) this.#missingSince.set(key, since);
      else {
        this.#missingSince.delete(key);
        dropped.push({ type: "drop_deposit", key, reason: REORGANISED });
      }
    }
    return dropped;
  }

  /**
   * Parks deposits whose number was already credited for another deposit, before the chain replaced final blocks: they
   * are as real as the other one was, and are in no balance.
   */
  async #displaced(deposits: readonly VaultDeposit[]): Promise<Unstamped[]> {
    if (deposits.length === 0) return [];
    const { engine, creditedAs } = this.#parts;
    const found = await creditedAs(deposits.map((deposit) => this.referenceOf(deposit)));
    const before = new Map(found.map((credited) => [credited.reference, credited]));
    return deposits.flatMap((deposit) => {
      const credited = before.get(this.referenceOf(deposit));
      const key = this.keyOf(deposit);
      if (
        credited === undefined ||
        credited.chainKey === key ||
        engine.funds.isCredited(displacedReference(this.referenceOf(deposit), key))
      )
        return [];
      // For credits from before there were keys, account and amount have to do.
      const account = engine.findAccount(deposit.accountId);
      const isSame = credited.account === account && BigInt(credited.amount) === deposit.amount;
      if (credited.chainKey === "" && isSame) return [];
      const reason = `the chain gave it number ${deposit.nonce}, under which ${credited.transaction || "another deposit"} was credited`;
      return this.#parking(deposit, reason, displacedReference(this.referenceOf(deposit), key));
    });
  }

  /** Drops final deposits that are still shown, because another was credited under their number or they are parked. */
  #leftovers(deposits: readonly VaultDeposit[]): Unstamped[] {
    const { funds } = this.#parts.engine;
    return deposits
      .map((deposit) => this.keyOf(deposit))
      .filter((key) => funds.pendingDeposit(key) !== undefined)
      .map((key) => ({ type: "drop_deposit", key, reason: "not credited: it waits for the operator" }));
  }

  #parking(deposit: VaultDeposit, reason: string, reference = this.referenceOf(deposit)): Unstamped[] {
    const { accountId, amount, log } = deposit;
    const shown = { reference, transaction: log.transaction, accountId, amount: String(amount), reason };
    this.#parts.log.error(shown, "a deposit can't be credited and waits for the operator");
    if (amount <= 0n || amount > BigInt(Number.MAX_SAFE_INTEGER)) {
      this.#parts.onUncountable();
      return [];
    }
    return [{ type: "park_deposit", reference, accountId, amount: micros(Number(amount)), reason }];
  }

  /** Undefined for anything that is not the venue's money. */
  #amountOf({ amount, tokenHash }: VaultDeposit): Micros | undefined {
    const isMoney = tokenHash === this.#parts.tokenHash && amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER);
    return isMoney ? micros(Number(amount)) : undefined;
  }

  #onChain(deposit: VaultDeposit) {
    return { key: this.keyOf(deposit), chainId: this.#parts.chainId, transaction: deposit.log.transaction };
  }
}

const REORGANISED = "reorganised";

function byAccount(deposits: readonly VaultDeposit[]): Map<Hex, VaultDeposit[]> {
  const groups = new Map<Hex, VaultDeposit[]>();
  for (const deposit of deposits) {
    const theirs = groups.get(deposit.accountId);
    if (theirs === undefined) groups.set(deposit.accountId, [deposit]);
    else theirs.push(deposit);
  }
  return groups;
}

function displacedReference(reference: string, key: string): string {
  return `${reference}@${key}`;
}

function refusalIn({ rejection }: Submitted): string | null {
  // `duplicate`: the same deposit was credited before, in another way.
  return rejection === null || rejection.name === "duplicate" ? null : rejectionWords(rejection);
}
