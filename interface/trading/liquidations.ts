// Liquidations and the insurance fund: open offers, claiming them, and past liquidations. Rules 7, interface 4.10.

import Type from "typebox";
import { endpoint, perIp, perUser } from "../rows/endpoint.ts";
import { decimal, decimalThatIs, id, inUnit, paged, paging, span, symbol, time } from "../rows/shapes.ts";

/** The default number of entries in the public list. */
export const OPEN_LIQUIDATIONS_PAGE_SIZE = 60;

const offeredPosition = Type.Object({
  symbol: Type.String(),
  position_qty: Type.Number({ description: "size that can be taken over, with the sign of the position" }),
  liquidator_fee: Type.Number({ description: "fee rate that the account taking over earns" }),
  claim_price: Type.Number({
    description:
      "mark or index price, the worse of the two for the account taking over; a limit_price is compared with it",
  }),
  abs_liquidator_fee: Type.Number({
    description: "earnings from taking over all of it now, in USDC; negative for a cost",
  }),
});

/** Positions as the account that takes them sees them. */
const perpClaim = Type.Object({
  symbol: Type.String(),
  position_qty: Type.Number({ description: "size that was taken over, with the sign of the position" }),
  cost_position_transfer: Type.Number({ description: "position_qty × transfer_price" }),
  transfer_price: Type.Number({ description: "mark price of the takeover" }),
  liquidator_fee: Type.Number({ description: "fee rate of the account taking over" }),
  abs_liquidator_fee: Type.Number({ description: "what the account taking over earned, in USDC; negative for a cost" }),
});

const givenPosition = {
  ...perpClaim.properties,
  insurance_fund_fee: Type.Number({ description: "fee rate of the insurance fund" }),
  abs_insurance_fund_fee: Type.Number({ description: "what the insurance fund got, in USDC; negative for a cost" }),
};

const limitPrice = Type.Optional(
  Type.Record(Type.String(), decimal, {
    description: "by symbol: the worst acceptable price, compared with both mark and index",
  }),
);

const scopes = ["trading"] as const;
const readScopes = ["read", "trading"] as const;
const fundFigure = (description: string) => Type.Number({ description: inUnit(description, "in USDC") });

export const liquidations = {
  getOpenLiquidations: endpoint({
    method: "GET",
    path: "/v1/public/liquidation",
    summary: "Liquidations and insurance fund inventory that can be claimed now",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      ...span,
      ...paging,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: OPEN_LIQUIDATIONS_PAGE_SIZE })),
    }),
    data: paged(
      Type.Object({
        liquidation_id: Type.Integer({
          description: "number of the liquidation; for insurance fund inventory, also the claim_id",
        }),
        timestamp: Type.Integer({ ...time, description: "when the offer last changed, in milliseconds since 1970" }),
        type: Type.Enum(["liquidated", "claim"], {
          description: "liquidated: an account in liquidation; claim: inventory of the insurance fund",
        }),
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
        transfer_amount_to_insurance_fund: fundFigure(
          "balance that passed to the insurance fund in a takeover; negative for debt that it absorbed",
        ),
        positions_by_perp: Type.Array(Type.Object({ seq: Type.Integer(), ...givenPosition })),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 7.5",
  }),
  getInsuranceFund: endpoint({
    method: "GET",
    path: "/v1/public/insurancefund",
    summary: "The insurance fund: its balance, its positions and the margin ratios that it must keep",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      min_insurance_fund_initial_margin_ratio: Type.Number(),
      min_insurance_fund_margin_ratio: Type.Number(),
      margin_ratio: Type.Number({ description: "collateral ÷ notional; 10 without positions" }),
      total_collateral_value: fundFigure("balance and unsettled profit"),
      balance: fundFigure("balance"),
      free_collateral: fundFigure("collateral that its positions do not need"),
      total_account_value: fundFigure("the same as total_collateral_value"),
      total_pnl_24_h: fundFigure("profit or loss of the last 24 hours"),
      rows: Type.Array(
        Type.Object({
          symbol: Type.String(),
          timestamp: Type.Integer({ ...time, description: "when the position was opened, in milliseconds since 1970" }),
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
      sort_by: Type.Optional(Type.Enum(["liquidation_id", "time"], { description: "what the list is sorted by" })),
      liquidation_id: Type.Optional(id),
    }),
    data: paged(
      Type.Object({
        liquidation_id: Type.Integer(),
        timestamp: time,
        transfer_amount_to_insurance_fund: fundFigure(
          "balance that passed to the insurance fund in a takeover; negative for debt that it absorbed",
        ),
        margin_ratio: Type.Number({
          description: "margin ratio just before the liquidation; the next three figures are of the same moment",
        }),
        account_mmr: Type.Number({ description: "maintenance margin ÷ notional" }),
        position_notional: fundFigure("value of the positions"),
        collateral_value: fundFigure("collateral"),
        positions_by_perp: Type.Array(
          Type.Object({
            total_position: Type.Number({ description: "size of the whole position before it, signed" }),
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
      extra_liquidation_ratio: Type.Optional(
        decimalThatIs("share of what is not on offer; requires a ratio_qty_request of 1"),
      ),
      limit_price: limitPrice,
      symbols: Type.Optional(
        Type.Union(
          [
            Type.Array(Type.Object({ symbol, ratio_qty_request: decimal })),
            Type.Object({ symbol, ratio_qty_request: decimal }),
          ],
          { description: "separate ratios for symbols of a tier 2 liquidation" },
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
      qty_request: decimalThatIs("in base currency; a sign, if given, must be that of the position"),
      limit_price: limitPrice,
    }),
    bodyBytes: 65_536,
    data: Type.Object({
      liquidation_id: Type.Integer({ description: "the claim_id of the request" }),
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
        assigned: Type.Integer({ description: "1 when the venue assigned the positions, 0 when they were claimed" }),
        positions_by_perp: Type.Array(perpClaim),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 7.5",
  }),
};
