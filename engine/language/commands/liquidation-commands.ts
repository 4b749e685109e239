// Taking over positions: from accounts in liquidation and from the insurance fund. Rules 7.5, 7.8.

import { E8, type LiquidationId } from "../../base/units.ts";
import { account, fraction, id, list, market, price, quantity } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";
import { REQUEST } from "./signed-request-field.ts";

export const LIQUIDATION_COMMANDS = commands({
  claim_liquidation: {
    tag: 47,
    does: "Claims part of an offer. Rules 7.5.",
    from: ["trader"],
    refusals: [
      "claim_too_small",
      "duplicate",
      "insufficient_margin",
      "invalid_parameter",
      "no_liquidation",
      "not_found",
      "position_limit",
      "refused",
    ],
    fields: {
      account: account(),
      liquidationId: id<LiquidationId>(),
      ratio: fraction("Share of what is offered."),
      extraRatio: fraction("Share of what is not offered; 0 when absent.", { least: 0, most: E8 }),
      limits: list({ market: market(), price: price() }, "Worst prices that the claimer accepts, by market."),
      ratios: list(
        { market: market(), ratio: fraction() },
        "Separate ratios for some markets of a high-tier liquidation.",
      ),
      request: REQUEST,
    },
  },
  claim_insurance_fund: {
    tag: 48,
    does: "Claims inventory of the insurance fund. Rules 7.8.",
    from: ["trader"],
    refusals: [
      "claim_too_small",
      "duplicate",
      "insufficient_margin",
      "invalid_parameter",
      "maintenance",
      "no_liquidation",
      "not_found",
      "position_limit",
      "refused",
    ],
    fields: {
      account: account(),
      claimId: id<LiquidationId>(),
      market: market(),
      quantity: quantity("With the sign of the fund's position."),
      limitPrice: price("0 when absent."),
      request: REQUEST,
    },
  },
});

type Of = typeof LIQUIDATION_COMMANDS;
export type ClaimLiquidation = CommandOf<Of, "claim_liquidation">;
export type ClaimInsuranceFund = CommandOf<Of, "claim_insurance_fund">;
