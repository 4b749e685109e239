// Whether an address of a factory was ever swept on a chain: the trial account's, which `evermark deploy-receivers`
// sweeps. Its proxy is deployed only by a sweep that reached the treasury, at the address that this venue would show. On
// a chain that computes addresses differently, or does not support such proxies, deposits could never be taken out.

import { TRIAL_ACCOUNT } from "@evermark/contracts";
import type { Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { proxyOf, receiverMaker } from "./receiver-address.ts";

export class TrialSweep {
  readonly #reader: Pick<ChainReader, "code">;
  readonly #factory: Hex;
  /** Once seen, it stays true: a deployment can't be undone. */
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
