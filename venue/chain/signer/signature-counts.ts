// What was signed within the last day, for limits per hour and day. Rebuilt from the audit log when the signer starts.

export interface CountedSignature {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Name of the policy's entry. */
  readonly rule: string;
  /** Identifies the call: its amount counts once, however often it is signed. */
  readonly what: string;
  /** In micros. */
  readonly amount: bigint;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export class SignatureCounts {
  #signed: readonly CountedSignature[];

  constructor(signed: readonly CountedSignature[] = []) {
    this.#signed = signed;
  }

  /** The counts including `next`. */
  with(next: CountedSignature): { readonly hour: number; readonly day: number; readonly amountOfDay: bigint } {
    const day = [...this.#since(next.at - DAY_MS).filter(({ rule }) => rule === next.rule), next];
    const hour = day.filter(({ at }) => at > next.at - HOUR_MS).length;
    const amounts = new Map(day.map(({ what, amount }) => [what, amount]));
    return { hour, day: day.length, amountOfDay: [...amounts.values()].reduce((sum, amount) => sum + amount, 0n) };
  }

  add(signed: CountedSignature): void {
    this.#signed = [...this.#since(signed.at - DAY_MS), signed];
  }

  #since(from: number): readonly CountedSignature[] {
    return this.#signed.filter(({ at }) => at > from);
  }
}
