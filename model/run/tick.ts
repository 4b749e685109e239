// The clock: what is due at a whole second, in the order of the rules; and prices that are set by hand. Rules 0.2, 6.

import type { SetIndexPrices } from "@evermark/engine";
import { awaitsLiquidity } from "../book/algo/algo-triggers.ts";
import { cancelAlgosOf } from "../book/orders/algo-endings.ts";
import { cancel, cancelOrdersOf } from "../book/orders/order-endings.ts";
import { runDelistings } from "../business/market/delisting-rules.ts";
import { runMaintenance } from "../business/market/maintenance-rules.ts";
import { startPeriods } from "../business/vaults/vault-periods.ts";
import { payRebates } from "../money/fees/daily-rebates.ts";
import { refreshTiers } from "../money/fees/fee-tiers.ts";
import { isPaused, noteStandstills } from "../permissions/naive-standstill.ts";
import { settleFunding, settleMissed, takePremium } from "../risk/funding/funding-payments.ts";
import { assignUnclaimed } from "../risk/liquidation/claim-rules.ts";
import { deleverage } from "../risk/liquidation/naive-deleveraging.ts";
import { followMark } from "../risk/mark-following.ts";
import { expectSettlement, takeDelistSample } from "../risk/prices/expected-price.ts";
import { moveMark, takeBasis } from "../risk/prices/marks.ts";
import { roundToTick } from "../risk/prices/naive-prices.ts";
import {
  believePinned,
  freePinned,
  hearSources,
  isCountable,
  refreshIndex,
  startSession,
} from "../risk/prices/safe-modes.ts";
import type { Outcome } from "../state/command-outcomes.ts";
import { naiveRules } from "../state/naive-rules.ts";
import { byAccountId, bySymbol, type NaiveState } from "../state/naive-state.ts";
import type { NaiveReports } from "../state/reports.ts";

const MINUTE_MS = 60_000;
const PREMIUM_MS = 15_000;
const WEIGHTS_MS = 300_000;
const DAY_MS = 86_400_000;
/** The price that releases a price set by hand. */
const FREED = 0;

export const clockRules = naiveRules({
  oracle_prices: (state, command) => {
    hearSources(state, command);
    return {};
  },
  set_index_prices: (state, command, reports) => {
    // A delisted market has no price any more.
    const hasEnded = command.prices.some(({ market }) => state.markets[market]!.state === "DELISTED");
    return hasEnded ? { rejection: "refused" } : pinPrices(state, reports, command);
  },
  tick: (state, _command, reports) => {
    runTick(state, reports);
    return {};
  },
  start_session: (state, { resumesAt }, reports) => {
    for (const order of state.open.filter(({ id }) => state.untilDisconnect.has(id)).sort((a, b) => a.id - b.id)) {
      cancel(state, order, "USER", reports);
    }
    state.untilDisconnect.clear();
    startSession(state, resumesAt);
    return {};
  },
});

export function runTick(state: NaiveState, reports: NaiveReports): void {
  const { lastTick, now } = state;
  state.lastTick = now;
  const wasPaused = isPaused(state);
  runMaintenance(state, reports);
  const goesOn = wasPaused && !isPaused(state);
  // A periodic task is due once if its time is between the last tick and this one.
  const isDue = (every: number) =>
    lastTick === 0 ? now % every === 0 : Math.floor(now / every) > Math.floor(lastTick / every);
  const markets = bySymbol(state).filter((market) => market.state !== "DELISTED");
  const before = pricesOf(state);
  const resumed = markets
    .filter(({ pinned }) => !pinned)
    .filter((market) => {
      // A source without a weight gets one at once.
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

/** Prices set by hand move every mark first; their consequences come after. */
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

/** The prices at which each market's positions are valued, mark and index in one text. */
function pricesOf(state: NaiveState): string[] {
  return state.markets.map((market) => `${market.mark} ${market.expected}`);
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
