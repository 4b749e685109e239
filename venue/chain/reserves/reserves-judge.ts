// Judges whether everything held covers everything owed. A node that errs once about one treasury is believed until it is
// asked again, and in that time other treasuries may be read several times. So an alarm takes three bad looks in a row
// over a minute at least, and ends after three good ones in a row. It stops nothing: the vault itself stops payments when
// it is short, and a wrong price must not.

import type { Logger } from "pino";
import type { Condition } from "../../operation/reports/readiness.ts";
import { fromMicros } from "../../wire/decimals.ts";

/** How many looks in a row change the verdict. */
const LOOKS = 3;
const SHORT_MS = 60_000;

interface JudgeParts {
  readonly condition: Condition;
  /** A monotonic clock, in milliseconds. */
  readonly steady: () => number;
  readonly log: Logger;
}

export interface Judged {
  readonly assets: bigint;
  readonly liabilities: bigint;
  readonly shortfall: bigint;
}

export class ReservesJudge {
  readonly #parts: JudgeParts;
  #isShort = false;
  /** Looks in a row that contradict the present verdict, and the time of the first of them. */
  #others = 0;
  #othersSince = 0;

  constructor(parts: JudgeParts) {
    this.#parts = parts;
  }

  look(judged: Judged): void {
    const isShort = judged.shortfall > 0n;
    const now = this.#parts.steady();
    this.#others = isShort === this.#isShort ? 0 : this.#others + 1;
    if (this.#others === 1) this.#othersSince = now;
    const isLongEnough = this.#isShort || now - this.#othersSince >= SHORT_MS;
    if (this.#others >= LOOKS && isLongEnough) this.#turn(judged);
    if (this.#isShort) this.#parts.condition.broken(textOf(judged));
  }

  #turn(judged: Judged): void {
    this.#others = 0;
    this.#isShort = !this.#isShort;
    const { assets, liabilities, shortfall } = judged;
    const figures = { assets: usdc(assets), liabilities: usdc(liabilities), shortfall: usdc(shortfall) };
    const { condition, log } = this.#parts;
    if (this.#isShort) return log.error(figures, "vault and treasuries hold less than is owed");
    log.warn(figures, "vault and treasuries again hold what is owed");
    condition.holds();
  }
}

function textOf({ assets, liabilities, shortfall }: Judged): string {
  if (shortfall === 0n) return "vault and treasuries held less than is owed a moment ago";
  const [held, owed, short] = [assets, liabilities, shortfall].map(usdc);
  return `vault and treasuries hold ${held} USDC of the ${owed} that are owed: ${short} are missing`;
}

function usdc(amount: bigint): number {
  return fromMicros(Number(amount));
}
