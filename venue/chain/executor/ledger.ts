// The engine as the executor sees it: the open withdrawals, and the commands that advance them. It keeps no state of its
// own, so after a restart the executor continues from here.

import type { Sequencer, Unstamped } from "@evermark/core";
import { type EngineReader, rejectionWords, type WithdrawalView } from "@evermark/engine";
import type { Hex } from "viem";

/** A withdrawal, with its account as the vault identifies it. */
export interface OpenWithdrawal extends WithdrawalView {
  readonly accountId: Hex;
  readonly brokerId: string;
  /** The wallet is a contract, for which a delegate signs. */
  readonly isOfContract: boolean;
}

export type WithdrawalCommand = Extract<Unstamped, { readonly type: "send_withdrawal" | "advance_withdrawal" }>;

export interface WithdrawalLedger {
  /** An operator has paused withdrawals. */
  readonly isPaused: boolean;
  /** This chain's withdrawals that are neither paid nor given back, by ascending id. */
  open(): readonly WithdrawalView[];
  named(withdrawal: WithdrawalView): OpenWithdrawal;
  /** @returns the last nonce that the journal has assigned to a transaction of this sender, -1 before the first */
  lastNumber(sender: Hex): number;
  /**
   * @returns null once the command is durable and applied, or why it is not; it may then still take effect when the venue
   *   starts again
   */
  submit(command: WithdrawalCommand): Promise<string | null>;
}

export class EngineLedger implements WithdrawalLedger {
  readonly #engine: EngineReader;
  readonly #sequencer: Pick<Sequencer, "send">;
  readonly #chainId: number;

  constructor(engine: EngineReader, sequencer: Pick<Sequencer, "send">, chainId: number) {
    this.#engine = engine;
    this.#sequencer = sequencer;
    this.#chainId = chainId;
  }

  get isPaused(): boolean {
    return this.#engine.funds.withdrawalsPaused;
  }

  open(): readonly WithdrawalView[] {
    return this.#engine.funds.openWithdrawals().filter(({ chainId }) => chainId === this.#chainId);
  }

  named(withdrawal: WithdrawalView): OpenWithdrawal {
    const { accountId, brokerId, delegateSigner } = this.#engine.account(withdrawal.account);
    const isOfContract = delegateSigner !== "";
    return { ...withdrawal, accountId: accountId.toLowerCase() as Hex, brokerId, isOfContract };
  }

  lastNumber(sender: Hex): number {
    return this.#engine.funds.lastChainNonce(sender);
  }

  async submit(command: WithdrawalCommand): Promise<string | null> {
    const answer = await this.#sequencer.send(command);
    if ("unavailable" in answer) return answer.unavailable;
    return answer.rejection === null ? null : rejectionWords(answer.rejection);
  }
}
