// Makes a sandbox's faucet money withdrawable for real: whatever the venue has credited without a deposit in the vault is
// minted as test USDC into the vault, in the background. How much has been minted is read from the chain, so a venue that
// was killed in between neither forgets an amount nor mints it twice. Deposits in a former vault, whose chain was given
// up, are included.

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
  /** File of this vault that records the deposits former vaults held. */
  readonly path: string;
}

export class Backing {
  readonly #parts: BackingParts;
  /** Deposits in other vaults that the journal had when this vault began, in micros. */
  readonly inherited: bigint;
  /** The sum known to be backed. */
  #backed = 0n;
  #isBusy = false;

  constructor(parts: BackingParts) {
    this.#parts = parts;
    this.inherited = inheritedOf(parts);
  }

  /** Called every second, and after a restart of the node. Never rejects. */
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

  /** Money minted lately may be lost: it is checked again. */
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
