// Premium samples, and each period's payments. Rules 6.3 to 6.6.

import { totalCollateral } from "../../money/margin/naive-margin.ts";
import { unsettled } from "../../money/rows/row-fills.ts";
import { absolute, divideCeil, divideFloor, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { isTrading } from "../../permissions/naive-standstill.ts";
import { byAccountId, everyAccount, type NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount, NaiveRow } from "../../state/records/naive-account.ts";
import { inLots, inTicks, type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { impactPrices } from "../prices/marks.ts";
import { markWidths, premiumOf } from "../prices/naive-prices.ts";
import { beginPeriod, fundingFee, fundingRate, termsOf, unitaryFunding } from "./naive-funding.ts";

/** Takes a sample (rules 6.3), and estimates the rate as if the period ended now (rules 6.4). */
export function takePremium(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  // No source vouches for an index that waits for its first report after a start.
  if (!isTrading(market) || market.belief.holdsLiquidation) return;
  const { funding, parameters, number } = market;
  const { bid, ask } = impactPrices(state, market);
  funding.samples.push(premiumOf(market.expected, bid, ask));
  funding.estimatedRate = fundingRate(funding.samples, termsOf(market), parameters);
  const rate = Number(funding.estimatedRate);
  reports.notice({ type: "funding", report: { type: "estimated", market: number, rate, at: state.now } });
}

export function settleMissed(state: NaiveState, reports: NaiveReports, market: NaiveMarket): boolean {
  let paid = false;
  while (market.funding.nextAt < state.now) paid = settleFunding(state, reports, market) || paid;
  return paid;
}

/** Settles one funding time. Returns whether anything was paid. Rules 6.5, 6.6. */
export function settleFunding(state: NaiveState, reports: NaiveReports, market: NaiveMarket): boolean {
  const { funding, number } = market;
  const rate = fundingRate(funding.samples, termsOf(market), market.parameters);
  if (!isTrading(market)) {
    beginPeriod(market);
    return false;
  }
  const unitary = unitaryFunding(market.mark, rate);
  funding.lastRate = rate;
  funding.lastPeriodHours = market.parameters.fundingPeriodHours;
  funding.sumUnitary += unitary;
  const common = { market: number, rate: Number(rate), mark: inTicks(market, market.mark), at: funding.nextAt };
  reports.notice({
    type: "funding",
    report: { type: "applied", ...common, sumUnitaryFunding: funding.sumUnitary },
  });
  const system = everyAccount(state).filter((account) => account.number < 0);
  const charges = [...byAccountId(state.accounts), ...system].flatMap((account) =>
    (["CROSS", "ISOLATED"] as const).map((marginMode) => {
      const row = (marginMode === "CROSS" ? account.rows : account.isolated)[number]!;
      const due = fundingFee(row.quantity, unitary);
      return { account, marginMode, row, due, paid: due > 0n ? payable(state, account, market, marginMode, due) : 0n };
    }),
  );
  const owed = sum(charges.map(({ due }) => greatest(0n, due)));
  const collected = sum(charges.map(({ paid }) => paid));
  const fees: bigint[] = [];
  for (const { account, marginMode, row, due, paid } of charges) {
    if (row.quantity === 0n) continue;
    // A receiver gets the same fraction that was paid.
    const fee = due > 0n || owed === 0n ? paid : -divideFloor(-due * collected, owed);
    fees.push(fee);
    row.cost += fee;
    row.accruedFunding += fee;
    row.lastSumUnitaryFunding = funding.sumUnitary;
    if (account.number < 0 || rate === 0n) continue;
    reports.notice({
      type: "funding",
      report: {
        type: "paid",
        account: account.number,
        marginMode,
        ...common,
        quantity: inLots(market, row.quantity),
        fee: Number(fee),
      },
    });
  }
  state.insurance.rows[number]!.cost -= sum(fees);
  beginPeriod(market);
  return true;
}

/**
 * How much of a due payment a row makes: the insurance fund pays none; others keep what the fund could lose with their
 * positions: the move of the mark from bound to bound, and the discount of a claim.
 */
function payable(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  marginMode: "CROSS" | "ISOLATED",
  due: bigint,
): bigint {
  if (account.number < 0) return 0n;
  const kept = (of: NaiveMarket, { quantity }: NaiveRow) => {
    const { up, down } = markWidths(of.parameters);
    const tenths = up + down + 10n * of.parameters.claimInsuranceFundDiscount;
    return divideCeil(notional(of.mark, absolute(quantity)) * tenths, 10n * RATE);
  };
  const isolated = account.isolated[market.number]!;
  const left =
    marginMode === "ISOLATED"
      ? isolated.margin + unsettled(isolated, market.mark) - kept(market, isolated)
      : totalCollateral(state, account) - sum(state.markets.map((each) => kept(each, account.rows[each.number]!)));
  return greatest(0n, least(due, left));
}
