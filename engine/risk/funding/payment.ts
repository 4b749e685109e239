// Funding payments. Every open position of a market is charged at once, at the current mark price, rounded against the
// account, whether it pays or receives; the rounding residual goes to the insurance fund. Rules 6.5, 6.6. Which rows
// pay less than is due is in funding-limit.ts; receivers then share what is paid.

import { assert, broken } from "../../base/fault.ts";
import { mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { E10, type Lots, type Micros, type Millis, type RatioE10, type RowNumber } from "../../base/units.ts";
import type { FundingEvent, Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { nextFundingTime } from "../../memory/market/funding-schedule.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { payable } from "./funding-limit.ts";
import { fundingRate } from "./rate.ts";
import { openRowsByAccount } from "./visiting-order.ts";

/**
 * Settles every funding time of a market up to `until`, each with the samples of its own period.
 * @returns whether anything was paid
 */
export function payFunding(state: State, market: Market, until: Millis, out: Listener): boolean {
  if (market.state === "DELISTED") return false;
  let paid = false;
  while (market.funding.nextAt <= until) {
    const at = market.funding.nextAt;
    // A funding time during a halt passes without payment.
    if (market.isTrading && settle(state, market, at, out)) paid = true;
    startPeriod(market, at);
  }
  return paid;
}

function settle(state: State, market: Market, at: Millis, out: Listener): boolean {
  const { funding, parameters, mark } = market;
  const rate = fundingRate(funding.premiumSum, funding.premiums, parameters);
  market.sumUnitaryFunding += BigInt(mark) * BigInt(market.tickE8) * BigInt(rate);
  market.lastFundingRate = rate;
  funding.lastAt = at;
  funding.lastPeriodHours = parameters.fundingPeriodHours;
  const { sumUnitaryFunding } = market;
  out.funding({ type: "applied", market: market.number, rate, mark, sumUnitaryFunding, at });
  if (rate === 0) return false;
  const rows = openRowsByAccount(state, market.number);
  const { due, paid } = collectable(state, market, rate, rows);
  let residual = 0;
  for (const row of rows) {
    const fee = fundingFee(market, state.rows.quantity(row), rate);
    const booked = fee > 0 ? payable(state, market, row, fee) : paid === due ? fee : 0 - mulDivFloor(-fee, paid, due);
    residual += charge(state, market, row, booked, out);
  }
  assert(residual >= 0, "no more funding is paid out than comes in", { market: market.number, due, paid, residual });
  if (residual > 0) keepResidual(state, market, residual, out);
  return market.openInterest > 0;
}

/** What the paying rows owe, and how much of it is paid; micros. */
function collectable(
  state: State,
  market: Market,
  rate: RatioE10,
  rows: Iterable<number>,
): { readonly due: Micros; readonly paid: Micros } {
  let due = 0;
  let paid = 0;
  for (const row of rows) {
    const fee = fundingFee(market, state.rows.quantity(row), rate);
    if (fee <= 0) continue;
    const part = payable(state, market, row, fee);
    if (!(part >= 0 && part <= fee)) broken("funding that is paid is no more than is due", { row, fee, part });
    due += fee;
    paid += part;
  }
  return { due, paid };
}

/**
 * Δ = mark × rate, and a row of q pays ⌈q · Δ ÷ 10²⁰⌉. In lots and ticks that is ⌈notional × rate ÷ 10¹⁰⌉ with the sign
 * of the position, where notional is a whole number of micros, and the quotient is exact without a big integer.
 */
export function fundingFee(market: Market, quantity: Lots, rate: RatioE10): Micros {
  return mulDivCeil(quantity * market.mark * market.unit, rate, E10);
}

/**
 * Books a row's payment at the funding time that the market has just applied.
 * @returns the fee
 */
function charge(state: State, market: Market, row: RowNumber, fee: Micros, out: Listener): Micros {
  const payer = state.rows.account(row);
  const marginMode = state.rows.isolated(row) === 1 ? "ISOLATED" : "CROSS";
  const cost = state.rows.cost(row) + fee;
  if (!Number.isSafeInteger(cost)) broken("a cost with funding can be counted", { row, fee });
  state.rows.setCost(row, cost);
  state.rows.setAccruedFunding(row, state.rows.accruedFunding(row) + fee);
  state.rows.setUpdatedAt(row, state.now);
  state.rows.setVersion(row, state.rows.version(row) + 1);
  state.touched.add(payer);
  const paid: FundingEvent = {
    type: "paid",
    account: payer,
    market: market.number,
    marginMode,
    rate: market.lastFundingRate,
    mark: market.mark,
    quantity: state.rows.quantity(row),
    fee,
    at: market.funding.lastAt,
  };
  state.digest.add(payer);
  state.digest.add(fee);
  out.funding(paid);
  out.position(payer, market.number, marginMode);
  return fee;
}

function keepResidual(state: State, market: Market, residual: Micros, out: Listener): void {
  const row = state.rows.obtain(state.accounts, INSURANCE, market.number, "CROSS");
  const cost = state.rows.cost(row) - residual;
  assert(Number.isSafeInteger(cost), "what funding leaves over can be counted", { market: market.number, residual });
  state.rows.setCost(row, cost);
  state.rows.setUpdatedAt(row, state.now);
  state.rows.setVersion(row, state.rows.version(row) + 1);
  state.touched.add(INSURANCE);
  out.position(INSURANCE, market.number, "CROSS");
}

/** Starts the next period, on the terms that the operator has set for it. */
function startPeriod(market: Market, at: Millis): void {
  const { funding } = market;
  if (funding.pending !== null) {
    market.parameters = { ...market.parameters, ...funding.pending };
    funding.pending = null;
  }
  funding.premiumSum = 0n;
  funding.premiums = 0;
  const nextAt = nextFundingTime(at, market.parameters.fundingPeriodHours);
  assert(nextAt > at, "a period ends after it began", { market: market.number, at, nextAt });
  funding.nextAt = nextAt;
}
