// Whether the vault holds what the journal says it must: credited deposits, less completed withdrawals, plus what it was
// funded with. Vault 10.
//
// The balance is read at the newest block, however many confirmations a block needs before it counts: nodes keep little
// of a chain's past, and a theft is no smaller for being new. The vault's own logs account for everything between the
// journal and that block: a deposit that is not credited yet must be there, a payout that is not completed yet need not
// be. So transfers in flight neither raise a false alarm nor hide a shortfall.

import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { Condition } from "../../operation/reports/readiness.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { isPayment, readVaultActs, type VaultPayment } from "../departures/vault-acts.ts";
import type { Block, ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { TOKEN_HASH } from "../vault/ask-vault.ts";
import { fundsAt } from "../vault/funds-at-block.ts";
import type { UsedVaultNonces } from "../vault/used-vault-nonces.ts";
import type { CustodyView } from "../view/chain-view.ts";
import type { HandedLogs } from "../watcher/watcher.ts";
import { type FundedTotal, fundedIn } from "./funded-total.ts";
import type { Repairs } from "./repairs.ts";

/** After this many looks without a shortfall in a row, a shortfall is over. */
const GOOD_LOOKS = 3;

interface CustodyParts {
  readonly reader: ChainReader;
  readonly engine: EngineReader;
  readonly vault: Hex;
  /** The vaults before this one. What their books still hold counts until it has moved. */
  readonly formers: readonly Hex[];
  readonly token: Hex;
  readonly usedNumbers: UsedVaultNonces;
  readonly funded: Pick<FundedTotal, "add" | "at">;
  readonly repairs: Repairs;
  /** The part of the journal's deposits that was made in other vaults and came to this one as funding; in micros. */
  readonly inherited: bigint;
  readonly condition: Condition;
  readonly log: Logger;
  /** Called on each look. */
  onLook(view: CustodyView): void;
}

type Payout = Pick<VaultPayment, "accountId" | "nonce" | "amount" | "fee">;

/** The logs up to the newest block that are not final yet. */
interface Newest {
  readonly block: Block;
  /** Height of the newest final block. */
  readonly since: number;
  readonly paid: readonly Payout[];
  readonly deposited: bigint;
  readonly funded: bigint;
}

export class Custody {
  readonly #parts: CustodyParts;
  #view: CustodyView | null = null;
  /** Final on the chain, and possibly not completed in the journal yet. */
  #paid: Payout[] = [];
  /** Whether payouts that were final before this process began are known. */
  #knowsPast = false;
  #newest: Newest | undefined;
  /** Looks that found a shortfall since the vault was last whole, and consecutive good looks since then. */
  #bad = 0;
  #good = 0;
  #looking: Promise<void> | undefined;

  constructor(parts: CustodyParts) {
    this.#parts = parts;
  }

  get view(): CustodyView | null {
    return this.#view;
  }

  /** Why nothing may leave the vault now; null while it may. */
  get objection(): string | null {
    if (this.#view === null) return "the vault's balance was not held against the journal yet";
    if (this.#bad === 0) return null;
    const { shortfall, block } = this.#view;
    return shortfall === 0n
      ? "the vault was short of funds a moment ago"
      : `the vault is short of ${usdc(shortfall)} USDC at block ${block}: withdrawals are stopped`;
  }

  /** Called by the watcher once it has handled the earlier logs. */
  async onLogs({ logs, final, since, upTo, deposited }: HandedLogs): Promise<void> {
    const { vault, formers, funded } = this.#parts;
    const paid = readVaultActs(logs, [vault, ...formers])
      .filter(isPayment)
      .filter(isPayout);
    if (final) {
      this.#paid.push(...paid);
      await funded.add(logs, upTo);
      // The newest logs known here predate these; the next ones come with the newest block.
      this.#newest = undefined;
      return;
    }
    this.#newest = { block: upTo, since, paid, deposited, funded: fundedIn(logs, this.#parts) };
    await this.look();
  }

  /** Looks again at once, for callers that wait for a shortfall to end. */
  async look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const newest = this.#newest;
    if (newest === undefined) return;
    const { engine, funded, repairs, inherited } = this.#parts;
    const { number: block, timestamp } = newest.block;
    const balance = await this.#balance(newest.block);
    const fundedBefore = await funded.at(newest.since);
    if (!this.#knowsPast) await this.#learnPast(newest);
    // The watcher may have moved on in the meantime: then it looks again itself.
    if (balance === undefined || newest !== this.#newest) return;
    const { deposited, funded: fundedSince } = newest;
    const credited = BigInt(engine.funds.chainCustody) - inherited;
    const paid = this.#inFlight(newest.paid);
    const held = credited + deposited + fundedBefore + fundedSince - paid;
    const { total: repaired } = repairs;
    const expected = held - repaired;
    const shortfall = balance < expected ? expected - balance : 0n;
    if (shortfall > 0n) repairs.short({ block, at: timestamp * 1_000 });
    const view = { block, balance, deposited, paid, expected, shortfall, repaired };
    this.#judge({ ...view, shortSince: repairs.shortSince });
    // The shortfall may have ended with this look.
    this.#view = { ...view, shortSince: repairs.shortSince };
    this.#parts.onLook(this.#view);
  }

  #judge({ shortfall, block, balance, expected }: CustodyView): void {
    const { condition, log } = this.#parts;
    if (shortfall > 0n) {
      this.#good = 0;
      this.#bad++;
      condition.broken(`the vault is short of ${usdc(shortfall)} USDC: withdrawals are stopped`);
      const figures = { block, balance: usdc(balance), expected: usdc(expected), shortfall: usdc(shortfall) };
      // Repeated when the shortfall lasts, but not at every block.
      if (this.#bad === 1 || this.#bad % 100 === 0) log.error(figures, "the vault holds less than it must");
      return;
    }
    if (this.#bad === 0) return this.#parts.repairs.whole();
    if (++this.#good < GOOD_LOOKS) return;
    log.warn({ block }, "the vault again holds what it must");
    this.#bad = 0;
    this.#parts.repairs.whole();
    condition.holds();
  }

  /**
   * A withdrawal that is open in the journal but done in the vault was paid in a block that was final before this process
   * began.
   */
  async #learnPast({ paid }: Newest): Promise<void> {
    const { usedNumbers } = this.#parts;
    const known = new Set([...this.#paid, ...paid].map(keyOf));
    for (const payout of this.#open().filter((each) => !known.has(keyOf(each)))) {
      if ((await usedNumbers.isDone(payout)) && !(await usedNumbers.isQueued(payout))) this.#paid.push(payout);
    }
    this.#knowsPast = true;
  }

  /** The open withdrawals, as the vault would have to pay them. */
  #open(): Payout[] {
    const { engine } = this.#parts;
    return engine.funds
      .openWithdrawals()
      .filter(({ proof }) => proof !== null)
      .map(({ account, nonce, amount, fee }) => {
        const accountId = engine.account(account).accountId as Hex;
        return { accountId, nonce: BigInt(nonce), amount: BigInt(amount), fee: BigInt(fee) };
      });
  }

  /**
   * The sum that left the vault for withdrawals still open; those the journal has completed meanwhile are no longer in
   * flight.
   */
  #inFlight(paidSince: readonly Payout[]): bigint {
    const open = new Set(this.#open().map(keyOf));
    const isOpen = (payout: Payout): boolean => open.has(keyOf(payout));
    this.#paid = this.#paid.filter(isOpen);
    return [...this.#paid, ...paidSince.filter(isOpen)].reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
  }

  /** Undefined when it can't be read, which the chain's follower reports, or when another block has replaced that one. */
  async #balance({ number, hash }: Block): Promise<bigint | undefined> {
    const { token: to, vault, formers, reader } = this.#parts;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [vault] });
    try {
      const answer = await reader.call({ to, data }, number);
      const left = await Promise.all(formers.map((former) => fundsAt({ reader, vault: former }, number)));
      const still = await reader.block(number);
      const own = BigInt(answer === "0x" ? 0 : answer.slice(0, 66));
      return still?.hash === hash ? left.reduce((sum, each) => sum + each, own) : undefined;
    } catch (error) {
      if (!isTrouble(error)) throw error;
      return undefined;
    }
  }
}

function isPayout({ kind, tokenHash }: VaultPayment): boolean {
  return kind === "payment" && tokenHash === TOKEN_HASH;
}

function keyOf({ accountId, nonce }: Payout): string {
  return `${accountId.toLowerCase()}:${nonce}`;
}

function usdc(amount: bigint): number {
  return fromMicros(Number(amount));
}
