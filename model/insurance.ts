// The insurance fund: what it takes over from accounts that can't pay, what it offers of that, who claims it, and whether
// it is solvent itself. Rules 7.6 to 7.9, 11.4.

import type { ClaimInsuranceFund, TopUpInsurance } from "@evermark/engine";
import { FUND_MINIMUM_RATIO, isFundBelow, neededOf } from "./adl.ts";
import { absolute, divideFloor, greatest, least, sum } from "./exact.ts";
import { handOver, settleIsolatedRow, settleRow, shown } from "./handover.ts";
import { jumpMargin, suspectsOf, suspicious } from "./held-rows.ts";
import { crossPositions, estateOf, isFrozen, livePositions, type Subject, worthOf } from "./liquidation.ts";
import { exceedsLeverageLimit, marginOf, symbolFigures, totalCollateral } from "./margin.ts";
import { type Estate, type Exposure, sizeOf, totalSize } from "./offers.ts";
import type { Outcome } from "./orders.ts";
import { purseOf, purseShare } from "./purses.ts";
import { NaiveReports, type TransferredNotice } from "./reports.ts";
import { naiveRules } from "./rules.ts";
import { claimRefusal, standsStill } from "./standstill.ts";
import { bySymbol, emptyRow, type NaiveAccount, type NaiveMarket, type NaiveState, notional, rowOf } from "./state.ts";
import { closesOnly } from "./strategy-vaults.ts";

const RATE = 10_000_000_000n;
const CLAIM_MINIMUM = 5_000_000_000n;

export function fundEstate(state: NaiveState): Estate {
  return { collateral: totalCollateral(state, state.insurance), positions: crossPositions(state, state.insurance) };
}

/** The fund's estate with the debts of all whose rows cannot be liquidated now. Rules 7.7, 7.10. */
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
      // It was not claimed.
      assigned: true,
      amount: Number(amount),
      positions,
    },
  });
  listInventory(state);
}

/** What each of several positions has of an amount, by notional; what is left over is the last one's. */
function partsByNotional(positions: readonly Exposure[], amount: bigint): bigint[] {
  const size = totalSize(positions);
  const parts = positions.map((each) => (size === 0n ? 0n : divideFloor(amount * sizeOf(each), size)));
  return parts.map((part, n) => (n < parts.length - 1 ? part : amount - sum(parts.slice(0, -1))));
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
  return carries(copy, claimer) ? null : "insufficient_margin";
}

/** Initial margin with orders, and rows that cannot be liquidated now at their worse. Rules 2.3 (7), 7.5. */
function carries(state: NaiveState, account: NaiveAccount): boolean {
  const suspects = suspectsOf(state, account, (market) => standsStill(state, market));
  const initial = state.markets.map((market) => {
    const { notionalWithOrders, imrWithOrders } = symbolFigures(state, account, market);
    const margin = marginOf(notionalWithOrders, imrWithOrders);
    const { quantity } = account.rows[market.number]!;
    return suspects.has(market.number) ? greatest(margin, jumpMargin(market, quantity)) : margin;
  });
  return suspicious(estateOf(state, { account, market: null }), suspects).collateral >= sum(initial);
}

/** Whether a claimer of a position would pay more, or get less, than he wants to. Rules 7.5. */
export function isWorse(market: NaiveMarket, quantity: bigint, limit: bigint): boolean {
  const prices = [market.mark, market.expected];
  return limit > 0n && (quantity > 0n ? greatest(...prices) > limit : least(...prices) < limit);
}

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
  // A short may be claimed by its sign or without.
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

/** What a quantity, signed, is worth more at the mark than at the index. */
function gainAtMark(market: NaiveMarket, quantity: bigint): bigint {
  return notional(market.mark, quantity) - notional(market.expected, quantity);
}

/** What the mark costs against the index the account that receives a quantity, signed. Rules 7.5. */
export function lossAtMark(market: NaiveMarket, quantity: bigint): bigint {
  return greatest(0n, gainAtMark(market, quantity));
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
 * What a claimer of a quantity, signed, gets: the discount on what the fund has to be rid of, on the rest no more than came
 * with it; less what the mark spares him against the index. Rules 7.8.
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

/** One count for offers, claims and take-overs, because all are identified by it. */
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
function topUp(state: NaiveState, command: TopUpInsurance): Outcome {
  if (state.depositReferences.includes(command.reference)) return { rejection: "duplicate" };
  state.depositReferences.push(command.reference);
  state.insurance.holding += BigInt(command.amount);
  state.credited += BigInt(command.amount);
  return {};
}
