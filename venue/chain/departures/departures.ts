// Checks every departure from the vault against the journal as soon as a block has it, one by one: a payment, made or
// queued, must be a withdrawal of the same account, nonce, amount and fee. Acts of the owner and the guardian are in no
// journal. Anything that the journal does not explain stops payments until an operator has looked at it. A balance that
// is right proves nothing, because a deposit may hide a theft; and a proposal is the last moment at which a theft can
// still be prevented.

import type { EngineReader } from "@evermark/engine";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import type { Logger } from "pino";
import type { Hex } from "viem";
import type { Condition } from "../../operation/reports/readiness.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { TOKEN_HASH } from "../vault/ask-vault.ts";
import type { UsedVaultNonces } from "../vault/used-vault-nonces.ts";
import type { Departure } from "../view/chain-view.ts";
import type { HandedLogs } from "../watcher/watcher.ts";
import { isPayment, readVaultActs, type VaultAct, type VaultPayment } from "./vault-acts.ts";

/** A withdrawal that history has as paid. */
interface PaidRow {
  readonly amount: number;
  readonly fee: number;
}

/** @throws when history can't answer now */
type FindPaid = (account: number, transaction: string) => Promise<readonly PaidRow[]>;

interface StoredDeparture extends Departure {
  /** The log's topics and data: in another block, the same transaction may do something else. */
  readonly content: string;
  /** `unjudged`: history, or the vault's queue, could not be asked yet. */
  readonly state: "unjudged" | "unexplained" | "accepted";
  /** The terms of an unjudged payment. */
  readonly payment?: {
    readonly accountId: Hex;
    readonly nonce: string;
    readonly amount: string;
    readonly fee: string;
  };
}

interface DepartureParts {
  readonly engine: EngineReader;
  readonly findPaid: FindPaid;
  readonly usedNumbers: Pick<UsedVaultNonces, "isQueued">;
  readonly vault: Hex;
  /** The vaults before it, and the files of their departures. */
  readonly formers: readonly { readonly vault: Hex; readonly path: string }[];
  /** Acts up to this block belong to the vault's deployment. */
  readonly deployedBlock: number;
  /** Whether owner and guardian are outside this program. */
  readonly watchesOwner: boolean;
  readonly condition: Condition;
  readonly log: Logger;
  readonly path: string;
  /** Called when there is no file of this vault's departures yet. @param isNext whether a former vault has one */
  onNew(isNext: boolean): void;
  /** Called with the unexplained departures, at first and on every change. */
  onChange(open: readonly Departure[]): void;
}

export class Departures {
  readonly #parts: DepartureParts;
  /** Final departures, and accepted ones. */
  #kept: StoredDeparture[];
  /** Departures in blocks that can still be replaced. */
  #recent: StoredDeparture[] = [];
  /** Acts in such blocks that the journal has explained. */
  #explained: ReadonlySet<string> = new Set();
  #said = "";

  constructor(parts: DepartureParts) {
    this.#parts = parts;
    const kept = readKept(parts);
    this.#kept = kept ?? [];
    if (kept === undefined) {
      const formerly = parts.formers.map(readKept).filter((each) => each !== undefined);
      parts.onNew(formerly.length > 0);
      // An operator who has accepted a departure there is not asked about it again.
      this.#keep(formerly.flat());
    }
    parts.onChange(this.open);
    this.#say();
  }

  /** The departures that an operator has to look at. */
  get open(): readonly Departure[] {
    return this.#unexplained.map(({ kind, transaction, block, text }) => ({ kind, transaction, block, text }));
  }

  /** Why nothing may leave the vault now; null while it may. */
  get objection(): string | null {
    return this.#said === "" ? null : this.#said;
  }

