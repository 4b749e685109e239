// Answers about liquidations and the insurance fund: open offers, claiming them, and past liquidations. Rules 7, errors 8.7.

import { type EngineReader, type OfferView, priceE8, quantityE8, type TransferredPosition } from "@evermark/engine";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import { liquidations, OPEN_LIQUIDATIONS_PAGE_SIZE } from "@evermark/interface/trading/liquidations.ts";
import type { LiquidationRow } from "../../history/index.ts";
import { listed, pageOf, spanOf } from "../../http/envelope/list.ts";
import { readDecimal } from "../../http/input/read-number.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { invalid } from "../../wire/api-error.ts";
import { fromE8, fromE10, fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";
import { marketFilter, marketOf } from "../named/named-market.ts";
import { insuranceFund } from "./insurance-fund.ts";

type PerpClaim = DataOf<typeof liquidations.claimLiquidation>["positions_by_perp"][number];
type LimitPrices = Readonly<Record<string, number | string>> | undefined;

const getOpenLiquidations = bind(liquidations.getOpenLiquidations, ({ venue, query }) => {
  const page = pageOf(query, OPEN_LIQUIDATIONS_PAGE_SIZE);
  const { startTime = 0, endTime = Number.MAX_SAFE_INTEGER } = spanOf(query);
  const offers = venue.engine.liquidations
    .offers()
    .filter(({ changedAt }) => changedAt >= startTime && changedAt <= endTime)
    .reverse();
  const start = (page.page - 1) * page.size;
  const rows = offers.slice(start, start + page.size).map((offer) => ({
    liquidation_id: offer.liquidationId,
    timestamp: offer.changedAt,
    type: offer.kind,
    positions_by_perp: offeredOf(venue.engine, offer),
  }));
  return listed({ rows, total: offers.length }, page);
});

function offeredOf(engine: EngineReader, offer: OfferView) {
  const terms = engine.liquidations.terms(offer);
  return offer.positions.map(({ market, quantity, feeRate }, i) => {
    const { parameters } = engine.market(market);
    return {
      symbol: parameters.symbol,
      position_qty: quantityOf(parameters, quantity),
      liquidator_fee: fromE10(feeRate),
      claim_price: priceOf(parameters, terms[i]!.price),
      abs_liquidator_fee: fromMicros(terms[i]!.earned),
    };
  });
}

const getLiquidatedPositions = bind(liquidations.getLiquidatedPositions, async ({ venue, query }) => {
  const page = pageOf(query);
  const market = marketFilter(venue, query.symbol);
  const found = await venue.history.liquidations(
    { market, ...spanOf(query), ...page },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map((row) => ({
    liquidation_id: row.liquidationId,
    timestamp: row.at,
    type: row.kind,
    transfer_amount_to_insurance_fund: fromMicros(row.amount),
    positions_by_perp: row.positions.map((position) => ({
      seq: row.transferId,
      ...givenOf(venue.engine, position),
    })),
  }));
  return listed({ rows, total: found.total }, page);
});

const getLiquidations = bind(liquidations.getLiquidations, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const found = await venue.history.liquidations(
    {
      account: caller.account,
      market: marketFilter(venue, query.symbol),
      liquidationId: query.liquidation_id,
      ...spanOf(query),
      ...page,
    },
    venue.sequencer.appliedPosition,
  );
  return listed({ rows: found.rows.map((row) => ownLiquidation(venue.engine, row)), total: found.total }, page);
});

function ownLiquidation(engine: EngineReader, row: LiquidationRow) {
  return {
    liquidation_id: row.liquidationId,
    timestamp: row.at,
    transfer_amount_to_insurance_fund: fromMicros(row.amount),
    margin_ratio: fromE8(row.marginRatioE8),
    account_mmr: row.notional === 0 ? 0 : ratioUp(row.maintenance, row.notional),
    position_notional: fromMicros(row.notional),
    collateral_value: fromMicros(row.collateral),
    positions_by_perp: row.positions.map((position) => {
      const { parameters } = engine.market(position.market);
      return {
        total_position: quantityOf(parameters, position.totalQuantity),
        mark_price: priceOf(parameters, position.price),
        ...givenOf(engine, position),
      };
    }),
  };
}

/** The ratio of a margin requirement, with 8 decimals, rounded up. Rules 1.1. */
function ratioUp(part: number, whole: number): number {
  return fromE8(Number((BigInt(part) * 100_000_000n + BigInt(whole) - 1n) / BigInt(whole)));
}

const claimLiquidation = bind(liquidations.claimLiquidation, async (context) => {
  const { venue, caller, body } = context;
  const bySymbol = body.symbols === undefined ? [] : [body.symbols].flat();
  const claimed = await context.submit({
    type: "claim_liquidation",
    account: caller.account,
    liquidationId: body.liquidation_id,
    ratio: readDecimal("ratio_qty_request", body.ratio_qty_request),
    extraRatio:
      body.extra_liquidation_ratio === undefined
        ? 0
        : readDecimal("extra_liquidation_ratio", body.extra_liquidation_ratio),
    limits: limitsOf(venue, body.limit_price),
    ratios: bySymbol.map(({ symbol, ratio_qty_request }) => ({
      market: marketOf(venue, symbol),
      ratio: readDecimal("ratio_qty_request", ratio_qty_request),
    })),
  });
  return {
    liquidation_id: body.liquidation_id,
    timestamp: claimed.at,
    type: "liquidated",
    positions_by_perp: claimed.transferred.map((position) => takenOf(venue.engine, position)),
  };
});

function limitsOf(venue: Venue, prices: LimitPrices) {
  return Object.entries(prices ?? {}).map(([symbol, price]) => ({
    market: marketOf(venue, symbol),
    price: priceE8(readDecimal("limit_price", price)),
  }));
}

const claimInsuranceFund = bind(liquidations.claimInsuranceFund, async (context) => {
  const { venue, caller, body } = context;
  const claimId = body.claim_id ?? body.liquidation_id;
  if (claimId === undefined) throw invalid("claim_id must not be blank");
  const market = marketOf(venue, body.symbol);
  const [limit] = limitsOf(venue, body.limit_price).filter((each) => each.market === market);
  const claimed = await context.submit({
    type: "claim_insurance_fund",
    account: caller.account,
    claimId,
    market,
    quantity: quantityE8(readDecimal("qty_request", body.qty_request)),
    limitPrice: limit?.price ?? priceE8(0),
  });
  return {
    liquidation_id: claimId,
    timestamp: claimed.at,
    positions_by_perp: claimed.transferred.map((position) => takenOf(venue.engine, position)),
  };
});

const getLiquidatorLiquidations = bind(liquidations.getLiquidatorLiquidations, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const market = marketFilter(venue, query.symbol);
  const found = await venue.history.liquidations(
    { taker: caller.account, kinds: ["liquidated", "claim"], market, ...spanOf(query), ...page },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map((row) => ({
    liquidation_id: row.liquidationId,
    timestamp: row.at,
    type: row.kind === "claim" ? ("claim" as const) : ("liquidated" as const),
    assigned: row.assigned ? 1 : 0,
    positions_by_perp: row.positions.map((position) => takenOf(venue.engine, position)),
  }));
  return listed({ rows, total: found.total }, page);
});

function takenOf(engine: EngineReader, position: TransferredPosition): PerpClaim {
  const { parameters } = engine.market(position.market);
  return {
    symbol: parameters.symbol,
    position_qty: quantityOf(parameters, position.quantity),
    cost_position_transfer: fromMicros(position.costTransfer),
    transfer_price: priceOf(parameters, position.price),
    liquidator_fee: fromE10(position.liquidatorFeeRate),
    abs_liquidator_fee: fromMicros(position.liquidatorFee),
  };
}

function givenOf(engine: EngineReader, position: TransferredPosition) {
  return {
    ...takenOf(engine, position),
    insurance_fund_fee: fromE10(position.insuranceFeeRate),
    abs_insurance_fund_fee: fromMicros(position.insuranceFee),
  };
}

export const liquidationBindings: readonly Binding[] = [
  getOpenLiquidations,
  getLiquidatedPositions,
  insuranceFund,
  getLiquidations,
  claimLiquidation,
  claimInsuranceFund,
  getLiquidatorLiquidations,
];
