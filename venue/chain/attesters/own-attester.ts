// The venue's own process as an attester, with the operator's key: for a sandbox, and where an operator says that one key is to
// be enough. It judges as one on another machine does; what it lacks is that machine.

import type { Hex } from "viem";
import type { ReachableAttester } from "./attestations.ts";
import { SignedTerms } from "./signed-terms.ts";
import { type MoveRequest, type PaymentRequest, Witness, type WitnessParts } from "./witness.ts";

export class OwnAttester implements ReachableAttester {
  readonly #parts: Omit<WitnessParts, "signed">;
  /** Where it keeps what it has signed; opened when it is first asked. */
  readonly #path: string;
  #signed: Promise<SignedTerms> | undefined;
  #isClosed = false;

  constructor(parts: Omit<WitnessParts, "signed">, path: string) {
    this.#parts = parts;
    this.#path = path;
  }

  get address(): Hex {
    return this.#parts.signer.address;
  }

  async attest(request: PaymentRequest): Promise<Hex> {
    return (await this.#witness()).attest(request);
  }

  async attestMove(request: MoveRequest): Promise<Hex> {
    return (await this.#witness()).attestMove(request);
  }

  async #witness(): Promise<Witness> {
    if (this.#isClosed) throw new Error("the venue is shutting down");
    this.#signed ??= SignedTerms.open(this.#path);
    return new Witness({ ...this.#parts, signed: await this.#signed });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#signed?.then(
      (signed) => signed.close(),
      // Each caller that asked for a signature has had this failure already.
      () => {},
    );
  }
}
