// Gathers what the vault requires besides a wallet's signature: the signatures of enough attesters over one payment. All
// attesters are asked at once, and the slowest is not waited for. None of this is persisted: after a restart they are
// asked again, and signatures given to an earlier process are assumed to live for a full lifetime from then.

import type { Hex } from "viem";
import type { AttesterSet } from "../vault/attester-set.ts";
import type { PaymentTerms } from "./attestation.ts";
import { AttestationRefused, type MoveRequest, type PaymentRequest } from "./attester-judgement.ts";

/** One attester that can be asked, wherever it is. */
export interface ReachableAttester {
  /** Lower case. */
  readonly address: Hex;
  /** @returns its signature; @throws {AttestationRefused} the attester refuses; {Error} why there is no answer */
  attest(request: PaymentRequest): Promise<Hex>;
  /** Like `attest`, for the move of a former vault's funds. */
  attestMove(request: MoveRequest): Promise<Hex>;
}

export interface GatheredAttestations {
  readonly deadline: number;
  /** By ascending address of the signer. */
  readonly attestations: readonly Hex[];
}

interface AttestationsParts {
  /** The attesters that can be asked now. */
  readonly lines: () => readonly ReachableAttester[];
  /** How long a signature is valid. */
  readonly lifetimeSeconds: number;
  /** Called when a withdrawal that lacked signatures has got another one. */
  readonly onAnswer: (withdrawalId: number) => void;
  readonly onOutcome: (outcome: "signed" | "refused" | "silent") => void;
}

/** The outcome of asking one attester. `silent`: it gave no judgement, and why. */
export type AttesterAnswer = { readonly signature: Hex } | { readonly refused: string } | { readonly silent: string };

interface AttestationRound {
  readonly terms: PaymentTerms;
  readonly deadline: number;
  /** By the attester's address. */
  readonly answers: Map<Hex, AttesterAnswer | "asked">;
}

/** How long a round waits for the attesters asked in it. */
const PATIENCE_MS = 5_000;
/** Block timestamps are not exact, and one node may lag behind another. */
const MARGIN_SECONDS = 900;

export class Attestations {
  readonly #parts: AttestationsParts;
  readonly #asked = new Map<number, AttestationRound>();
  /** The latest deadline that any attester was asked to sign, by withdrawal. */
  readonly #deadlines = new Map<number, number>();
  /** Why a withdrawal waits for attesters. */
  readonly #lacking = new Map<number, string>();

  constructor(parts: AttestationsParts) {
    this.#parts = parts;
  }

  /**
   * Withdrawals that were open when this process began may have been attested for an earlier process.
   * @param now in seconds since 1970, by the chain's time
   */
  inherit(withdrawalIds: readonly number[], now: number): void {
    for (const id of withdrawalIds) this.#deadlines.set(id, now + this.#parts.lifetimeSeconds + MARGIN_SECONDS);
  }

  /** Until when signatures that can pay the withdrawal may exist, in seconds since 1970; 0 when there are none. */
  until(withdrawalId: number): number {
    return this.#deadlines.get(withdrawalId) ?? 0;
  }

