// Whether an address of a factory was ever swept on a chain: that of the trial's account, which `evermark deploy-receivers` sweeps.
// Its proxy is put there by a sweep that has reached the treasury, or not at all, and is where this venue would show it. On a chain
// that computes addresses in another way, or knows no such proxies, deposits could never be taken out.

import { TRIAL_ACCOUNT } from "@evermark/contracts";
import type { Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { proxyOf, receiverMaker } from "./receiver-address.ts";

export class TrialSweep {
  readonly #reader: Pick<ChainReader, "code">;
  readonly #factory: Hex;
  /** It can't be undone. */
  #wasSeen = false;

  /** @param factory in lower case */
  constructor(reader: Pick<ChainReader, "code">, factory: Hex) {
    this.#reader = reader;
    this.#factory = factory;
  }

  /** @throws {ChainTrouble} */
  async wasMade(): Promise<boolean> {
    this.#wasSeen ||= (await this.#reader.code(this.address, "latest")) === proxyOf(this.#factory);
    return this.#wasSeen;
  }

  get address(): Hex {
    return receiverMaker(this.#factory)(TRIAL_ACCOUNT);
  }
}
