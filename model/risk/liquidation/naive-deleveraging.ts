// Running auto-deleveraging: the fund closes its inventory against the most profitable traders on the other side, until
// it is safe again. Rules 7.10; the ranking and the amounts are in adl.ts.

import { sizeOf, totalSize } from "../../money/cover/estate-sums.ts";
import { estateOf } from "../../money/cover/estates.ts";
import { averageOpenPrice } from "../../money/rows/row-fills.ts";
import { absolute, least } from "../../numbers/exact-numbers.ts";
import { mayLiquidate } from "../../permissions/naive-standstill.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { rowOf } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { type Candidate, FUND_MINIMUM_RATIO, FUND_SOLVENCY_RATIO, isFundBelow, neededOf, ranked } from "../fund/adl.ts";
import { burdenedEstate, listInventory, lossAtMark, settleDebt } from "../fund/naive-fund.ts";
import { handOver } from "../fund/naive-handover.ts";

const UNCLAIMED_MS = 30_000;

export function deleverage(state: NaiveState, reports: NaiveReports): void {
  const { collateral, positions } = burdenedEstate(state);
  if (!isFundBelow(collateral, positions, FUND_MINIMUM_RATIO)) return settleDebt(state);
  const waits = !isFundBelow(collateral, positions, FUND_SOLVENCY_RATIO);
  // The largest first; `positions` are by symbol, and the stable sort keeps that order among equals.
  const byNotional = positions.toSorted((a, b) => Number(sizeOf(b) - sizeOf(a)));
  for (const { market } of byNotional) {
    const listed = state.liquidations.inventory.find((each) => each.market === market.number)!;
    if (waits && state.now - listed.claimedAt < UNCLAIMED_MS) continue;
    if (mayLiquidate(state, market)) giveBack(state, reports, market);
  }
  listInventory(state);
  settleDebt(state);
}

function giveBack(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  for (const next of ranked(market, candidatesOf(state, market))) {
    const { collateral, positions } = burdenedEstate(state);
    const held = state.insurance.rows[market.number]!.quantity;
    const needed = held === 0n ? 0n : neededOf(collateral, positions, market);
    if (needed === 0n) return;
    const quantity = least(absolute(held), absolute(next.quantity), needed);
    const change = held > 0n ? quantity : -quantity;
    const account = state.accounts[next.account]!;
    // In sum the account closes at the index.
    const owed = lossAtMark(market, -change) - lossAtMark(market, change);
    const common = { market, kind: "adl" as const };
    const marginMode = next.isolated ? "ISOLATED" : "CROSS";
    handOver(state, reports, { ...common, account: state.insurance, marginMode: "CROSS", change: -change, fee: -owed });
    handOver(state, reports, { ...common, account, marginMode, change, fee: owed });
  }
}

/** Rows of users on the other side. */
function candidatesOf(state: NaiveState, market: NaiveMarket): Candidate[] {
  const held = state.insurance.rows[market.number]!.quantity;
  return state.accounts.flatMap((account) =>
    [false, true].flatMap((isolated): Candidate[] => {
      const row = rowOf(account, market, isolated ? "ISOLATED" : "CROSS");
      if (held > 0n ? row.quantity >= 0n : row.quantity <= 0n) return [];
      const estate = estateOf(state, { account, market: isolated ? market : null });
      return [
        {
          account: account.number,
          accountId: account.accountId,
          isolated,
          quantity: row.quantity,
          averageOpenPrice: averageOpenPrice(row),
          size: totalSize(estate.positions),
          collateral: estate.collateral,
        },
      ];
    }),
  );
}
