// The engine as the executor knows it: which withdrawals are open, and the commands that take them on. It keeps nothing of
// its own that matters: after a restart it goes on from here.

import type { Sequencer, Unstamped } from "@evermark/core";
import { type EngineReader, rejectionWords, type WithdrawalView } from "@evermark/engine";
import type { Hex } from "viem";

/** With the account as the vault knows it. */
export interface OpenWithdrawal extends WithdrawalView {
  readonly accountId: Hex;
  readonly brokerId: string;
  /** The wallet is a contract, and a delegate signs for it. */
  readonly isOfContract: boolean;
}

export type WithdrawalCommand = Extract<Unstamped, { readonly type: "send_withdrawal" | "advance_withdrawal" }>;

export interface WithdrawalLedger {
  /** An operator has stopped what leaves. */
  readonly isPaused: boolean;
  /** Those of this chain that are neither paid nor given back, by ascending id. */
  open(): readonly WithdrawalView[];
  named(withdrawal: WithdrawalView): OpenWithdrawal;
  /** @returns the last number that the journal has given to a transaction of this sender, -1 before the first */
  lastNumber(sender: Hex): number;
  /** @returns null once it is durable and done, or why it is not; then it may happen yet when the venue starts again */
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
