// The parameters of a market, each declared once. From a row here follow: the type of its field, its bytes in journal and
// snapshot (codec/parameter-bytes.ts), the checks of a listing and of a change (parameter-bounds.ts), its key in a
// configuration file and its field in the interface, the pages of the reference, and the values that random worlds try.
// Conditions between several parameters are in business/market/listing-rule.ts. Rules 1.2, 6, 11.1, 13.

import { E10 } from "../base/units.ts";
import type { NamedParameter, ParameterDeclaration, UnitTypes } from "./parameter-declaration.ts";

/** From this behaviour on, the engine checks a listing against everything declared here. */
export const BOUNDS_SINCE = 4;

/** Four times this price, in 10⁻⁸, is still below 2^53: a mark price may be twice the index, and rounding doubles it. */
const QUOTE_MAX = 2_251_799_813_685_248;
/** The highest factor of funding caps; rules 13.2 has 7 to 10. */
const MARK_FACTOR_MAX = 10_000;

const FRACTION = { above: 0, below: E10 } as const;
const FROM_ZERO = { from: 0, below: E10 } as const;
const UP_TO_ZERO = { above: -E10, upTo: 0 } as const;
const POSITIVE = { above: 0 } as const;
const atOnce = { holds: "at once" } as const;
const afterFunding = { holds: "after the next funding" } as const;

/** In the order of their bytes, which is permanent: a new parameter goes last, with its value for older records (`absent`). */
const ROWS = {
  symbol: {
    name: "symbol",
    unit: "symbol",
    words: "PERP_<BASE>_USDC",
    shown: true,
  },
  quoteMin: {
    name: "quote_min",
    unit: "price",
    words: "lowest order price",
    bounds: { from: 0, stepOf: "quoteTick" },
    default: "0",
    shown: true,
  },
  quoteMax: {
    name: "quote_max",
    unit: "price",
    words: "highest order price",
    bounds: { above: "quoteMin", upTo: QUOTE_MAX, stepOf: "quoteTick" },
    formerly: { above: "quoteMin", upTo: QUOTE_MAX },
    default: "10000000",
    shown: true,
  },
  quoteTick: {
    name: "quote_tick",
    unit: "price",
    words: "price step",
    bounds: POSITIVE,
    shown: true,
  },
  baseMin: {
    name: "base_min",
    unit: "quantity",
    words: "smallest order quantity",
    bounds: { above: 0, stepOf: "baseTick" },
    default: { sameAs: "baseTick" },
    shown: true,
  },
  baseMax: {
    name: "base_max",
    unit: "quantity",
    words: "largest order quantity",
    bounds: { from: "baseMin" },
    shown: true,
  },
  baseTick: {
    name: "base_tick",
    unit: "quantity",
    words: "quantity step",
    bounds: POSITIVE,
    shown: true,
  },
  minNotional: {
    name: "min_notional",
    unit: "money",
    words: "smallest order value, in USDC",
    bounds: { from: 0 },
    formerly: null,
    default: "10",
    shown: true,
  },
  priceRange: {
    name: "price_range",
    unit: "ratio",
    words: "how far beyond the mark price an order may be priced or executed, as a fraction",
    bounds: FRACTION,
    default: "0.03",
    change: { place: 1, ...atOnce },
    shown: true,
  },
  priceScope: {
    name: "price_scope",
    unit: "ratio",
    words: "how far behind the mark price an order may rest, as a fraction",
    bounds: FRACTION,
    default: "0.4",
    change: { place: 2, ...atOnce },
    shown: true,
  },
  baseImr: {
    name: "base_imr",
    unit: "ratio",
    words: "base initial margin ratio; 1 ÷ this is the highest leverage",
    bounds: { above: 0, upTo: E10 },
    shown: true,
  },
  baseMmr: {
    name: "base_mmr",
    unit: "ratio",
    words: "base maintenance margin ratio",
    bounds: { above: 0, below: "baseImr" },
    shown: true,
  },
  imrFactor: {
    name: "imr_factor",
    unit: "ratio",
    words: "how fast margin ratios grow with notional",
    bounds: { from: 0 },
    shown: true,
  },
  maxNotional: {
    name: "max_notional",
    unit: "money",
    words: "largest position of one account, in USDC",
    bounds: POSITIVE,
    formerly: null,
    change: { place: 6, ...atOnce },
  },
  globalMaxOiCap: {
    name: "global_max_oi_cap",
    unit: "money",
    words: "largest open interest of the market, in USDC",
    bounds: POSITIVE,
    formerly: null,
    change: { place: 7, ...atOnce },
    shown: true,
  },
  fundingPeriodHours: {
    name: "funding_period",
    unit: "hours",
    words: "hours between funding payments",
    bounds: { among: [1, 4, 8] },
    default: "8",
    change: { place: 3, ...afterFunding },
    shown: true,
  },
  capFunding: {
    name: "cap_funding",
    unit: "ratio",
    words: "highest funding rate of one period, as a fraction",
    bounds: FROM_ZERO,
    formerly: null,
    change: { place: 4, ...afterFunding },
    shown: true,
  },
  floorFunding: {
    name: "floor_funding",
    unit: "ratio",
    words: "lowest funding rate of one period, as a fraction",
    bounds: UP_TO_ZERO,
    formerly: null,
    default: { minus: "capFunding" },
    change: { place: 5, ...afterFunding },
    shown: true,
  },
  capIr: {
    name: "cap_ir",
    unit: "ratio",
    words: "highest interest part of the funding rate",
    bounds: FROM_ZERO,
    formerly: null,
    shown: true,
  },
  floorIr: {
    name: "floor_ir",
    unit: "ratio",
    words: "lowest interest part of the funding rate",
    bounds: UP_TO_ZERO,
    formerly: null,
    default: { minus: "capIr" },
    shown: true,
  },
  interestRate: {
    name: "interest_rate",
    unit: "ratio",
    words: "interest rate for 8 hours",
    bounds: { above: -E10, below: E10 },
    formerly: null,
    default: "0.0001",
    shown: true,
  },
  markFactorTenths: {
    name: "mark_factor",
    unit: "tenths",
    words: "largest distance of the mark price from the index, as a multiple of cap_funding",
    bounds: { above: 0, upTo: MARK_FACTOR_MAX },
    formerly: null,
    default: "7",
  },
  maxMarkDeviation: {
    name: "max_mark_deviation",
    unit: "ratio",
    words:
      "another limit of that distance, as a fraction of the index; the smallest of the two and base_imr ÷ 8 applies",
    bounds: FRACTION,
    formerly: { from: 0, upTo: E10 },
  },
  liquidationTier: {
    name: "liquidation_tier",
    unit: "count",
    words: "which tier of liquidation rules applies",
    bounds: { among: [1, 2] },
    formerly: null,
    default: "2",
    shown: true,
  },
  stdLiquidationFee: {
    name: "std_liquidation_fee",
    unit: "ratio",
    words: "fee rate that a liquidated account pays",
    bounds: FRACTION,
    formerly: null,
    shown: true,
  },
  liquidatorFee: {
    name: "liquidator_fee",
    unit: "ratio",
    words: "part of that fee rate that the liquidator gets",
    bounds: { from: 0, upTo: "stdLiquidationFee" },
    formerly: null,
    shown: true,
  },
  claimInsuranceFundDiscount: {
    name: "claim_insurance_fund_discount",
    unit: "ratio",
    words: "discount on positions claimed from the insurance fund, at most base_mmr − base_imr ÷ 4",
    bounds: { from: 0 },
    shown: true,
  },
  sources: {
    name: "sources",
    unit: "names",
    words: "names of all sources of its index price",
    bounds: { from: 1, upTo: 32 },
    formerly: { from: 1 },
    change: { place: 8, ...atOnce, format: 14 },
  },
  maxIndexJump: {
    name: "max_index_jump",
    unit: "ratio",
    words: "largest sudden move of the index, as a fraction; a larger one halts the market until its sources agree",
    bounds: { above: 0, upTo: E10 },
    default: "0.2",
    absent: E10 / 5,
  },
  gated: {
    name: "gated",
    unit: "flag",
    words:
      "whether the market opens only after both sides of its book have shown 25,000 USDC near the mark price for ten minutes",
    default: false,
    absent: false,
  },
  stopSlippage: {
    name: "stop_slippage",
    unit: "ratio",
    words:
      "how far from the index price a triggered order without a limit price, or a close during a pause, may trade, as a fraction",
    bounds: FRACTION,
    default: "0.01",
    absent: E10 / 100,
    format: 14,
    shown: true,
  },
  minSources: {
    name: "min_sources",
    unit: "count",
    words: "number of price sources that must have reported in the last ten seconds; with fewer, the index is in doubt",
    bounds: { from: 1, upTo: 32 },
    formerly: { from: 1 },
    default: { sandbox: "1", production: "3" },
    change: { place: 9, ...atOnce, format: 14 },
    absent: 1,
    format: 14,
  },
  capsWeights: {
    name: "cap_source_weights",
    unit: "flag",
    words: "whether the weight of each source is limited to 40 % while three or more sources count",
    default: { sandbox: false, production: true },
    change: { place: 10, ...atOnce, format: 14 },
    absent: false,
    format: 14,
  },
} as const satisfies Readonly<Record<string, ParameterDeclaration>>;

