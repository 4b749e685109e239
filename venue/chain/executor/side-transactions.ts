// Transactions of the operator that move no money of their own, so that losing them loses nothing: they are kept in
// memory, sent again and replaced like all others, and forgotten when their nonce is used up.

import type { Hex } from "viem";
import { decideSent, type Patience } from "./transaction-decisions.ts";
import type { Payload, TransactionOutbox } from "./transaction-outbox.ts";

interface SideTransaction {
  /** The withdrawal it is for; 0 when it only fills its nonce, or pays no withdrawal. */
  readonly withdrawalId: number;
  bytes: Hex;
  signedAt: number;
  broadcastAt: number;
}

const NOTHING_GAS = 21_000n;

export class SideTransactions {
  readonly #outbox: TransactionOutbox;
  readonly #now: () => number;
  readonly #byNumber = new Map<number, SideTransaction>();

  constructor(outbox: TransactionOutbox, now: () => number) {
    this.#outbox = outbox;
    this.#now = now;
  }

  get numbers(): ReadonlySet<number> {
    return new Set(this.#byNumber.keys());
  }

  isUnderWay(withdrawalId: number): boolean {
    return [...this.#byNumber.values()].some((transaction) => transaction.withdrawalId === withdrawalId);
  }

  /** @returns the hash; null when the transaction was not signed */
  async send(number: number, withdrawalId: number, payload: Payload): Promise<Hex | null> {
    const signed = await this.#outbox.sign(number, payload);
    if (signed === null) return null;
    const at = this.#now();
    this.#byNumber.set(number, { withdrawalId, bytes: signed.bytes, signedAt: at, broadcastAt: at });
    await this.#outbox.broadcast(signed.bytes);
    return signed.hash;
  }

  /** Uses up a nonce with a transaction from the operator to itself. */
  fill(number: number): Promise<Hex | null> {
    return this.send(number, 0, { to: this.#outbox.sender, data: "0x", gas: NOTHING_GAS });
  }

  /**
   * @param mined the first nonce that is not mined
   * @returns hashes of replacements, with the withdrawals they are for
   */
  async maintain(mined: number, patience: Patience): Promise<{ withdrawalId: number; hash: Hex }[]> {
    const replaced: { withdrawalId: number; hash: Hex }[] = [];
    for (const [number, transaction] of [...this.#byNumber]) {
      if (number < mined) {
        this.#byNumber.delete(number);
        continue;
      }
      const hash = await this.#maintainOne(transaction, patience);
      if (hash !== null) replaced.push({ withdrawalId: transaction.withdrawalId, hash });
    }
    return replaced;
  }

  async #maintainOne(transaction: SideTransaction, patience: Patience): Promise<Hex | null> {
    const at = this.#now();
    const { act } = decideSent(
      {
        ...{ isConsumed: false, seen: null, attempts: 0, isAttested: false, isMined: false, wasMined: false },
        ...{ sinceSignedMs: at - transaction.signedAt, sinceBroadcastMs: at - transaction.broadcastAt },
        canReplace: at - transaction.signedAt >= patience.replaceMs && this.#outbox.canReplace(transaction.bytes),
      },
      patience,
    );
    if (act === "wait") return null;
    const signed = act === "replace" ? await this.#outbox.replace(transaction.bytes) : null;
    if (signed !== null) {
      transaction.bytes = signed.bytes;
      transaction.signedAt = at;
    }
    transaction.broadcastAt = at;
    await this.#outbox.broadcast(transaction.bytes);
    return signed?.hash ?? null;
  }
}
