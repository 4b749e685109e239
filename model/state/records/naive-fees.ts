// The model's records of fee rates, fee tags and referral. Rules 8. Rates per 100,000.

/** The fee settings of one builder. */
interface BrokerFees {
  takerFee: bigint;
  makerFee: bigint;
  /** 0 Public to 4 Diamond. */
  tier: number;
  minimumTier: number;
  volumeThisMonth: bigint;
  volumeLastMonth: bigint;
}

/** The rates of one account, instead of its builder's. */
interface AccountRates {
  readonly account: number;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
}

export interface NaiveFeeTag {
  readonly broker: number;
  readonly enumId: string;
  active: boolean;
  archivedAt: number;
  rate: bigint;
  overrides: { market: number; rate: bigint }[];
}

/** Fractions in 10⁻⁸. */
export interface NaiveReferralCode {
  readonly broker: number;
  readonly account: number;
  readonly code: string;
  readonly maxRebate: bigint;
  readonly referrerShare: bigint;
  readonly refereeShare: bigint;
}

/** Rates in 10⁻⁸ of the basis, for the affiliate and all below it. */
export interface NaiveAffiliate {
  readonly account: number;
  readonly rate: bigint;
  /** The affiliate above it, -1 at the top. */
  readonly parent: number;
}

/** What an account's trades under a code brought its builder since the last daily job. */
export interface NaiveBasis {
  readonly account: number;
  readonly code: string;
  builderPart: bigint;
  /** The account's own fees, without fee tags. */
  tradingFee: bigint;
}

export interface FeesState {
  brokers: BrokerFees[];
  accounts: AccountRates[];
  tags: NaiveFeeTag[];
  codes: NaiveReferralCode[];
  /** By account. */
  bound: { account: number; code: string }[];
  affiliates: NaiveAffiliate[];
  /** Builders whose affiliates earn on trading fees. */
  onTradingFees: number[];
  basis: NaiveBasis[];
}

export function noFees(): FeesState {
  return { brokers: [], accounts: [], tags: [], codes: [], bound: [], affiliates: [], onTradingFees: [], basis: [] };
}
