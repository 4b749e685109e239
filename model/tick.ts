// The clock: what is due at a whole second, in the order of the rules, and what follows from a mark price that moved.
// Rules 0.2, 0.3, 6.

import type { SetIndexPrices } from "@evermark/engine";
import { cancelAlgosOf } from "./algo-cancellation.ts";
import { awaitsLiquidity, runTriggers } from "./algo-triggers.ts";
import { bestVisible, cancel, cancelOrdersOf, visibleLevels } from "./book.ts";
import { assignUnclaimed } from "./claims.ts";
import { deleverage } from "./deleveraging.ts";
import { expectSettlement, runDelistings, takeDelistSample } from "./delisting.ts";
import { absolute, divideCeil, divideFloor, greatest, least, sum } from "./exact.ts";
import { payRebates, refreshTiers } from "./fees.ts";
import { beginPeriod, fundingFee, fundingRate, termsOf, unitaryFunding } from "./funding.ts";
import { byAccountId, checkMarket } from "./liquidation.ts";
import { isPaused, runMaintenance } from "./maintenance.ts";
import { totalCollateral, unsettled } from "./margin.ts";
import type { Outcome } from "./orders.ts";
import { BASIS_SNAPSHOTS, basisSnapshot, impactPrice, markOf, markWidths, premiumOf, roundToTick } from "./prices.ts";
import type { NaiveReports } from "./reports.ts";
import { believePinned, freePinned, isCountable, isTrading, refreshIndex } from "./safe-modes.ts";
import { mayLiquidate, noteStandstills } from "./standstill.ts";
import {
  bySymbol,
  everyAccount,
  inLots,
  inTicks,
  type NaiveAccount,
  type NaiveMarket,
  type NaiveRow,
  type NaiveState,
  notional,
} from "./state.ts";
import { startPeriods } from "./vault-periods.ts";

const RATE = 10_000_000_000n;
const MINUTE_MS = 60_000;
const PREMIUM_MS = 15_000;
const WEIGHTS_MS = 300_000;
const DAY_MS = 86_400_000;
/** A price by hand that says that there is none any more. */
const FREED = 0;

export function runTick(state: NaiveState, reports: NaiveReports): void {
  const { lastTick, now } = state;
  state.lastTick = now;
  const wasPaused = isPaused(state);
  runMaintenance(state, reports);
  const goesOn = wasPaused && !isPaused(state);
  // What is due every so often is due once when its moment lies between the last tick and this one.
  const isDue = (every: number) =>
    lastTick === 0 ? now % every === 0 : Math.floor(now / every) > Math.floor(lastTick / every);
  const markets = bySymbol(state).filter((market) => market.state !== "DELISTED");
  const before = pricesOf(state);
  const resumed = markets
    .filter(({ pinned }) => !pinned)
    .filter((market) => {
      // A source without a weight does not have to wait for one.
      const isNew = (number: number) => isDue(WEIGHTS_MS) || !market.weights[number];
      market.weights = market.sources.map((source, number) =>
        isNew(number) ? (source?.volume ?? 0n) : market.weights[number]!,
      );
      return refreshIndex(state, reports, market) === "resumed";
    });
  for (const market of markets) expectSettlement(state, market, isDue(PREMIUM_MS));
  noteStandstills(state);
  for (const market of markets) moveMark(state, market);
  if (isDue(MINUTE_MS)) for (const market of markets) takeBasis(state, market);
  // A funding time that no tick met is settled before this tick's sample, which belongs to a later period.
  const late = markets.filter((market) => settleMissed(state, reports, market));
  if (isDue(PREMIUM_MS)) for (const market of markets) takePremium(state, reports, market);
  if (isDue(PREMIUM_MS)) for (const market of markets) takeDelistSample(state, market);
  const paid = markets.filter((market) => market.funding.nextAt === now && settleFunding(state, reports, market));
  const after = pricesOf(state);
  const moved = markets.filter(({ number }) => before[number] !== after[number]);
  for (const market of markets) {
    const isConcerned = goesOn || [...moved, ...late, ...paid, ...resumed].includes(market);
    if (isConcerned || awaitsLiquidity(state, market)) followMark(state, reports, market);
  }
  runDelistings(state, reports);
  fireTimers(state, reports);
  assignUnclaimed(state, reports);
  deleverage(state, reports);
  startPeriods(state, reports);
  if (!isDue(DAY_MS)) return;
  refreshTiers(state, lastTick);
  payRebates(state, reports);
}

