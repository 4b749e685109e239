// Fee tags, referral codes and affiliates, with the amounts to pay out for them at the end of the day. Rules 8.4, 8.5.

import { assert } from "../../base/fault.ts";
import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type {
  AccountNumber,
  BrokerNumber,
  FeeE5,
  FractionE8,
  MarketNumber,
  Micros,
  Millis,
  ReferralNumber,
} from "../../base/units.ts";
import type { ReferralCode } from "../../language/commands/fee-commands.ts";

export interface RateOverride {
  readonly market: MarketNumber;
  readonly rate: FeeE5;
}

export interface FeeTag {
  /** The builder that owns it. */
  readonly broker: BrokerNumber;
  readonly enumId: string;
  name: string;
  description: string;
  active: boolean;
  rate: FeeE5;
  /** By market number. */
  overrides: readonly RateOverride[];
  readonly createdAt: Millis;
  updatedAt: Millis;
  /** Totals over the orders of all builders; volume and fees in micros. */
  orders: number;
  volume: Micros;
  fees: Micros;
}

export interface Affiliate {
  /** 10⁻⁸ of the basis, for it and all below it. */
  rate: FractionE8;
  /** The affiliate above it, NONE at the top. */
  parent: AccountNumber;
}

/** What an account has paid since the last daily job under a code other than the one that it is bound to; micros. */
export interface Accrual {
  readonly account: AccountNumber;
  readonly code: ReferralNumber;
  fees: Micros;
  revenue: Micros;
}

export class FeesState {
  readonly tags: FeeTag[] = [];
  readonly codes: ReferralCode[] = [];
  /** By account. */
  readonly affiliates = new Map<number, Affiliate>();
  lastDistributionId = 0;
  readonly #accruals = new Map<string, Accrual>();
  readonly #tagByName = new Map<string, number>();
  readonly #codeByText = new Map<string, number>();
  readonly #codesByAccount = new Map<number, ReferralCode[]>();

  findTag(broker: BrokerNumber, enumId: string): number {
    return this.#tagByName.get(`${broker}:${enumId}`) ?? NONE;
  }

  addTag(tag: FeeTag): void {
    assert(this.findTag(tag.broker, tag.enumId) === NONE, "a fee tag is made once", { enumId: tag.enumId });
    this.#tagByName.set(`${tag.broker}:${tag.enumId}`, this.tags.push(tag) - 1);
  }

  findCode(code: string): number {
    return this.#codeByText.get(code) ?? NONE;
  }

  addCode(code: ReferralCode): void {
    assert(this.findCode(code.code) === NONE, "a referral code is given once", { code: code.code });
    this.#codeByText.set(code.code, this.codes.push(code) - 1);
    const own = this.#codesByAccount.get(code.account);
    if (own === undefined) this.#codesByAccount.set(code.account, [code]);
    else own.push(code);
  }

  /** The codes of a referrer, in the order of creation. */
  codesOf(account: AccountNumber): readonly ReferralCode[] {
    return this.#codesByAccount.get(account) ?? [];
  }

  /** The accrual of an account under a code that one of its orders named, created if it does not exist yet. */
  accrualOf(account: AccountNumber, code: ReferralNumber): Accrual {
    const key = `${account}:${code}`;
    let accrual = this.#accruals.get(key);
    if (accrual === undefined) {
      accrual = { account, code, fees: 0, revenue: 0 };
      this.#accruals.set(key, accrual);
    }
    return accrual;
  }

  /** Sorted by account number, then code, so that the order in which the map was filled does not show. */
  accruals(): Accrual[] {
    return [...this.#accruals.values()].sort((a, b) => a.account - b.account || a.code - b.code);
  }

  clearAccruals(): void {
    this.#accruals.clear();
  }

  write(out: ByteWriter): void {
    out.f64(this.lastDistributionId);
    out.i32(this.tags.length);
    for (const tag of this.tags) writeTag(out, tag);
    out.i32(this.codes.length);
    for (const code of this.codes) writeCode(out, code);
    const affiliates = [...this.affiliates].sort(([a], [b]) => a - b);
    out.i32(affiliates.length);
    for (const [account, { rate, parent }] of affiliates) {
      out.i32(account);
      out.f64(rate);
      out.i32(parent);
    }
    const accruals = this.accruals();
    out.i32(accruals.length);
    for (const { account, code, fees, revenue } of accruals) {
      out.i32(account);
      out.i32(code);
      out.f64(fees);
      out.f64(revenue);
    }
  }

  read(input: ByteReader): void {
    this.lastDistributionId = input.f64();
    for (let left = input.i32(); left > 0; left--) this.addTag(readTag(input));
    for (let left = input.i32(); left > 0; left--) this.addCode(readCode(input));
    for (let left = input.i32(); left > 0; left--) {
      this.affiliates.set(input.i32(), { rate: input.f64(), parent: input.i32() });
    }
    for (let left = input.i32(); left > 0; left--) {
      const accrual = this.accrualOf(input.i32(), input.i32());
      accrual.fees = input.f64();
      accrual.revenue = input.f64();
    }
  }
}

function writeTag(out: ByteWriter, tag: FeeTag): void {
  out.i32(tag.broker);
  for (const text of [tag.enumId, tag.name, tag.description]) out.text(text);
  out.u8(tag.active ? 1 : 0);
  for (const n of [tag.rate, tag.createdAt, tag.updatedAt, tag.orders, tag.volume, tag.fees]) out.f64(n);
  out.i32(tag.overrides.length);
  for (const { market, rate } of tag.overrides) {
    out.i32(market);
    out.f64(rate);
  }
}

function readTag(input: ByteReader): FeeTag {
  return {
    broker: input.i32(),
    enumId: input.text(),
    name: input.text(),
    description: input.text(),
    active: input.u8() === 1,
    rate: input.f64(),
    createdAt: input.f64(),
    updatedAt: input.f64(),
    orders: input.f64(),
    volume: input.f64(),
    fees: input.f64(),
    overrides: Array.from({ length: input.i32() }, () => ({ market: input.i32(), rate: input.f64() })),
  };
}

function writeCode(out: ByteWriter, code: ReferralCode): void {
  out.i32(code.broker);
  out.i32(code.account);
  out.text(code.code);
  for (const n of [code.maxRebate, code.referrerShare, code.refereeShare]) out.f64(n);
}

function readCode(input: ByteReader): ReferralCode {
  return {
    broker: input.i32(),
    account: input.i32(),
    code: input.text(),
    maxRebate: input.f64(),
    referrerShare: input.f64(),
    refereeShare: input.f64(),
  };
}
