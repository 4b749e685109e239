// Liquidations and the insurance fund: open offers, claiming them, and past liquidations. Rules 7, interface 4.10.

import Type from "typebox";
import { endpoint, perIp, perUser } from "../rows/endpoint.ts";
import { decimal, decimalThatIs, id, paged, paging, span, symbol, time } from "../rows/shapes.ts";

/** The default number of entries in the public list. */
export const OPEN_LIQUIDATIONS_PAGE_SIZE = 60;

const offeredPosition = Type.Object({
  symbol: Type.String(),
  position_qty: Type.Number({ description: "what can be taken, signed as the position" }),
  liquidator_fee: Type.Number({ description: "fee rate that the taker earns" }),
  claim_price: Type.Number({
    description: "the worse of mark and index price for the taker; a limit_price is compared with it",
  }),
  abs_liquidator_fee: Type.Number({
    description: "what the taker of all of it would earn now, in USDC; negative: what it would cost him",
  }),
});

/** Positions as the account that takes them sees them. */
const perpClaim = Type.Object({
  symbol: Type.String(),
  position_qty: Type.Number({ description: "what was taken, signed as the position" }),
  cost_position_transfer: Type.Number({ description: "position_qty × transfer_price" }),
  transfer_price: Type.Number({ description: "the mark price it was done at" }),
  liquidator_fee: Type.Number({ description: "fee rate of the taker" }),
  abs_liquidator_fee: Type.Number({ description: "what the taker earned, in USDC; negative: what it cost" }),
});

const givenPosition = {
  ...perpClaim.properties,
  insurance_fund_fee: Type.Number({ description: "fee rate of the insurance fund" }),
  abs_insurance_fund_fee: Type.Number({ description: "what the insurance fund got, in USDC; negative: what it paid" }),
};

const limitPrice = Type.Optional(
  Type.Record(Type.String(), decimal, {
    description: "by symbol: the worst price that is taken, be it the mark or the index",
  }),
);

const scopes = ["trading"] as const;
const readScopes = ["read", "trading"] as const;
const fundFigure = (description: string) => Type.Number({ description: `${description}, in USDC` });