  /** Asks for the missing signatures, and waits a moment for them. */
  async gather(wanted: readonly PaymentTerms[], set: AttesterSet, now: number): Promise<void> {
    const lines = this.#parts.lines().filter(({ address }) => set.attesters.includes(address));
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const isEnough = () => wanted.every((terms) => "attestations" in this.of(terms, set));
    const asking = wanted.flatMap((terms) => {
      const asked = this.#askedFor(terms, now);
      return lines.flatMap((line) => (this.#isWanted(asked, line) ? [this.#ask(asked, line)] : []));
    });
    // Failures are thrown by the race below.
    for (const each of asking) each.then(() => isEnough() && resolve()).catch(() => {});
    const timer = setTimeout(resolve, PATIENCE_MS);
    await Promise.race([Promise.all(asking), enough]);
    clearTimeout(timer);
  }

  /** @returns the signatures the vault requires, or why there are too few */
  of(terms: PaymentTerms, set: AttesterSet): GatheredAttestations | { readonly missing: string } {
    const asked = this.#asked.get(terms.withdrawalId);
    const signed = [...(asked?.answers ?? [])].flatMap(([address, answer]) =>
      typeof answer === "object" && "signature" in answer && set.attesters.includes(address)
        ? [{ address, signature: answer.signature }]
        : [],
    );
    if (asked === undefined || signed.length < set.threshold) {
      const missing = this.#missing(asked, signed.length, set);
      this.#lacking.set(terms.withdrawalId, missing);
      return { missing };
    }
    this.#lacking.delete(terms.withdrawalId);
    signed.sort((a, b) => (a.address < b.address ? -1 : 1));
    return { deadline: asked.deadline, attestations: signed.slice(0, set.threshold).map(({ signature }) => signature) };
  }

  /** Drops the signatures gathered so far, which the vault does not accept: all attesters are asked again. */
  forget(withdrawalId: number): void {
    this.#asked.delete(withdrawalId);
  }

  /** The withdrawals that wait for attesters, and why. */
  get lacking(): ReadonlyMap<number, string> {
    return this.#lacking;
  }

  keepOnly(withdrawalIds: ReadonlySet<number>): void {
    for (const known of [this.#deadlines, this.#asked, this.#lacking]) {
      for (const id of known.keys()) if (!withdrawalIds.has(id)) known.delete(id);
    }
  }

  #askedFor(terms: PaymentTerms, now: number): AttestationRound {
    const { lifetimeSeconds } = this.#parts;
    const { withdrawalId } = terms;
    const known = this.#asked.get(withdrawalId);
    // Half of the lifetime is left for the transaction to be mined.
    if (known !== undefined && known.deadline - now >= lifetimeSeconds / 2) return known;
    const fresh: AttestationRound = { terms, deadline: now + lifetimeSeconds, answers: new Map() };
    this.#asked.set(withdrawalId, fresh);
    this.#deadlines.set(withdrawalId, Math.max(this.until(withdrawalId), fresh.deadline));
    return fresh;
  }

  #isWanted({ answers }: AttestationRound, { address }: ReachableAttester): boolean {
    const answer = answers.get(address);
    return answer === undefined || (answer !== "asked" && !("signature" in answer));
  }

  async #ask(asked: AttestationRound, line: ReachableAttester): Promise<void> {
    const { terms, deadline, answers } = asked;
    answers.set(line.address, "asked");
    const answer = await line.attest({ terms, deadline }).then((signature) => ({ signature }), failureOf);
    answers.set(line.address, answer);
    this.#parts.onOutcome("signature" in answer ? "signed" : "refused" in answer ? "refused" : "silent");
    if ("signature" in answer && this.#lacking.has(terms.withdrawalId)) this.#parts.onAnswer(terms.withdrawalId);
  }

  #missing(asked: AttestationRound | undefined, signed: number, { attesters, threshold }: AttesterSet): string {
    const reachable = new Set(this.#parts.lines().map(({ address }) => address));
    const why = attesters.map((address) => {
      const answer = asked?.answers.get(address);
      if (answer === "asked" || answer === undefined) {
        return `${address} ${reachable.has(address) ? "has not answered" : "is away"}`;
      }
      if ("signature" in answer) return null;
      return "refused" in answer ? `${address} refuses: ${answer.refused}` : `${address}: ${answer.silent}`;
    });
    const reasons = why.filter((each) => each !== null).join("; ");
    return `${signed} of ${threshold} attesters have signed it: ${reasons}`;
  }
}

/** A refusal is the attester's judgement; any other error means that no judgement was received. */
export function failureOf(error: unknown): AttesterAnswer {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof AttestationRefused ? { refused: text } : { silent: text };
}
