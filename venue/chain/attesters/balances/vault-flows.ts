// What the journal has booked for each account through one vault: deposits it has credited, less withdrawals it has
// completed, fees included. The vault keeps the same count on its own, so whatever an account has beyond it is known only
// to the journal.
//
// A venue that has moved to another vault has withdrawals paid by several vaults. Which vault paid a withdrawal follows
// from its transaction in the journal, which was signed for one vault. When another program submitted it, the journal has
// no transaction; the former vaults themselves then say whether they have paid it, which is final because no funds are
// left in them. A deposit names its vault in its reference. Flows through former vaults are part of the account's result:
// today's vault knows nothing of them.

import type { EngineReader, FundsEvent, Listener, WithdrawalView } from "@evermark/engine";
import { silent } from "@evermark/engine";
import { type Hex, parseTransaction, type TransactionSerializedEIP1559 } from "viem";
import type { AttestedVault } from "../attestation.ts";

/** The flows as stored beside a snapshot. */
export interface KeptFlows {
  readonly net: readonly (readonly [account: number, micros: number])[];
  readonly hasFormer: boolean;
  /** Absent while there are none. */
  readonly doubts?: readonly Doubt[];
}

/** A completed withdrawal whose paying vault is not known yet. */
interface Doubt {
  readonly account: number;
  readonly nonce: number;
  readonly amount: number;
}

export interface FlowParts {
  readonly vault: AttestedVault;
  /** The vaults before this one. */
  readonly formers: readonly Hex[];
  /** The engine that replays the journal. */
  readonly engine: { readonly funds: Pick<EngineReader["funds"], "withdrawal" | "openWithdrawals"> };
}

export class VaultFlows {
  readonly #parts: FlowParts;
  /** Prefixes of deposit references: `#onChain` for all vaults of this chain, `#references` for this vault. */
  readonly #onChain: string;
  readonly #references: string;
  /** The prefixes of the former vaults. */
  readonly #former: readonly string[];
  /** By main account, in millionths. */
  readonly #net: Map<number, number>;
  /** Vault and nonce of each withdrawal that is being paid. Empty where there was no former vault. */
  readonly #underWay = new Map<number, { readonly nonce: number; readonly vault: string | null }>();
  #doubts: readonly Doubt[];
  #hasStrange: boolean;

  /** @param kept the value of `kept` from an earlier run */
  constructor(parts: FlowParts, { net, hasFormer, doubts = [] }: KeptFlows = { net: [], hasFormer: false }) {
    const { vault, formers, engine } = parts;
    this.#parts = parts;
    this.#onChain = `deposit:${vault.chainId}:`;
    this.#references = `${this.#onChain}${vault.vault}:`;
    this.#former = formers.map((former) => `${this.#onChain}${former}:`);
    this.#net = new Map(net);
    this.#hasStrange = hasFormer;
    this.#doubts = doubts;
    for (const withdrawal of engine.funds.openWithdrawals()) this.#note(withdrawal);
  }

  /** Listens to the engine replaying the journal, from the first command on. */
  readonly listener: Listener = { ...silent, funds: (event) => this.#hear(event) };

  of(account: number): number {
    return this.#net.get(account) ?? 0;
  }

  get total(): number {
    let total = 0;
    for (const net of this.#net.values()) total += net;
    return total;
  }

  /** Whether the journal has deposits at a vault on this chain that is neither this one nor a known former one. */
  get hasStrange(): boolean {
    return this.#hasStrange;
  }

  /** Whether there are withdrawals for which the former vaults have to be asked whether they paid them. */
  get hasDoubts(): boolean {
    return this.#doubts.length > 0;
  }

  /**
   * @param isFormers whether a former vault has paid the account's withdrawal with that nonce. @throws whatever
   * `isFormers` throws
   */
  async settle(isFormers: (account: number, nonce: number) => Promise<boolean>): Promise<void> {
    for (const doubt of this.#doubts) {
      const isOurs = !(await isFormers(doubt.account, doubt.nonce));
      this.#doubts = this.#doubts.filter((each) => each !== doubt);
      if (isOurs) this.#move(doubt.account, -doubt.amount);
    }
  }

  get kept(): KeptFlows {
    const doubts = this.hasDoubts ? { doubts: this.#doubts } : {};
    return { net: [...this.#net], hasFormer: this.#hasStrange, ...doubts };
  }

  #hear(event: FundsEvent): void {
    const { vault, engine } = this.#parts;
    if (event.type === "deposit" && event.state === "COMPLETED" && event.reference.startsWith(this.#onChain)) {
      if (event.reference.startsWith(this.#references)) this.#move(event.account, event.amount);
      else if (!this.#former.some((each) => event.reference.startsWith(each))) this.#hasStrange = true;
    } else if (event.type === "withdrawal" && event.chainId === vault.chainId) {
      const { withdrawalId, state, account, amount } = event;
      if (state === "PROCESSING") this.#note(engine.funds.withdrawal(withdrawalId)!);
      if (state === "COMPLETED") this.#complete(withdrawalId, account, amount);
      if (state === "COMPLETED" || state === "FAILED") this.#underWay.delete(withdrawalId);
    }
  }

  #complete(withdrawalId: number, account: number, amount: number): void {
    const { vault, nonce } = this.#underWay.get(withdrawalId) ?? { vault: this.#parts.vault.vault, nonce: 0 };
    if (vault === this.#parts.vault.vault) this.#move(account, -amount);
    else if (vault === null) this.#doubts = [...this.#doubts, { account, nonce, amount }];
  }

  #note({ withdrawalId, state, nonce, transaction, transactions }: WithdrawalView): void {
    if (state !== "PROCESSING" || this.#parts.formers.length === 0) return;
    // A withdrawal that is being paid without a transaction of ours was submitted by another program.
    const own = transactions.find((each) => each.transaction === transaction);
    this.#underWay.set(withdrawalId, { nonce, vault: own === undefined ? null : vaultOf(own.raw) });
  }

  #move(account: number, amount: number): void {
    this.#net.set(account, this.of(account) + amount);
  }
}

/** The vault a transaction was signed for, in lower case; "" when the text is no transaction. */
function vaultOf(raw: string): string {
  try {
    return parseTransaction(raw as TransactionSerializedEIP1559).to?.toLowerCase() ?? "";
  } catch {
    return "";
  }
}
