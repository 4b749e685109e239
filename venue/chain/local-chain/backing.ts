// Faucet money of a sandbox can be withdrawn for real: all that the venue has credited without a deposit in the vault is made
// as test USDC and put into it, in the background. How much that was already is read from the chain, so a venue that was
// killed in between neither forgets it nor does it twice. Deposits in a former vault, whose chain was given up, are among it.

import type { EngineReader } from "@evermark/engine";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import type { Logger } from "pino";
import type { FundedTotal } from "../custody/funded-total.ts";
import type { Minter } from "../link/minter.ts";

interface BackingParts {
  readonly engine: EngineReader;
  readonly funded: Pick<FundedTotal, "now">;
  readonly minter: Pick<Minter, "intoVault">;
  readonly log: Logger;
  /** Of this vault's file, where it is kept what former ones held. */
  readonly path: string;
}

export class Backing {
  readonly #parts: BackingParts;
  /** What the journal had of other vaults' deposits when this one began, in micros. */
  readonly inherited: bigint;
  /** Everything up to here is backed. */
  #backed = 0n;
  #isBusy = false;

  constructor(parts: BackingParts) {
    this.#parts = parts;
    this.inherited = inheritedOf(parts);
  }

  /** Every second, and when the node was started again. Never rejects. */
  async look(): Promise<void> {
    const owed = this.#owed;
    if (this.#isBusy || owed <= this.#backed) return;
    this.#isBusy = true;
    try {
      const missing = owed - (await this.#parts.funded.now());
      if (missing > 0n) await this.#parts.minter.intoVault(missing);
      this.#backed = owed;
    } catch (error) {
      // The next second tries again.
      this.#parts.log.debug({ err: error }, "test USDC could not be put into the vault yet");
    } finally {
      this.#isBusy = false;
    }
  }

  /** What was put there lately may be lost. */
  doubt(): void {
    this.#backed = 0n;
  }

  get #owed(): bigint {
    const { engine } = this.#parts;
    return BigInt(engine.custody) - BigInt(engine.funds.chainCustody) + this.inherited;
  }
}

function inheritedOf({ engine, path }: BackingParts): bigint {
  const read = readFacts(path);
  if (typeof read !== "string") return BigInt((read.facts as { readonly inherited: string }).inherited);
  const inherited = BigInt(engine.funds.chainCustody);
  writeFacts(path, { inherited: String(inherited) }, true);
  return inherited;
}
