// Claims on the insurance fund's inventory, and top-ups from outside. Rules 7.6, 7.8.

import type { ClaimInsuranceFund, TopUpInsurance } from "@evermark/engine";
import { absolute, divideFloor, greatest, least } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { isFrozen } from "../../permissions/freezes.ts";
import { claimRefusal } from "../../permissions/naive-standstill.ts";
import { closesOnly } from "../../permissions/vault-funds.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { NaiveReports } from "../../state/reports.ts";
import { FUND_MINIMUM_RATIO, isFundBelow, neededOf } from "../fund/adl.ts";
import { burdenedEstate, listInventory, lossAtMark } from "../fund/naive-fund.ts";
import { handOver } from "../fund/naive-handover.ts";
import { purseOf, purseShare } from "../fund/naive-purses.ts";
import { carryRefusal, isWorse } from "./claimers.ts";

const CLAIM_MINIMUM = 5_000_000_000n;

export const insuranceRules = naiveRules({
  claim_insurance_fund: (state, command, reports) => claimInsuranceFund(state, reports, command),
  top_up_insurance: topUp,
});

function claimInsuranceFund(state: NaiveState, reports: NaiveReports, command: ClaimInsuranceFund): Outcome {
  const { account, claimId } = command;
  const listed = state.liquidations.inventory.find((each) => each.id === claimId);
  if (listed === undefined) return { rejection: "refused", rejectionCode: -1202 };
  const market = state.markets[listed.market]!;
  if (market.number !== command.market) return { rejection: "invalid_parameter" };
  const refusal = claimRefusal(state, market);
  if (refusal !== null) return { rejection: refusal };
  if (isFrozen(state, account, -1) || closesOnly(state, account)) return { rejection: "refused" };
  const wanted = BigInt(command.quantity);
  const quantity = absolute(wanted);
  const held = state.insurance.rows[market.number]!.quantity;
  // A short may be claimed with or without its sign.
  if (wanted === 0n || (wanted < 0n && held > 0n)) return { rejection: "invalid_parameter" };
  if (quantity % market.parameters.baseTick !== 0n || quantity > absolute(held))
    return { rejection: "invalid_parameter" };
  if (notional(market.mark, quantity) < CLAIM_MINIMUM && quantity !== absolute(held)) {
    return { rejection: "refused", rejectionCode: -1201 };
  }
  if (isWorse(market, held, BigInt(command.limitPrice))) return { rejection: "refused" };
  const take = (venue: NaiveState, into: NaiveReports) =>
    takeFromFund(venue, into, account, venue.markets[market.number]!, held > 0n ? quantity : -quantity);
  const beyond = carryRefusal(state, account, (copy) => take(copy, new NaiveReports()));
  if (beyond !== null) return { rejection: beyond };
  take(state, reports);
  listed.claimedAt = state.now;
  listInventory(state);
  return {};
}

function takeFromFund(
  state: NaiveState,
  reports: NaiveReports,
  claimer: number,
  market: NaiveMarket,
  quantity: bigint,
): void {
  const common = { market, marginMode: "CROSS" as const, kind: "claim" as const };
  const earned = earnedBy(state, market, quantity);
  handOver(state, reports, { ...common, account: state.insurance, change: -quantity, fee: earned });
  handOver(state, reports, { ...common, account: state.accounts[claimer]!, change: quantity, fee: -earned });
}

/**
 * What a claimer of a signed quantity gets: the discount on what the fund needs to shed, on the rest no more than came
 * with it; less the claimer's advantage of the mark over the index. Rules 7.8.
 */
function earnedBy(state: NaiveState, market: NaiveMarket, quantity: bigint): bigint {
  const { collateral, positions } = burdenedEstate(state);
  const all = absolute(quantity);
  const isPoor = isFundBelow(collateral, positions, FUND_MINIMUM_RATIO);
  const needed = isPoor ? least(all, neededOf(collateral, positions, market)) : 0n;
  const discountOf = (part: bigint) =>
    divideFloor(notional(market.mark, part) * market.parameters.claimInsuranceFundDiscount, RATE);
  const held = absolute(state.insurance.rows[market.number]!.quantity);
  const came = greatest(0n, purseShare(purseOf(state, market), all - needed, held));
  return discountOf(needed) + least(discountOf(all - needed), came) - lossAtMark(market, -quantity);
}

/** Rules 7.6. */
function topUp(state: NaiveState, command: TopUpInsurance): Outcome {
  if (state.depositReferences.includes(command.reference)) return { rejection: "duplicate" };
  state.depositReferences.push(command.reference);
  state.insurance.holding += BigInt(command.amount);
  state.credited += BigInt(command.amount);
  return {};
}