/** Prices by hand move every mark first; what follows from one comes after. */
export function pinPrices(state: NaiveState, reports: NaiveReports, command: SetIndexPrices): Outcome {
  const isPossible = ({ market: number, price }: SetIndexPrices["prices"][number]): boolean => {
    const market = state.markets[number];
    if (market !== undefined && price === FREED) return true;
    if (market === undefined || price <= 0 || BigInt(price) > market.parameters.quoteMax) return false;
    return isCountable(state, market, roundToTick(BigInt(price), market.parameters.quoteTick));
  };
  if (!command.prices.every(isPossible)) return { rejection: "invalid_parameter" };
  for (const { market, price } of command.prices) if (price === FREED) freePinned(state, state.markets[market]!);
  const before = pricesOf(state);
  const set = command.prices.filter(({ price }) => price !== FREED);
  const named = set.map(({ market, price }) => {
    const pinned = state.markets[market]!;
    pinned.index = roundToTick(BigInt(price), pinned.parameters.quoteTick);
    return pinned;
  });
  const markets = bySymbol(state).filter((market) => named.includes(market));
  for (const market of markets) expectSettlement(state, market, false);
  const resumed = markets.filter((market) => believePinned(state, reports, market) === "resumed");
  for (const market of markets) moveMark(state, market);
  const after = pricesOf(state);
  for (const market of markets) {
    const isConcerned = resumed.includes(market) || before[market.number] !== after[market.number];
    if (isConcerned || awaitsLiquidity(state, market)) followMark(state, reports, market);
  }
  return {};
}

/** Of each market, what positions are reckoned at: a mark and an index, in one text. */
function pricesOf(state: NaiveState): string[] {
  return state.markets.map((market) => `${market.mark} ${market.expected}`);
}

/** Rules 6.2. */
function moveMark(state: NaiveState, market: NaiveMarket): void {
  const { funding, parameters } = market;
  if (market.belief.trouble !== null || market.state === "DELISTED") return;
  market.mark = markOf(
    {
      index: market.expected,
      lastFundingRate: funding.lastRate,
      fundingPeriodHours: funding.lastPeriodHours,
      msToFunding: BigInt(Math.max(0, funding.nextAt - state.now)),
      basis: market.basis,
      ...bestPrices(state, market),
      last: market.last === 0n ? null : market.last,
    },
    parameters,
  );
}

function bestPrices(state: NaiveState, market: NaiveMarket): { bid: bigint | null; ask: bigint | null } {
  return { bid: bestVisible(state, market.number, "BUY"), ask: bestVisible(state, market.number, "SELL") };
}

/** What no account can trade on says nothing about the basis. */
function takeBasis(state: NaiveState, market: NaiveMarket): void {
  const { bid, ask } = impactPrices(state, market);
  const snapshot = mayLiquidate(state, market) ? basisSnapshot(market.expected, bid, ask) : 0n;
  market.basis = [...market.basis, snapshot].slice(-Number(BASIS_SNAPSHOTS));
}

function impactPrices(state: NaiveState, { number, parameters }: NaiveMarket) {
  return {
    bid: impactPrice(visibleLevels(state, number, "BUY"), parameters.baseImr),
    ask: impactPrice(visibleLevels(state, number, "SELL"), parameters.baseImr),
  };
}

/** Rules 6.3, and 6.4 for what the period would come to if it ended now. */
function takePremium(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  // No source vouches for an index that waits for its first report after a start.
  if (!isTrading(market) || market.belief.holdsLiquidation) return;
  const { funding, parameters, number } = market;
  const { bid, ask } = impactPrices(state, market);
  funding.samples.push(premiumOf(market.expected, bid, ask));
  funding.estimatedRate = fundingRate(funding.samples, termsOf(market), parameters);
  const rate = Number(funding.estimatedRate);
  reports.notice({ type: "funding", report: { type: "estimated", market: number, rate, at: state.now } });
}

function settleMissed(state: NaiveState, reports: NaiveReports, market: NaiveMarket): boolean {
  let paid = false;
  while (market.funding.nextAt < state.now) paid = settleFunding(state, reports, market) || paid;
  return paid;
}

/** Whether anything was paid. Rules 6.5, 6.6. */
function settleFunding(state: NaiveState, reports: NaiveReports, market: NaiveMarket): boolean {
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
    // Who receives gets the part of it that was paid.
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
 * What of a due payment is made: none by the insurance fund; by others as long as they keep what the fund could lose with
 * their positions: the way of the mark from bound to bound, and the discount of a claim.
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

/** Rules 0.3: who can't carry his position any more, here or elsewhere, and which orders the mark has overrun. */
export function followMark(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  checkMarket(state, reports, market);
  if (!isTrading(market) || isPaused(state)) return;
  cancelOutOfRange(state, reports, market);
  runTriggers(state, reports, market);
}

/** Rules 11.1, point 3. */
export function cancelOutOfRange(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  const { priceRange } = market.parameters;
  const outside = state.open.filter((order) => {
    if (order.market !== market.number) return false;
    if (order.side === "BUY") return order.price * RATE > market.mark * (RATE + priceRange);
    return order.price * RATE < market.mark * (RATE - priceRange);
  });
  for (const order of outside.toSorted((a, b) => a.id - b.id)) cancel(state, order, "PRICE_RANGE", reports);
}

/** Rules 2.10. */
function fireTimers(state: NaiveState, reports: NaiveReports): void {
  const due = state.accounts.filter((account) => account.cancelAllAt !== 0 && account.cancelAllAt <= state.now);
  for (const account of byAccountId(due)) {
    cancelOrdersOf(state, reports, account.number, -1, "", "CANCEL_ALL_AFTER");
    cancelAlgosOf(state, reports, account.number, -1, "", "CANCEL_ALL_AFTER");
    account.cancelAllAt = 0;
  }
}
