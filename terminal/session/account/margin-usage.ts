// How much of the collateral of cross positions is needed as maintenance margin, by the venue's own ratios. When all of it
// is needed, liquidation begins.

import { cut, decimal } from "../../format/figure-text.ts";
import type { Margin } from "../asking/answers.ts";

export type Ratios = Pick<Margin, "margin_ratio" | "maintenance_margin_ratio" | "total_collateral_value">;

export interface MarginUsage {
  /** 0 to 1; at 1 the venue liquidates. */
  readonly share: number;
  /** The loss that would lead to liquidation, in USDC, as precisely as the ratios allow. */
  readonly left: number;
}

/** @returns null without a cross position */
export function usageOf({
  margin_ratio,
  maintenance_margin_ratio,
  total_collateral_value,
}: Ratios): MarginUsage | null {
  if (maintenance_margin_ratio <= 0) return null;
  if (margin_ratio <= maintenance_margin_ratio) return { share: 1, left: 0 };
  const share = maintenance_margin_ratio / margin_ratio;
  return { share, left: Math.max(0, total_collateral_value * (1 - share)) };
}

/** The share in percent. It shows 100 % only when all of it is in use. */
export function shareText(share: number): string {
  const percent = share * 100;
  const [shown] = percent >= 1 ? cut(decimal(percent), 1) : [decimal(Math.ceil(percent * 100) / 100)];
  return `${shown} %`;
}
