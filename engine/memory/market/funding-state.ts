// A market's state between two payments of funding: when the next one is due, the premiums sampled for it so far, and the
// operator's changes that take effect after it. Rules 6.3 to 6.5.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Hours, Millis } from "../../base/units.ts";
import { readFundingTerms, writeFundingTerms } from "../../language/codec/parameter-bytes.ts";
import type { FundingTerms, MarketParameters } from "../../language/market-parameters.ts";
import { nextFundingTime } from "./funding-schedule.ts";

export class FundingState {
  /** The next funding time that is not settled yet. */
  nextAt: Millis;
  /** The last funding time that was settled, 0 for none, and the length of the period of its rate. */
  lastAt = 0;
  lastPeriodHours: Hours;
  /** When the estimate was made, 0 for never. */
  estimatedAt = 0;
  /** The premiums sampled for the next payment, 10⁻¹⁰: their sum and number. */
  premiumSum = 0n;
  premiums = 0;
  /** Terms that take effect after the next payment. */
  pending: FundingTerms | null = null;

  constructor(at: Millis, periodHours: Hours) {
    this.nextAt = nextFundingTime(at, periodHours);
    this.lastPeriodHours = periodHours;
  }

  write(out: ByteWriter): void {
    const { nextAt, lastAt, lastPeriodHours, estimatedAt, premiums, pending } = this;
    for (const n of [nextAt, lastAt, lastPeriodHours, estimatedAt, premiums]) out.f64(n);
    out.big(this.premiumSum);
    out.u8(pending === null ? 0 : 1);
    if (pending === null) return;
    writeFundingTerms(out, pending);
  }

  /** @param parameters the market's current ones */
  read(input: ByteReader, parameters: MarketParameters): void {
    this.nextAt = input.f64();
    this.lastAt = input.f64();
    this.lastPeriodHours = input.f64();
    this.estimatedAt = input.f64();
    this.premiums = input.f64();
    this.premiumSum = input.big();
    this.pending = input.u8() === 0 ? null : readFundingTerms(input, parameters);
  }
}
