// What is wrong with withdrawals, for people who can do something about it: a condition that `/health` shows, a log line
// when trouble begins and when it ends, and metrics.

import type { WithdrawalView } from "@evermark/engine";
import type { Logger } from "pino";
import type { Hex } from "viem";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { TransactionSigner } from "../keys/transaction-signer.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import type { ExecutorMetrics } from "./executor-metrics.ts";
import type { Fees } from "./fees.ts";
import type { WithdrawalMemory } from "./withdrawal-memory.ts";

/** With gas for fewer withdrawals than this, the operator has to send some. */
const GAS_FOR_WITHDRAWALS = 50n;
const GAS_LOOK_MS = 60_000;
const GAS_OF_ONE = 200_000n;
const DISAGREEMENT_SHOWN_MS = 3_600_000;

type Kind = "chain" | "signer" | "held" | "vault" | "attesters" | "gas" | "gas_limit" | "stuck" | "disagreement";

interface AlarmParts {
  readonly reader: ChainReader;
  readonly signer: Pick<TransactionSigner, "address">;
  readonly condition: Condition;
  readonly metrics: ExecutorMetrics;
  readonly log: Logger;
  readonly now: () => number;
  readonly stuckMs: number;
}

export class Alarms {
  readonly #parts: AlarmParts;
  readonly #raised = new Map<Kind, string>();
  #said = "";
  #gasSeenAt = Number.NEGATIVE_INFINITY;
  #disagreedAt = Number.NEGATIVE_INFINITY;
  gas: bigint | null = null;
  gasLasts: number | null = null;
  /** Gas of one withdrawal, as last estimated. */
  gasOfOne = GAS_OF_ONE;

  constructor(parts: AlarmParts) {
    this.#parts = parts;
  }

  get trouble(): string {
    return this.#said;
  }

  isRaised(kind: Kind): boolean {
    return this.#raised.has(kind);
  }

  raise(kind: Kind, text: string): void {
    this.#raised.set(kind, text);
  }

  clear(kind: Kind): void {
    this.#raised.delete(kind);
  }

  /** @param text "" clears it */
  raiseOrClear(kind: Kind, text: string): void {
    if (text === "") this.clear(kind);
    else this.raise(kind, text);
  }

  /**
   * Service and contract disagree about a withdrawal. No user can cause that: keys, terms or the contract are not as
   * configured.
   */
  disagreement(withdrawalId: number, reason: string): void {
    this.#parts.log.error(
      { withdrawalId, reason },
      "service and vault disagree about a withdrawal: its money was given back",
    );
    this.#parts.metrics.acts("disagreement");
    this.#disagreedAt = this.#parts.now();
    this.raise("disagreement", `service and vault disagree about withdrawal ${withdrawalId}: ${reason}`);
  }

  get isGasDue(): boolean {
    return this.#parts.now() - this.#gasSeenAt >= GAS_LOOK_MS;
  }

  async lookAtGas({ maxFeePerGas }: Fees): Promise<void> {
    const { reader, signer, metrics, now } = this.#parts;
    this.#gasSeenAt = now();
    const { number } = await reader.head();
    this.gas = await reader.balance(signer.address as Hex, number);
    const lasts = this.gas / (this.gasOfOne * (maxFeePerGas > 0n ? maxFeePerGas : 1n));
    this.gasLasts = lasts > 1_000_000_000n ? 1_000_000_000 : Number(lasts);
    metrics.gasLasts(this.gasLasts);
    const isLow = lasts < GAS_FOR_WITHDRAWALS;
    this.raiseOrClear(
      "gas",
      isLow ? `the operator's gas lasts for ${lasts} withdrawals: send some to ${signer.address}` : "",
    );
  }

  /** Called after each round. */
  say(open: readonly WithdrawalView[], memory: WithdrawalMemory): void {
    const { condition, metrics, log, now, stuckMs } = this.#parts;
    // With no open withdrawals, neither kind holds anything up.
    if (open.length === 0) for (const kind of ["held", "vault"] as const) this.clear(kind);
    if (now() - this.#disagreedAt >= DISAGREEMENT_SHOWN_MS) this.clear("disagreement");
    const oldest = open.reduce((most, { withdrawalId }) => Math.max(most, now() - memory.of(withdrawalId).since), 0);
    metrics.open(open, oldest / 1_000);
    this.raiseOrClear("stuck", this.#stuck(open, memory, stuckMs));
    const text = [...this.#raised.values()].join("; ");
    if (text === this.#said) return;
    this.#said = text;
    if (text === "") {
      condition.holds();
      log.info("withdrawals are paid normally again");
    } else {
      condition.broken(text);
      log.error({ reason: text }, "withdrawals need the operator's attention");
    }
  }

  /** A withdrawal that waits in the vault's queue, or for its caps, is not stuck. */
  #stuck(open: readonly WithdrawalView[], memory: WithdrawalMemory, stuckMs: number): string {
    const isHeld = this.#raised.has("held");
    const stuck = open
      .filter(({ state }) => !isHeld || state === "PROCESSING")
      .map(({ withdrawalId }) => ({ withdrawalId, ...memory.of(withdrawalId) }))
      .filter(({ seen, capsUntil }) => seen !== "queued" && capsUntil === null)
      .filter(({ since }) => this.#parts.now() - since >= stuckMs);
    const [first] = stuck;
    if (first === undefined) return "";
    const why = first.reason === "" ? "its transaction is not mined" : first.reason;
    return `withdrawals open for more than ${Math.round(stuckMs / 60_000)} minutes, of which number ${first.withdrawalId}: ${why}`;
  }
}
