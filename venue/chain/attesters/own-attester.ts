// The venue's own process as an attester, with the operator's key: for a sandbox, and where an operator decides that one
// key is enough. It judges as an attester on another machine does; all it lacks is the separate machine.

import type { Hex } from "viem";
import { AttesterJudgement, type MoveRequest, type PaymentRequest, type WitnessParts } from "./attester-judgement.ts";
import type { ReachableAttester } from "./gathered-attestations.ts";
import { SignedTerms } from "./signed-terms.ts";

export class OwnAttester implements ReachableAttester {
  readonly #parts: Omit<WitnessParts, "signed">;
  /** File of the terms it has signed; opened on the first request. */
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

  async #witness(): Promise<AttesterJudgement> {
    if (this.#isClosed) throw new Error("the venue is shutting down");
    this.#signed ??= SignedTerms.open(this.#path);
    return new AttesterJudgement({ ...this.#parts, signed: await this.#signed });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#signed?.then(
      (signed) => signed.close(),
      // Every caller that asked for a signature has already received this failure.
      () => {},
    );
  }
}
