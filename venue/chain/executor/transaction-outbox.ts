// Signs the operator's transactions and sends them to the chain. A transaction that pays a withdrawal is noted in the
// journal before any node sees it. The others are side transactions, which move no money of their own and exist only in
// memory: one kind fills a nonce that holds up others, another has a queued withdrawal paid that has become payable.

import { type Hex, parseTransaction, type TransactionSerializedEIP1559 } from "viem";
import { type SignedTransaction, SigningFailed, type TransactionSigner } from "../keys/transaction-signer.ts";
import type { ChainWriter } from "./chain-writer.ts";
import { type Fees, offerFor, replacementFor } from "./fees.ts";

export interface Payload {
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
}

interface OutboxParts {
  readonly signer: TransactionSigner;
  readonly writer: ChainWriter;
  readonly chainId: number;
  /** Checked before each signature and each broadcast: either may have had to wait. */
  readonly mayAct: () => boolean;
  /** The most that is offered per unit of gas. */
  readonly priceCeiling: bigint;
}

export class TransactionOutbox {
  readonly #parts: OutboxParts;
  /** The fees offered in the last round; null before the first. */
  #offer: Fees | null = null;
  /** Why the last signature was not made; "" when it was. */
  signingTrouble = "";

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  get sender(): Hex {
    return this.#parts.signer.address;
  }

  /** Reads the gas price. @returns the fees we offer now at most */
  async look(): Promise<Fees> {
    const { baseFee, tip } = await this.#parts.writer.gasPrice();
    this.#offer = offerFor(baseFee, tip, this.#parts.priceCeiling);
    return this.#offer;
  }

  /** @returns null when nothing was signed; `signingTrouble` says why */
  async sign(
    nonce: number,
    { to, data, gas }: Payload,
    fees: Fees | null = this.#offer,
  ): Promise<SignedTransaction | null> {
    const { signer, chainId, mayAct } = this.#parts;
    if (fees === null || !mayAct()) return null;
    try {
      const signed = await signer.sign({ chainId, nonce, to, data, gas, ...fees });
      this.signingTrouble = "";
      return signed;
    } catch (error) {
      if (!(error instanceof SigningFailed)) throw error;
      this.signingTrouble = error.message;
      return null;
    }
  }

  /** Whether these bytes can be replaced at a higher price within the ceiling. */
  canReplace(bytes: Hex): boolean {
    return this.#replacement(bytes) !== null;
  }

  /** The same transaction at a higher price. @returns null when there is none, or nothing was signed */
  async replace(bytes: Hex): Promise<SignedTransaction | null> {
    const fees = this.#replacement(bytes);
    const { nonce = 0, to, data = "0x", gas = 0n } = parsed(bytes);
    return fees === null ? null : this.sign(nonce, { to: to as Hex, data, gas }, fees);
  }

  #replacement(bytes: Hex): Fees | null {
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parsed(bytes);
    if (this.#offer === null) return null;
    return replacementFor({ maxFeePerGas, maxPriorityFeePerGas }, this.#offer, this.#parts.priceCeiling);
  }

  async broadcast(bytes: Hex): Promise<string | null> {
    const { writer, mayAct } = this.#parts;
    return mayAct() ? writer.broadcast(bytes) : "the executor has stopped";
  }
}

function parsed(bytes: Hex) {
  return parseTransaction(bytes as TransactionSerializedEIP1559);
}
