// Keys about money that is handed out, and about fees.

import { feeRate, usdc, wholeNumber } from "../values/value-kinds.ts";
import { key } from "./key.ts";

const FEE_RATE_MAX = 0.01;

export const MONEY_KEYS = {
  "faucet.amount": key({
    kind: usdc(1, 1_000_000_000),
    fallback: 10_000,
    placeholder: "usdc",
    description: "USDC of one faucet claim",
  }),
  "faucet.claims_per_account": key({
    kind: wholeNumber(0, 1_000_000),
    fallback: 100,
    placeholder: "number",
    description: "number of faucet claims of one account",
  }),
  "insurance_fund.amount": key({
    kind: usdc(0, 1_000_000_000),
    fallback: { sandbox: 100_000, production: 0 },
    placeholder: "usdc",
    description: "initial USDC of the insurance fund of a new venue",
  }),
  "fees.taker": key({
    kind: feeRate(0.0003, FEE_RATE_MAX),
    fallback: 0.0006,
    placeholder: "rate",
    description: "taker fee of a broker that sets none, as a fraction",
  }),
  "fees.maker": key({
    kind: feeRate(0, FEE_RATE_MAX),
    fallback: 0.0003,
    placeholder: "rate",
    description: "maker fee of a broker that sets none, as a fraction",
  }),
} as const;
