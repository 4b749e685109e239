// Whether the vault holds what the journal says it must: deposits that were credited, less withdrawals that are completed,
// and what it was funded with besides. Vault 10.
//
// Both sides are of one moment: the balance at the last block whose logs are dealt with, against the journal when they were.
// What can lie between them is a payout that is final on the chain and not completed in the journal yet: such ones are known
// from the vault's own logs, and taken off. So nothing in flight makes a false alarm, and nothing in flight hides a shortfall.

import { hashOfText } from "@evermark/contracts";
import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { Condition } from "../../operation/reports/readiness.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { isPayment, readVaultActs, type VaultPayment } from "../departures/vault-acts.ts";
import type { At, ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import type { CustodyView } from "../view/chain-view.ts";
import type { HandedLogs } from "../watcher/watcher.ts";
import type { FundedTotal } from "./funded-total.ts";

const USDC = hashOfText("USDC");

/** Nodes keep the state of about so many blocks. */
const STATE_KEPT_BLOCKS = 100;
/** So many looks without a shortfall, and it is over. */
const GOOD_LOOKS = 3;

interface CustodyParts {
  readonly reader: ChainReader;
  readonly engine: EngineReader;
  readonly vault: Hex;
  readonly token: Hex;
  readonly funded: FundedTotal;
  readonly condition: Condition;
  readonly log: Logger;
  /** Called with each look. */
  onLook(view: CustodyView): void;
}

export class Custody {
  readonly #parts: CustodyParts;
  #view: CustodyView | null = null;
  /** Final on the chain, and maybe not completed in the journal. */
  #paid: VaultPayment[] = [];
  /** Up to here everything of the vault is dealt with. */
  #upTo = -1;
  #head = -1;
  /** Looks one after the other that found a shortfall, and good ones since. */
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

  /** From the watcher, when it has dealt with what came before. */
  async onLogs({ logs, final, upTo }: HandedLogs): Promise<void> {
    this.#head = Math.max(this.#head, upTo.number);
    if (!final) return;
    const payments = readVaultActs(logs, this.#parts.vault).filter(isPayment);
    this.#paid.push(...payments.filter(({ kind, tokenHash }) => kind === "payment" && tokenHash === USDC));
    await this.#parts.funded.add(logs, upTo);
    this.#upTo = upTo.number;
    await this.look();
  }

  /** @param upTo the watcher's cursor. Looks again at once: for who waits for a shortfall to end */
  async look(upTo = this.#upTo): Promise<void> {
    this.#upTo = Math.max(this.#upTo, upTo);
    if (this.#upTo < 0) return;
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const block = this.#upTo;
    // Of a chain that is caught up with, the past is only read.
    if (this.#head - block > STATE_KEPT_BLOCKS) return;
    const { engine, funded } = this.#parts;
    const custody = BigInt(engine.funds.chainCustody);
    const hasOpen = engine.funds.openWithdrawals().some(({ state }) => state === "PROCESSING");
    const expected = custody + (await funded.at(block)) - this.#inFlight();
    const balance = await this.#balance(block, !hasOpen);
    if (balance === undefined) return;
    const shortfall = balance < expected ? expected - balance : 0n;
    this.#view = { block, balance, expected, shortfall };
    this.#judge(this.#view);
    this.#parts.onLook(this.#view);
  }

  #judge({ shortfall, block, balance, expected }: CustodyView): void {
    const { condition, log } = this.#parts;
    if (shortfall > 0n) {
      this.#good = 0;
      this.#bad++;
      condition.broken(`the vault is short of ${usdc(shortfall)} USDC: withdrawals are stopped`);
      const figures = { block, balance: usdc(balance), expected: usdc(expected), shortfall: usdc(shortfall) };
      // Said again when it changes or lasts, but not at every block.
      if (this.#bad === 1 || this.#bad % 100 === 0) log.error(figures, "the vault holds less than it must");
      return;
    }
    if (this.#bad === 0) return;
    if (++this.#good < GOOD_LOOKS) return;
    log.warn({ block }, "the vault holds what it must again");
    this.#bad = 0;
    condition.holds();
  }

  /** Whatever the journal has completed meanwhile is no longer in flight. */
  #inFlight(): bigint {
    const { engine } = this.#parts;
    const open = new Set(
      engine.funds.openWithdrawals().map((each) => keyOf(engine.account(each.account).accountId, each.nonce)),
    );
    this.#paid = this.#paid.filter(({ accountId, nonce }) => open.has(keyOf(accountId, nonce)));
    return this.#paid.reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
  }

  /** @param isQuiet whether nothing can leave meanwhile, so that the newest balance is none lower than that at the block */
  async #balance(block: number, isQuiet: boolean): Promise<bigint | undefined> {
    const read = async (at: At): Promise<bigint> => {
      const { token: to, vault, reader } = this.#parts;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [vault] });
      const answer = await reader.call({ to, data }, at);
      return BigInt(answer === "0x" ? 0 : answer.slice(0, 66));
    };
    try {
      return await read(block);
    } catch (error) {
      if (!isTrouble(error)) throw error;
      try {
        return isQuiet ? await read("latest") : undefined;
      } catch {
        // What can't be read is said by who follows the chain.
        return undefined;
      }
    }
  }
}

function keyOf(accountId: string, nonce: number | bigint): string {
  return `${accountId.toLowerCase()}:${nonce}`;
}

function usdc(amount: bigint): number {
  return fromMicros(Number(amount));
}
