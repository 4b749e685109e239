// A chain's time is that of its newest block, and a local chain makes a block only for a transaction. A withdrawal that
// waits for its time, in the vault or before it, would wait for ever on a chain without other users. So while a payment
// is under way, a block is made now and then. An idle chain still does nothing.

import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import type { Minter } from "../link/minter.ts";

interface PassingTimeParts {
  readonly engine: { readonly funds: Pick<EngineReader["funds"], "openWithdrawals"> };
  readonly minter: Pick<Minter, "makeBlock">;
  readonly log: Logger;
}

const LOOKS_PER_BLOCK = 5;

export class PassingTime {
  readonly #parts: PassingTimeParts;
  #looks = 0;

  constructor(parts: PassingTimeParts) {
    this.#parts = parts;
  }

  /** Called every second. Never rejects. */
  async look(): Promise<void> {
    const { engine, minter, log } = this.#parts;
    const isUnderWay = engine.funds.openWithdrawals().some(({ state }) => state !== "PENDING_REBALANCE");
    this.#looks = isUnderWay ? this.#looks + 1 : 0;
    if (!isUnderWay || this.#looks % LOOKS_PER_BLOCK !== 0) return;
    await minter.makeBlock().catch((err) => log.debug({ err }, "the local chain could not be given a block"));
  }
}
