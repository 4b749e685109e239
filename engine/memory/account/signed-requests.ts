// The answers to signed requests that move funds, by the owner of the account. When the same bytes arrive again, from a client
// that lost the answer or from an eavesdropper, they get the first answer and move nothing. Rules 9.5.
//
// An owner's last 100 requests are remembered for eleven minutes: a signature is accepted for five minutes on either side
// of its time. Of forgotten requests only the latest signed time is kept, and any request signed at or before it is refused,
// so that nothing is carried out twice, however clocks and load behave.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { AccountNumber, Millis } from "../../base/units.ts";
import { readPositions, writePositions } from "../../language/codec/transferred-positions.ts";
import type { SignedRequest } from "../../language/commands/signed-request-field.ts";
import type { TransferredPosition } from "../../language/offered-positions.ts";
import { readRejection, writeRejection } from "../../language/rejection-bytes.ts";
import type { Rejection } from "../../language/rejections.ts";

export const REQUESTS_MAX = 100;
export const REMEMBERED_MS = 660_000;

export interface AnsweredRequest extends SignedRequest {
  /** The account that the request was for, which a signature does not cover. */
  readonly account: AccountNumber;
  /** When it was answered. */
  readonly at: Millis;
  readonly rejection: Rejection | null;
  readonly created: number;
  readonly transferred: readonly TransferredPosition[];
}

interface OwnerRequests {
  /** The latest signed time among the forgotten requests. */
  forgotten: Millis;
  /** In the order in which they were answered. */
  readonly answered: AnsweredRequest[];
}

export class SignedRequests {
  readonly #owners = new Map<number, OwnerRequests>();
  #sweptAt = 0;

  find(owner: AccountNumber, digest: string): AnsweredRequest | undefined {
    return this.#owners.get(owner)?.answered.find((each) => each.digest === digest);
  }

  /** Whether a request that is not found may have been answered and forgotten. */
  mayBeForgotten(owner: AccountNumber, { signedAt }: SignedRequest): boolean {
    return signedAt <= (this.#owners.get(owner)?.forgotten ?? 0);
  }

  remember(owner: AccountNumber, answered: AnsweredRequest): void {
    const known: OwnerRequests = this.#owners.get(owner) ?? { forgotten: 0, answered: [] };
    this.#owners.set(owner, known);
    known.answered.push(answered);
    if (known.answered.length > REQUESTS_MAX) forgetOldest(known);
  }

  /** Forgets requests that were answered long ago: those of this owner now, those of all owners from time to time. */
  forget(owner: AccountNumber, now: Millis): void {
    const before = now - REMEMBERED_MS;
    const known = this.#owners.get(owner);
    if (known !== undefined) forgetUntil(known, before);
    if (this.#sweptAt > before) return;
    this.#sweptAt = now;
    for (const each of this.#owners.values()) forgetUntil(each, before);
  }

  write(out: ByteWriter): void {
    out.f64(this.#sweptAt);
    out.i32(this.#owners.size);
    for (const owner of [...this.#owners.keys()].sort((a, b) => a - b)) {
      const { forgotten, answered } = this.#owners.get(owner)!;
      out.i32(owner);
      out.f64(forgotten);
      out.i32(answered.length);
      for (const each of answered) writeAnswered(out, each);
    }
  }

  read(input: ByteReader): void {
    this.#sweptAt = input.f64();
    for (let left = input.i32(); left > 0; left--) {
      const owner = input.i32();
      const known: OwnerRequests = { forgotten: input.f64(), answered: [] };
      for (let more = input.i32(); more > 0; more--) known.answered.push(readAnswered(input));
      this.#owners.set(owner, known);
    }
  }
}

function forgetUntil(known: OwnerRequests, before: Millis): void {
  while (known.answered.length > 0 && known.answered[0]!.at <= before) forgetOldest(known);
}

function forgetOldest(known: OwnerRequests): void {
  const { signedAt } = known.answered.shift()!;
  known.forgotten = Math.max(known.forgotten, signedAt);
}

function writeAnswered(out: ByteWriter, each: AnsweredRequest): void {
  out.text(each.digest);
  out.f64(each.signedAt);
  out.i32(each.account);
  out.f64(each.at);
  out.f64(each.created);
  out.u8(each.rejection === null ? 0 : 1);
  if (each.rejection !== null) writeRejection(out, each.rejection);
  writePositions(out, each.transferred);
}

function readAnswered(input: ByteReader): AnsweredRequest {
  return {
    digest: input.text(),
    signedAt: input.f64(),
    account: input.i32(),
    at: input.f64(),
    created: input.f64(),
    rejection: input.u8() === 0 ? null : readRejection(input),
    transferred: readPositions(input),
  };
}