  /** Called by the watcher. @throws {ChainTrouble} `garbage` */
  async onLogs({ logs, final, upTo }: HandedLogs): Promise<void> {
    const { vault, formers } = this.#parts;
    const vaults = [vault, ...formers.map((former) => former.vault)];
    const acts = readVaultActs(logs, vaults).filter((act) => isPayment(act) || this.#isWatched(act));
    const open = this.#openWithdrawals();
    const known = acts.filter((act) => this.#explained.has(nameOf(act)) || (isPayment(act) && open.has(termsOf(act))));
    const rest = acts.filter((act) => !known.includes(act)).map(keptOf);
    const judged = await Promise.all(rest.map((each) => this.#judge(each)));
    const strange = judged.filter((each) => each !== null).filter((each) => !this.#isKept(each));
    if (!final) {
      this.#recent = strange;
      this.#explained = new Set(known.map(nameOf));
    } else {
      this.#recent = this.#recent.filter(({ block }) => block > upTo.number);
      // On disk before the watcher moves on: these logs do not come again.
      if (strange.length > 0) this.#keep([...this.#kept, ...strange]);
    }
    this.#say();
  }

  /** Asks again about departures that could not be judged before. */
  async look(): Promise<void> {
    if (this.#waiting.every(({ state }) => state !== "unjudged")) return;
    const again = async (all: readonly StoredDeparture[]): Promise<StoredDeparture[]> =>
      (await Promise.all(all.map((each) => this.#judge(each)))).filter((each) => each !== null);
    const [kept, recent] = [this.#kept, this.#recent];
    const [keptNow, recentNow] = [await again(kept), await again(recent)];
    // Departures that arrived meanwhile were judged when they arrived.
    if (kept === this.#kept) this.#keep(keptNow);
    if (recent === this.#recent) this.#recent = recentNow;
    this.#say();
  }

  /** Whether an operator has accepted the transaction. */
  isAccepted(transaction: string): boolean {
    return this.#kept.some((each) => each.transaction === transaction && each.state === "accepted");
  }

  /** An operator accepts the transaction. @returns whether it had anything unexplained */
  accept(transaction: string): boolean {
    const accepted = this.#unexplained.filter((each) => each.transaction === transaction.toLowerCase());
    if (accepted.length === 0) return false;
    const rest = this.#kept.filter((each) => !accepted.includes(each));
    this.#recent = this.#recent.filter((each) => !accepted.includes(each));
    this.#keep([...rest, ...accepted.map((each) => ({ ...each, state: "accepted" as const }))]);
    for (const { text } of accepted) this.#parts.log.warn({ transaction }, `an operator has accepted that ${text}`);
    this.#say();
    return true;
  }

  get #unexplained(): readonly StoredDeparture[] {
    return this.#waiting.filter(({ state }) => state === "unexplained");
  }

  get #waiting(): readonly StoredDeparture[] {
    return [...this.#kept, ...this.#recent].filter(({ state }) => state !== "accepted");
  }

  #isKept({ transaction, content }: StoredDeparture): boolean {
    return this.#kept.some((each) => each.transaction === transaction && each.content === content);
  }

  #isWatched({ log }: VaultAct): boolean {
    return this.#parts.watchesOwner && log.block > this.#parts.deployedBlock;
  }

  /** The terms of withdrawals that are neither paid nor returned. */
  #openWithdrawals(): ReadonlySet<string> {
    const { engine } = this.#parts;
    return new Set(
      engine.funds
        .openWithdrawals()
        .map((each) => termsOf({ ...each, accountId: engine.account(each.account).accountId, tokenHash: TOKEN_HASH })),
    );
  }

  /** Null for a departure that history explains. */
  async #judge(kept: StoredDeparture): Promise<StoredDeparture | null> {
    const { payment } = kept;
    if (kept.state !== "unjudged" || payment === undefined) return kept;
    try {
      if (await this.#isOver(kept.kind, kept.transaction, payment)) return null;
    } catch (err) {
      this.#parts.log.debug({ err }, "a payment of the vault can't be checked against history yet");
      return kept;
    }
    const { payment: _, ...judged } = kept;
    return { ...judged, state: "unexplained" };
  }

  /** A queued payment that has left the queue has ended with a log of its own. */
  async #isOver(
    kind: VaultAct["kind"],
    transaction: Hex,
    payment: NonNullable<StoredDeparture["payment"]>,
  ): Promise<boolean> {
    const { engine, findPaid, usedNumbers } = this.#parts;
    const { accountId } = payment;
    if (kind === "queued") return !(await usedNumbers.isQueued({ accountId, nonce: BigInt(payment.nonce) }));
    const account = engine.findAccount(accountId);
    if (account < 0) return false;
    const rows = await findPaid(account, transaction);
    return rows.some(({ amount, fee }) => String(amount) === payment.amount && String(fee) === payment.fee);
  }

  #keep(kept: readonly StoredDeparture[]): void {
    this.#kept = [...kept];
    const { path, vault } = this.#parts;
    writeFacts(path, { vault, kept }, true);
  }

  #say(): void {
    const { condition, log, onChange } = this.#parts;
    const { open } = this;
    const text = [
      ...open.slice(0, 3).map((each) => `${each.text}, in ${each.transaction}`),
      ...(open.length > 3 ? [`and ${open.length - 3} more`] : []),
      ...(open.length < this.#waiting.length ? ["a payment of the vault waits to be held against history"] : []),
    ].join("; ");
    if (text === this.#said) return;
    this.#said = text;
    onChange(open);
    if (text === "") {
      log.info("everything that has left the vault is accounted for");
      return condition.holds();
    }
    log.error(
      { open },
      "the vault did something that the journal does not have: nothing is paid until an operator accepts it",
    );
    condition.broken(`${text}: the journal does not have it, and withdrawals are stopped until an operator accepts it`);
  }
}

function nameOf({ log }: VaultAct): string {
  return [log.transaction, ...log.topics, log.data].join();
}

interface Terms {
  readonly accountId: string;
  readonly nonce: number | bigint;
  readonly amount: number | bigint;
  readonly fee: number | bigint;
  readonly tokenHash: Hex;
}

function termsOf({ accountId, nonce, amount, fee, tokenHash }: Terms): string {
  return [accountId.toLowerCase(), nonce, amount, fee, tokenHash].join();
}

function keptOf(act: VaultAct): StoredDeparture {
  const { transaction, block, topics, data } = act.log;
  const about = { kind: act.kind, transaction, block, content: [...topics, data].join() };
  if (!isPayment(act)) return { ...about, state: "unexplained", text: `the vault's owner or guardian: ${act.name}` };
  const [nonce, amount, fee] = [act.nonce, act.amount, act.fee].map(String) as [string, string, string];
  const text = textOf(act);
  // No withdrawal of the journal is in another token.
  if (act.tokenHash !== TOKEN_HASH) return { ...about, state: "unexplained", text };
  return { ...about, state: "unjudged", text, payment: { accountId: act.accountId, nonce, amount, fee } };
}

function textOf({ kind, amount, fee, receiver, accountId, nonce, tokenHash }: VaultPayment): string {
  const usdc = (units: bigint): string => `${fromMicros(Number(units))}`;
  const what = tokenHash === TOKEN_HASH ? `${usdc(amount)} USDC` : `${amount} units of another token`;
  const done = kind === "payment" ? "paid" : "queued";
  return `the vault has ${done} ${what}, with a fee of ${usdc(fee)}, to ${receiver} (account ${accountId}, nonce ${nonce})`;
}

/** Undefined for a file that is missing, damaged, or of another vault. */
function readKept({ path, vault }: Pick<DepartureParts, "path" | "vault">): StoredDeparture[] | undefined {
  const read = readFacts(path);
  if (typeof read === "string") return undefined;
  const facts = read.facts as { readonly vault?: unknown; readonly kept?: readonly StoredDeparture[] };
  return facts.vault === vault && Array.isArray(facts.kept) ? [...facts.kept] : undefined;
}
