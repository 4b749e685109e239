// Trading fees: what a side of an execution pays, and who receives it. Rules 8.3.
//
// The user's fee is set by the builder; the venue keeps its base rate of a taker's fee, by the builder's tier. Fees are
// booked to `cost_position`, the counter-entries to the rows of the fee accounts, so Σ cost stays 0 fill by fill.

import { broken } from "../../base/fault.ts";
import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type AccountNumber, FEE_RATE_STEPS, type FeeE5, type Lots, type Micros } from "../../base/units.ts";
import { FEE_VENUE } from "../../memory/account/accounts.ts";
import type { Market } from "../../memory/market/market.ts";
import type { OrderFill } from "../../memory/order/match.ts";
import type { Broker, State } from "../../memory/state.ts";
import { accrueReferral } from "./accruals.ts";
import { addVolume, TIERS } from "./tiers.ts";

/** The trading fee of one side of an execution, micros; negative for a rebate, which is rounded toward zero. */
export function tradingFee(state: State, account: AccountNumber, notional: Micros, maker: boolean): number {
  return feeAt(notional, maker ? state.accounts.makerFee(account) : state.accounts.takerFee(account));
}

/** ⌈notional × rate⌉: up for a fee, toward zero for a rebate. */
export function feeAt(notional: Micros, rateE5: FeeE5): number {
  return mulDivCeil(notional, rateE5, FEE_RATE_STEPS);
}

/** The part of an execution's fee that falls on the lots that open a position: by quantity, rounded up. Rules 2.3 (7). */
export function openingFee(fee: Micros, opening: Lots, lots: Lots): number {
  return opening === 0 ? 0 : mulDivCeil(fee, Math.abs(opening), Math.abs(lots));
}

/** The part of an order's side of an execution that its fees depend on. */
type FeeInputs = Readonly<Pick<OrderFill, "account" | "orderTag" | "notional" | "maker" | "userFee" | "tagFee">>;

/** Books one side's fee to its receivers. */
export function shareFee(state: State, market: Market, fill: FeeInputs): void {
  const { account, orderTag, notional, maker, userFee: fee } = fill;
  const broker = state.brokers[state.accounts.broker(account)]!;
  addVolume(broker, notional);
  if (fee === 0) return;
  if (!(maker || fee > 0)) broken("only a maker is paid for trading", { account, fee });
  const venue = maker ? Math.min(fee, 0) : Math.min(fee, baseFee(broker, notional));
  credit(state, market, FEE_VENUE, venue);
  credit(state, market, broker.feeAccount, fee - venue);
  if (fee > venue && (orderTag < NONE || state.accounts.referral(state.accounts.owner(account)) !== NONE)) {
    accrueReferral(state, state.accounts.owner(account), orderTag, fee, fee - venue);
  }
}

/** ⌈notional × the venue's base taker rate⌉: the part of a fee that cannot flow back to the owner of the builder. */
export function baseFee({ tier }: Broker, notional: Micros): number {
  return mulDivCeil(notional, TIERS[tier]!.takerE6, 1_000_000);
}

/** The whole of a tag's fee goes to the builder that owns the tag; no other builder or referrer shares it. */
export function shareTagFee(state: State, market: Market, fill: FeeInputs): void {
  const { orderTag, notional, tagFee: fee } = fill;
  const tag = state.fees.tags[orderTag]!;
  credit(state, market, state.brokers[tag.broker]!.feeAccount, fee);
  tag.volume = Math.min(tag.volume + notional, Number.MAX_SAFE_INTEGER);
  tag.fees = Math.min(tag.fees + fee, Number.MAX_SAFE_INTEGER);
}

/** Books income to the row of a fee account. */
function credit(state: State, market: Market, account: AccountNumber, amount: Micros): void {
  if (amount === 0) return;
  const row = state.rows.obtain(state.accounts, account, market.number, "CROSS");
  if (state.rows.quantity(row) !== 0) broken("a fee account has no position", { account, row });
  state.rows.setCost(row, state.rows.cost(row) - amount);
}
