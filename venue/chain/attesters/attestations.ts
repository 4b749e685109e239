// Gathers what the vault asks for beside a wallet's signature: the signatures of enough attesters over one payment. All of
// them are asked at once and no one waits for the slowest. None of this is kept: after a restart they are asked again, and until
// when a signature may live that a former process was given is known by the time that such a one lives.

import type { Hex } from "viem";
import type { AttesterSet } from "../vault/attester-set.ts";
import type { PaymentTerms } from "./attestation.ts";
import { AttestationRefused, type MoveRequest, type PaymentRequest } from "./witness.ts";

/** One attester that can be asked, wherever it is. */
export interface ReachableAttester {
  /** Lower case. */
  readonly address: Hex;
  /** @returns its signature; @throws {AttestationRefused} it refuses; {Error} with why there is no answer */
  attest(request: PaymentRequest): Promise<Hex>;
  /** As `attest`, of all that a former vault holds. */
  attestMove(request: MoveRequest): Promise<Hex>;
}

export interface Attested {
  readonly deadline: number;
  /** By ascending address of the signer. */
  readonly attestations: readonly Hex[];
}

interface AttestationsParts {
  /** Those who can be asked now. */
  readonly lines: () => readonly ReachableAttester[];
  /** How long a signature lives. */
  readonly lifetimeSeconds: number;
  /** There is a signature for one that lacked it. */
  readonly onAnswer: (withdrawalId: number) => void;
  readonly onOutcome: (outcome: "signed" | "refused" | "silent") => void;
}

/** What comes of asking one; `silent`: no judgement of its own, and why. */
export type AttesterAnswer = { readonly signature: Hex } | { readonly refused: string } | { readonly silent: string };

interface Asked {
  readonly terms: PaymentTerms;
  readonly deadline: number;
  /** By the attester's address. */
  readonly answers: Map<Hex, AttesterAnswer | "asked">;
}

/** A round waits so long for those who are asked in it. */
const PATIENCE_MS = 5_000;
/** Clocks of blocks are not exact, and one node is behind another. */
const MARGIN_SECONDS = 900;

export class Attestations {
  readonly #parts: AttestationsParts;
  readonly #asked = new Map<number, Asked>();
  /** The last deadline that any attester was asked for, by withdrawal. */
  readonly #deadlines = new Map<number, number>();
  /** Why a withdrawal waits for attesters. */
  readonly #lacking = new Map<number, string>();

  constructor(parts: AttestationsParts) {
    this.#parts = parts;
  }

  /**
   * What was open when this process began may have been attested to a former one.
   * @param now in seconds since 1970, by the chain's time
   */
  inherit(withdrawalIds: readonly number[], now: number): void {
    for (const id of withdrawalIds) this.#deadlines.set(id, now + this.#parts.lifetimeSeconds + MARGIN_SECONDS);
  }

  /** Up to when there may be signatures with which it can be paid, in seconds since 1970; 0 when there are none. */
  until(withdrawalId: number): number {
    return this.#deadlines.get(withdrawalId) ?? 0;
  }

  /** Asks for what is missing, and waits a moment for it. */
  async gather(wanted: readonly PaymentTerms[], set: AttesterSet, now: number): Promise<void> {
    const lines = this.#parts.lines().filter(({ address }) => set.attesters.includes(address));
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const isEnough = () => wanted.every((terms) => "attestations" in this.of(terms, set));
    const asking = wanted.flatMap((terms) => {
      const asked = this.#askedFor(terms, now);
      return lines.flatMap((line) => (this.#isWanted(asked, line) ? [this.#ask(asked, line)] : []));
    });
    // What fails is thrown by the race below.
    for (const each of asking) each.then(() => isEnough() && resolve()).catch(() => {});
    const timer = setTimeout(resolve, PATIENCE_MS);
    await Promise.race([Promise.all(asking), enough]);
    clearTimeout(timer);
  }

  /** @returns what the vault asks for, or why there is too little of it */
  of(terms: PaymentTerms, set: AttesterSet): Attested | { readonly missing: string } {
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

  /** The vault does not take what there is: all are asked anew. */
  forget(withdrawalId: number): void {
    this.#asked.delete(withdrawalId);
  }

  /** Those that wait for attesters. */
  get lacking(): ReadonlyMap<number, string> {
    return this.#lacking;
  }

  keepOnly(withdrawalIds: ReadonlySet<number>): void {
    for (const known of [this.#deadlines, this.#asked, this.#lacking]) {
      for (const id of known.keys()) if (!withdrawalIds.has(id)) known.delete(id);
    }
  }

  #askedFor(terms: PaymentTerms, now: number): Asked {
    const { lifetimeSeconds } = this.#parts;
    const { withdrawalId } = terms;
    const known = this.#asked.get(withdrawalId);
    // Half of a life is left for its transaction to be mined.
    if (known !== undefined && known.deadline - now >= lifetimeSeconds / 2) return known;
    const fresh: Asked = { terms, deadline: now + lifetimeSeconds, answers: new Map() };
    this.#asked.set(withdrawalId, fresh);
    this.#deadlines.set(withdrawalId, Math.max(this.until(withdrawalId), fresh.deadline));
    return fresh;
  }

  #isWanted({ answers }: Asked, { address }: ReachableAttester): boolean {
    const answer = answers.get(address);
    return answer === undefined || (answer !== "asked" && !("signature" in answer));
  }

  async #ask(asked: Asked, line: ReachableAttester): Promise<void> {
    const { terms, deadline, answers } = asked;
    answers.set(line.address, "asked");
    const answer = await line.attest({ terms, deadline }).then((signature) => ({ signature }), failureOf);
    answers.set(line.address, answer);
    this.#parts.onOutcome("signature" in answer ? "signed" : "refused" in answer ? "refused" : "silent");
    if ("signature" in answer && this.#lacking.has(terms.withdrawalId)) this.#parts.onAnswer(terms.withdrawalId);
  }

  #missing(asked: Asked | undefined, signed: number, { attesters, threshold }: AttesterSet): string {
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

/** What it refuses is its judgement; all else is that no judgement came. */
export function failureOf(error: unknown): AttesterAnswer {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof AttestationRefused ? { refused: text } : { silent: text };
}
