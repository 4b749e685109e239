// The insurance fund: what it takes over from accounts that can't pay, what it offers of that, who claims it, and whether
// it is solvent itself. Rules 7.6 to 7.9, 11.4.

import type { ClaimInsuranceFund, TopUpInsurance } from "../../commands.ts";
import { absolute, divideFloor, greatest, least, sum } from "./exact.ts";
import { handOver, settleIsolatedRow, settleRow, told } from "./handover.ts";
import { crossPositions, estateOf, isFrozen, isWaiting, livePositions, type Subject, worthOf } from "./liquidation.ts";
import { exceedsLeverageLimit, initialMarginWithOrders, symbolFigures, totalCollateral } from "./margin.ts";
import type { Estate } from "./offers.ts";
import type { Outcome } from "./orders.ts";
import { NaiveReports, type TransferredNotice } from "./reports.ts";
import { claimRefusal } from "./safe-modes.ts";
import { bySymbol, emptyRow, type NaiveMarket, type NaiveState, notional, rowOf } from "./state.ts";
import { closesOnly } from "./strategy-vaults.ts";

const RATE = 10_000_000_000n;
const CLAIM_MINIMUM = 5_000_000_000n;

export function fundEstate(state: NaiveState): Estate {
  return { collateral: totalCollateral(state, state.insurance), positions: crossPositions(state, state.insurance) };
}

/** The fund's estate with the debts that it will have to bear when paused markets go on. Rules 7.7, 7.10. */
export function burdenedEstate(state: NaiveState): Estate {
  const { collateral, positions } = fundEstate(state);
  const waiting = state.liquidations.running
    .filter(({ market }) => market < 0)
    .map(({ account }) => estateOf(state, { account: state.accounts[account]!, market: null }))
    .filter((estate) => isWaiting(state, estate));
  return { collateral: collateral + sum(waiting.map((each) => least(0n, each.collateral))), positions };
}

export function isInsolvent(state: NaiveState): boolean {
  return burdenedEstate(state).collateral < 0n;
}

/** Rules 11.4: no money leaves the venue while the fund owes, or its clock is in doubt. */
export function isMoneyHalted(state: NaiveState): boolean {
  return isInsolvent(state) || state.clockHalt;
}

/**
 * What a subject holds in live markets goes to the fund at the mark price, and with its last position its balance or debt.
 * Rules 7.7, 7.9.
 */
export function takeOver(state: NaiveState, reports: NaiveReports, subject: Subject, estate: Estate): void {
  // A take-over is an event under an id of its own.
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
  const positions: TransferredNotice[] = [];
  for (const { market, quantity } of live) {
    const common = { market, fee: 0n, kind: "takeover" as const };
    const realized = handOver(state, reports, { ...common, account, marginMode, change: -quantity });
    handOver(state, reports, { ...common, account: state.insurance, marginMode: "CROSS", change: quantity });
    const none = { liquidator: 0n, insurance: 0n };
    positions.push(told({ market, marginMode, taken: quantity, total: quantity }, none, realized));
  }
  const balance = subject.market === null ? account.holding : rowOf(account, subject.market, "ISOLATED").margin;
  const amount = isWhole ? balance : 0n;
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
      // Nobody claimed it.
      assigned: true,
      amount: Number(amount),
      positions,
    },
  });
  listInventory(state);
}

/** What the fund holds is listed under an id of its own for as long as it holds it on that side. Rules 7.8. */
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

/** Why an account can't carry what it would hold; a copy of the venue finds out. Limits first. Rules 7.5, 7.8. */
export function carryRefusal(
  state: NaiveState,
  account: number,
  take: (copy: NaiveState) => void,
): "position_limit" | "insufficient_margin" | null {
  const copy = structuredClone(state);
  take(copy);
  const claimer = copy.accounts[account]!;
  const isBeyond = state.markets.some((market) => {
    const before = symbolFigures(state, state.accounts[account]!, market).notionalWithOrders;
    const after = symbolFigures(copy, claimer, copy.markets[market.number]!).notionalWithOrders;
    const leverage = claimer.leverages[market.number]!;
    if (after <= before) return false;
    return after > market.parameters.maxNotional || exceedsLeverageLimit(market, leverage, after);
  });
  if (isBeyond) return "position_limit";
  return totalCollateral(copy, claimer) >= initialMarginWithOrders(copy, claimer) ? null : "insufficient_margin";
}

/** Whether the mark price is worse than what a claimer of a position would pay. Rules 7.5. */
export function isWorse(market: NaiveMarket, quantity: bigint, limit: bigint): boolean {
  return limit > 0n && (quantity > 0n ? market.mark > limit : market.mark < limit);
}

export function claimInsuranceFund(state: NaiveState, reports: NaiveReports, command: ClaimInsuranceFund): Outcome {
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
  // A short may be claimed by its sign or without.
  if (wanted === 0n || (wanted < 0n && held > 0n)) return { rejection: "invalid_parameter" };
  if (quantity % market.parameters.baseTick !== 0n || quantity > absolute(held))
    return { rejection: "invalid_parameter" };
  if (notional(market.mark, quantity) < CLAIM_MINIMUM && quantity !== absolute(held)) {
    return { rejection: "refused", rejectionCode: -1201 };
  }
  if (isWorse(market, held, BigInt(command.limitPrice))) return { rejection: "refused" };
  const take = (venue: NaiveState, tell: NaiveReports) =>
    takeFromFund(venue, tell, account, venue.markets[market.number]!, held > 0n ? quantity : -quantity);
  const beyond = carryRefusal(state, account, (copy) => take(copy, new NaiveReports()));
  if (beyond !== null) return { rejection: beyond };
  take(state, reports);
  listed.claimedAt = state.now;
  listInventory(state);
  return {};
}

/** What the fund would lose against the index by taking a quantity, signed, at the mark. */
export function lossAtMark(market: NaiveMarket, quantity: bigint): bigint {
  return greatest(0n, notional(market.mark, quantity) - notional(market.index, quantity));
}

function takeFromFund(
  state: NaiveState,
  reports: NaiveReports,
  claimer: number,
  market: NaiveMarket,
  quantity: bigint,
): void {
  const discount = divideFloor(
    notional(market.mark, absolute(quantity)) * market.parameters.claimInsuranceFundDiscount,
    RATE,
  );
  const common = { market, marginMode: "CROSS" as const, kind: "claim" as const };
  const earned = discount - lossAtMark(market, -quantity);
  handOver(state, reports, { ...common, account: state.insurance, change: -quantity, fee: earned });
  handOver(state, reports, { ...common, account: state.accounts[claimer]!, change: quantity, fee: -earned });
}

/** One count for offers, claims and take-overs, because all are told apart by it. */
function nextLiquidationId(state: NaiveState): number {
  state.liquidations.lastId += 1;
  return state.liquidations.lastId;
}

/** A fund that has nothing left but debt owes it as balance. Rules 7.10. */
export function settleDebt(state: NaiveState): void {
  const { collateral, positions } = fundEstate(state);
  if (positions.length > 0 || collateral >= 0n) return;
  for (const market of bySymbol(state)) settleRow(state, state.insurance, market);
}

/** Rules 7.6. */
export function topUp(state: NaiveState, command: TopUpInsurance): Outcome {
  if (state.depositReferences.includes(command.reference)) return { rejection: "duplicate" };
  state.depositReferences.push(command.reference);
  state.insurance.holding += BigInt(command.amount);
  state.credited += BigInt(command.amount);
  return {};
}