type Rows = typeof ROWS;
export type ParameterField = keyof Rows;
export type MarketParameter = NamedParameter<ParameterField>;

export const MARKET_PARAMETERS = Object.entries(ROWS).map(
  ([field, row]: [string, ParameterDeclaration<ParameterField>]): MarketParameter => ({
    field: field as ParameterField,
    ...row,
  }),
);

/** The one value besides its parameters that a market is listed with. */
export const INITIAL_PRICE: NamedParameter<ParameterField | "initialPrice"> = {
  field: "initialPrice",
  name: "initial_price",
  unit: "price",
  words: "index price of a new venue, in USDC; simulated prices start here",
  bounds: { above: "quoteMin", upTo: "quoteMax", stepOf: "quoteTick" },
  formerly: { above: 0, upTo: "quoteMax" },
};

/** A market's parameters as its operator wrote them, on the engine's scales. */
export type MarketParameters = { readonly [Field in ParameterField]: UnitTypes[Rows[Field]["unit"]] };

type FieldsWith<What> = { [Field in ParameterField]: Rows[Field] extends What ? Field : never }[ParameterField];
type ChangeableField = FieldsWith<{ readonly change: object }>;
type FundingField = FieldsWith<{ readonly change: { readonly holds: "after the next funding" } }>;

/** What an operator may change of a listed market; absent or null leaves a parameter as it is. */
export type ParameterChanges = { readonly [Field in ChangeableField]?: MarketParameters[Field] | null };

/** What an operator may change of a market's funding. Rules 6.5. */
export type FundingTerms = Pick<MarketParameters, FundingField>;

/** In the order of their bytes in `set_market_rules`. */
export const CHANGEABLE = MARKET_PARAMETERS.filter(
  (each): each is NamedParameter<ParameterField> & ChangeableParameter => each.change !== undefined,
).toSorted((a, b) => a.change.place - b.change.place);

interface ChangeableParameter {
  readonly field: ChangeableField;
  readonly change: NonNullable<ParameterDeclaration["change"]>;
}
