// The insurance fund: its value, what it takes over from accounts that cannot pay, what it offers of that, and whether
// it is solvent itself. Rules 7.6 to 7.10, 11.4.

import { type Estate, type Exposure, sizeOf, totalSize } from "../../money/cover/estate-sums.ts";
import { crossPositions, estateOf, livePositions, type Subject } from "../../money/cover/estates.ts";
import { totalCollateral } from "../../money/margin/naive-margin.ts";
import { settleIsolatedRow, settleRow } from "../../money/rows/settling.ts";
import { divideFloor, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import { standsStill } from "../../permissions/naive-standstill.ts";
import { bySymbol, type NaiveState } from "../../state/naive-state.ts";
import { emptyRow, rowOf } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import type { NaiveReports, TransferredNotice } from "../../state/reports.ts";
import { handOver, shown, worthOf } from "./naive-handover.ts";

export function fundEstate(state: NaiveState): Estate {
  return { collateral: totalCollateral(state, state.insurance), positions: crossPositions(state, state.insurance) };
}

/** The fund's estate less the debts of all accounts whose rows cannot be liquidated now. Rules 7.7, 7.10. */
export function burdenedEstate(state: NaiveState): Estate {
  const { collateral, positions } = fundEstate(state);
  const still = state.markets.filter((market) => standsStill(state, market));
  const held = state.accounts.flatMap((account): Subject[] => {
    const isolated = still.filter((market) => account.isolated[market.number]!.quantity !== 0n);
    const hasCross = still.some((market) => account.rows[market.number]!.quantity !== 0n);
    return [...(hasCross ? [{ account, market: null }] : []), ...isolated.map((market) => ({ account, market }))];
  });
  const debts = held.map((subject) => least(0n, estateOf(state, subject).collateral));
  return { collateral: collateral + sum(debts), positions };
}

export function isInsolvent(state: NaiveState): boolean {
  return burdenedEstate(state).collateral < 0n;
}

/** Rules 11.4: no money leaves the venue while the fund owes, or the venue's clock is in doubt. */
export function isMoneyHalted(state: NaiveState): boolean {
  return isInsolvent(state) || state.clockHalt;
}

/**
 * Moves a subject's positions in live markets to the fund at the mark price, and with its last position its balance or
 * debt. Rules 7.7, 7.9.
 */
export function takeOver(state: NaiveState, reports: NaiveReports, subject: Subject, estate: Estate): void {
  // A take-over is an event with its own id.
  const liquidationId = nextLiquidationId(state);
  const worth = worthOf(state, subject, estate);
  const { account } = subject;
  const marginMode = subject.market === null ? "CROSS" : "ISOLATED";
  const live = livePositions(state, estate);
  const isWhole = live.length === estate.positions.length;
  const stays = (market: NaiveMarket) =>
    estate.positions.some((each) => each.market === market && !live.includes(each));
  const markets = subject.market === null ? bySymbol(state) : [subject.market];
  for (const market of markets.filter((each) => !stays(each))) {
    if (marginMode === "CROSS") settleRow(state, account, market);
    else settleIsolatedRow(state, account, market);
  }
  const balance = subject.market === null ? account.holding : rowOf(account, subject.market, "ISOLATED").margin;
  const gap = sum(live.map(({ market, quantity }) => gainAtMark(market, quantity)));
  // An account that keeps positions, and so its balance, is settled at the indices.
  const amount = isWhole ? balance : gap;
  const parts = partsByNotional(live, amount - gap);
  const positions: TransferredNotice[] = [];
  for (const [n, { market, quantity }] of live.entries()) {
    const common = { market, fee: 0n, kind: "takeover" as const };
    const realized = handOver(state, reports, { ...common, account, marginMode, change: -quantity });
    const brought = parts[n]!;
    handOver(state, reports, { ...common, account: state.insurance, marginMode: "CROSS", change: quantity, brought });
    const none = { liquidator: 0n, insurance: 0n };
    positions.push(shown({ market, marginMode, taken: quantity, total: quantity }, none, realized));
  }
  state.insurance.holding += amount;
  if (subject.market === null) account.holding -= amount;
  else account.isolated[subject.market.number] = emptyRow();
  reports.notice({
    type: "liquidation",
    report: {
      type: "transferred",
      kind: "takeover",
      liquidationId,
      ...worth,
      taker: -1,
      // A take-over is not a claim.
      assigned: true,
      amount: Number(amount),
      positions,
    },
  });
  listInventory(state);
}

/** Splits an amount over several positions by notional; the remainder goes to the last one. */
function partsByNotional(positions: readonly Exposure[], amount: bigint): bigint[] {
  const size = totalSize(positions);
  const parts = positions.map((each) => (size === 0n ? 0n : divideFloor(amount * sizeOf(each), size)));
  return parts.map((part, n) => (n < parts.length - 1 ? part : amount - sum(parts.slice(0, -1))));
}

/** Lists each position of the fund under its own id, for as long as the position stays on that side. Rules 7.8. */
export function listInventory(state: NaiveState): void {
  const { liquidations, insurance } = state;
  const isListed = (market: number) => liquidations.inventory.some((each) => each.market === market);
  liquidations.inventory = liquidations.inventory.filter(({ market, isLong }) => {
    const { quantity } = insurance.rows[market]!;
    return isLong ? quantity > 0n : quantity < 0n;
  });
  for (const { number } of bySymbol(state)) {
    const { quantity } = insurance.rows[number]!;
    if (quantity === 0n || isListed(number)) continue;
    const [id, isLong, startedAt] = [nextLiquidationId(state), quantity > 0n, state.now];
    liquidations.inventory.push({ id, market: number, isLong, startedAt, claimedAt: startedAt });
  }
}

/** By how much a signed quantity is worth more at the mark than at the index. */
function gainAtMark(market: NaiveMarket, quantity: bigint): bigint {
  return notional(market.mark, quantity) - notional(market.expected, quantity);
}

/** What an account loses against the index by receiving a signed quantity at the mark. Rules 7.5. */
export function lossAtMark(market: NaiveMarket, quantity: bigint): bigint {
  return greatest(0n, gainAtMark(market, quantity));
}

/** One counter for offers, claims and take-overs, because all are identified by it. */
function nextLiquidationId(state: NaiveState): number {
  state.liquidations.lastId += 1;
  return state.liquidations.lastId;
}

/** A fund that has only a debt left owes it as balance. Rules 7.10. */
export function settleDebt(state: NaiveState): void {
  const { collateral, positions } = fundEstate(state);
  if (positions.length > 0 || collateral >= 0n) return;
  for (const market of bySymbol(state)) settleRow(state, state.insurance, market);
}
