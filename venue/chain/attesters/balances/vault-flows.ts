// What the journal has booked of each account through one vault: deposits that it has credited, less what it has completed of
// withdrawals, fees included. The vault counts the same by itself, so what an account has beyond it is what only the journal knows.
//
// A venue that has moved to another vault has withdrawals of several. Which of them paid one, the transaction says that the
// journal has of it: it was signed for one vault. Of one that another program has handed in the journal has none; then the former vaults
// themselves say whether they have paid it, which is settled since nothing is left in them. A deposit says its vault in its reference. What came by former vaults and went by
// them is the account's result: the vault of today knows nothing of it.

import type { EngineReader, FundsEvent, Listener, WithdrawalView } from "@evermark/engine";
import { silent } from "@evermark/engine";
import { type Hex, parseTransaction, type TransactionSerializedEIP1559 } from "viem";
import type { AttestedVault } from "../attestation.ts";

/** As it is kept beside a snapshot. */
export interface KeptFlows {
  readonly net: readonly (readonly [account: number, micros: number])[];
  readonly hasFormer: boolean;
  /** Not there while there are none. */
  readonly doubts?: readonly Doubt[];
}

/** A withdrawal that is completed, by which vault is not known yet. */
interface Doubt {
  readonly account: number;
  readonly nonce: number;
  readonly amount: number;
}

export interface FlowParts {
  readonly vault: AttestedVault;
  /** Vaults before it. */
  readonly formers: readonly Hex[];
  /** What repeats the journal. */
  readonly engine: { readonly funds: Pick<EngineReader["funds"], "withdrawal" | "openWithdrawals"> };
}

export class VaultFlows {
  readonly #parts: FlowParts;
  /** Of all vaults of this chain, and of this one. */
  readonly #onChain: string;
  readonly #references: string;
  /** Of those before it. */
  readonly #former: readonly string[];
  /** By main account, in millionths. */
  readonly #net: Map<number, number>;
  /** Of withdrawals that are under way, the vault, and their numbers. Empty where there was no vault before. */
  readonly #underWay = new Map<number, { readonly nonce: number; readonly vault: string | null }>();
  #doubts: readonly Doubt[];
  #hasStrange: boolean;

  /** @param kept what `kept` has given before */
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

  /** Hears the engine repeat the journal, from the first command on. */
  readonly listener: Listener = { ...silent, funds: (event) => this.#hear(event) };

  of(account: number): number {
    return this.#net.get(account) ?? 0;
  }

  get total(): number {
    let total = 0;
    for (const net of this.#net.values()) total += net;
    return total;
  }

  /** Whether the journal has deposits of a vault on this chain that is neither this one nor known to be before it. */
  get hasStrange(): boolean {
    return this.#hasStrange;
  }

  /** Whether there are withdrawals of which it has to be asked who has paid them. */
  get hasDoubts(): boolean {
    return this.#doubts.length > 0;
  }

  /** @param isFormers whether a former vault has paid the withdrawal of that number. @throws what that throws */
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
    // What is under way by no transaction of its own was handed in by another program.
    const own = transactions.find((each) => each.transaction === transaction);
    this.#underWay.set(withdrawalId, { nonce, vault: own === undefined ? null : vaultOf(own.raw) });
  }

  #move(account: number, amount: number): void {
    this.#net.set(account, this.of(account) + amount);
  }
}

/** In lower case; "" of what is no transaction. */
function vaultOf(raw: string): string {
  try {
    return parseTransaction(raw as TransactionSerializedEIP1559).to?.toLowerCase() ?? "";
  } catch {
    return "";
  }
}
