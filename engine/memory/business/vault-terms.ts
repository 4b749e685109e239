// The terms that an operator's vault and a permissionless one set for their investors and providers. Rules 10.3.

import { DAY_MS } from "../../base/numbers/calendar.ts";
import { MICROS_PER_USDC, type Micros, type Millis, micros, type Percent } from "../../base/units.ts";

export type VaultKind = "operator" | "permissionless";

interface VaultTerms {
  readonly periodMs: Millis;
  /** Periods start this long after each multiple of their length since 1970. */
  readonly offsetMs: Millis;
  readonly minDeposit: Micros;
  readonly minWithdrawal: Micros;
  readonly lockupMs: Millis;
  /** The part of the vault's NAV that may be redeemed in one period. */
  readonly gatePercent: Percent;
  /** What the provider must hold: strategy shares, in 10⁻⁶ (once their worth, in micros), and a part of the fund. */
  readonly providerReserve: Micros;
  readonly providerPercent: Percent;
}

const HOUR_MS = 3_600_000;
const usdc = (whole: number): Micros => micros(whole * MICROS_PER_USDC);
const COMMON = {
  minWithdrawal: usdc(10),
  gatePercent: 10,
  providerReserve: usdc(50_000),
  providerPercent: 1,
} as const;

export const VAULT_TERMS: Readonly<Record<VaultKind, VaultTerms>> = {
  operator: {
    ...COMMON,
    periodMs: 3 * HOUR_MS,
    offsetMs: 2 * HOUR_MS,
    minDeposit: usdc(10),
    lockupMs: 48 * HOUR_MS,
  },
  permissionless: {
    ...COMMON,
    periodMs: 3 * DAY_MS,
    offsetMs: 0,
    minDeposit: usdc(300),
    lockupMs: 7 * DAY_MS,
  },
};

/** The first period start after a given time. */
export function nextPeriodAfter(kind: VaultKind, at: Millis): Millis {
  const { periodMs, offsetMs } = VAULT_TERMS[kind];
  return (Math.floor((at - offsetMs) / periodMs) + 1) * periodMs + offsetMs;
}