export const liquidations = {
  getOpenLiquidations: endpoint({
    method: "GET",
    path: "/v1/public/liquidation",
    summary: "Liquidations and inventory of the insurance fund that can be claimed now",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      ...span,
      ...paging,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: OPEN_LIQUIDATIONS_PAGE_SIZE })),
    }),
    data: paged(
      Type.Object({
        liquidation_id: Type.Integer({ description: "of the insurance fund's inventory, also the claim_id" }),
        timestamp: time,
        type: Type.Enum(["liquidated", "claim"]),
        positions_by_perp: Type.Array(offeredPosition),
      }),
    ),
    source: "interface 4.10, rules 7.4",
  }),
  getLiquidatedPositions: endpoint({
    method: "GET",
    path: "/v1/public/liquidated_positions",
    summary: "Positions that were taken over, newest first",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ symbol: Type.Optional(symbol), ...span, ...paging }),
    data: paged(
      Type.Object({
        liquidation_id: Type.Integer(),
        timestamp: time,
        type: Type.String(),
        transfer_amount_to_insurance_fund: fundFigure("balance that went with a take-over; negative is debt absorbed"),
        positions_by_perp: Type.Array(Type.Object({ seq: Type.Integer(), ...givenPosition })),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 7.5",
  }),
  getInsuranceFund: endpoint({
    method: "GET",
    path: "/v1/public/insurancefund",
    summary: "The insurance fund: its balance, its positions and the ratios that it is held to",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      min_insurance_fund_initial_margin_ratio: Type.Number(),
      min_insurance_fund_margin_ratio: Type.Number(),
      margin_ratio: Type.Number({ description: "collateral ÷ notional; 10 without positions" }),
      total_collateral_value: fundFigure("balance and unsettled profit"),
      balance: fundFigure("balance"),
      free_collateral: fundFigure("what its positions do not need"),
      total_account_value: fundFigure("the same as total_collateral_value"),
      total_pnl_24_h: fundFigure("result of the last 24 hours"),
      rows: Type.Array(
        Type.Object({
          symbol: Type.String(),
          timestamp: time,
          position_qty: Type.Number(),
          cost_position: Type.Number(),
          last_sum_unitary_funding: Type.Number(),
          settle_price: Type.Number(),
          average_open_price: Type.Number(),
          pnl_24_h: Type.Number(),
          fee_24_h: Type.Number(),
          mark_price: Type.Number(),
        }),
      ),
    }),
    source: "interface 4.10, rules 7.6",
  }),
  getLiquidations: endpoint({
    method: "GET",
    path: "/v1/liquidations",
    summary: "Liquidations of the account, newest first",
    auth: "signed",
    scopes: readScopes,
    limit: perIp(10),
    query: Type.Object({
      symbol: Type.Optional(symbol),
      ...span,
      ...paging,
      sort_by: Type.Optional(Type.Enum(["liquidation_id", "time"])),
      liquidation_id: Type.Optional(id),
    }),
    data: paged(
      Type.Object({
        liquidation_id: Type.Integer(),
        timestamp: time,
        transfer_amount_to_insurance_fund: fundFigure("balance that went with a take-over; negative is debt absorbed"),
        margin_ratio: Type.Number({ description: "just before, as are the next three" }),
        account_mmr: Type.Number({ description: "maintenance margin ÷ notional" }),
        position_notional: fundFigure("value of the positions"),
        collateral_value: fundFigure("collateral"),
        positions_by_perp: Type.Array(
          Type.Object({
            total_position: Type.Number({ description: "the whole position before" }),
            mark_price: Type.Number(),
            ...givenPosition,
          }),
        ),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 7.5",
  }),
  claimLiquidation: endpoint({
    method: "POST",
    path: "/v1/liquidation",
    summary: "Take over part or all of an offer at the mark price, and earn the liquidator's fee",
    auth: "signed",
    scopes,
    once: true,
    limit: perUser(10),
    body: Type.Object({
      liquidation_id: id,
      ratio_qty_request: decimalThatIs("share of the offer: above 0, at most 1"),
      extra_liquidation_ratio: Type.Optional(decimalThatIs("share of what is not on offer; needs ratio_qty_request 1")),
      limit_price: limitPrice,
      symbols: Type.Optional(
        Type.Union(
          [
            Type.Array(Type.Object({ symbol, ratio_qty_request: decimal })),
            Type.Object({ symbol, ratio_qty_request: decimal }),
          ],
          { description: "a ratio of its own for symbols of a tier 2 liquidation" },
        ),
      ),
    }),
    bodyBytes: 65_536,
    data: Type.Object({
      liquidation_id: Type.Integer(),
      timestamp: time,
      type: Type.String(),
      positions_by_perp: Type.Array(perpClaim),
    }),
    errors: [
      "duplicate",
      "core_unavailable",
      "refused",
      "insufficient_margin",
      "position_limit",
      "claim_too_small",
      "no_liquidation",
    ],
    source: "interface 4.10, rules 7.5, errors 8.7",
  }),
  claimInsuranceFund: endpoint({
    method: "POST",
    path: "/v1/claim_insurance_fund",
    summary: "Take over inventory of the insurance fund at the mark price, with a discount",
    auth: "signed",
    scopes,
    once: true,
    limit: perUser(10),
    body: Type.Object({
      claim_id: Type.Optional(id),
      liquidation_id: Type.Optional(Type.Integer({ minimum: 1, description: "another name of claim_id" })),
      symbol,
      qty_request: decimalThatIs("in base currency; its sign, if it has one, is that of the position"),
      limit_price: limitPrice,
    }),
    bodyBytes: 65_536,
    data: Type.Object({
      liquidation_id: Type.Integer({ description: "the claim_id" }),
      timestamp: time,
      positions_by_perp: Type.Array(perpClaim),
    }),
    errors: [
      "duplicate",
      "maintenance",
      "core_unavailable",
      "refused",
      "insufficient_margin",
      "position_limit",
      "claim_too_small",
      "no_liquidation",
    ],
    source: "interface 4.10, rules 7.8, errors 8.7",
  }),
  getLiquidatorLiquidations: endpoint({
    method: "GET",
    path: "/v1/client/liquidator_liquidations",
    summary: "Positions that the account took over, newest first",
    auth: "signed",
    scopes: readScopes,
    limit: perIp(10),
    query: Type.Object({ symbol: Type.Optional(symbol), ...span, ...paging }),
    data: paged(
      Type.Object({
        liquidation_id: Type.Integer(),
        timestamp: time,
        type: Type.Enum(["liquidated", "claim"]),
        assigned: Type.Integer({ description: "1 when the venue assigned them, 0 when they were claimed" }),
        positions_by_perp: Type.Array(perpClaim),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 7.5",
  }),
};
