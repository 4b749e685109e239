// The clock: everything that is due at a whole second, in the order of rules 0.2. The work that follows a change of a mark
// price (rules 0.3) is in risk/price-pipeline.ts. Maintenance begins and ends before anything else of its tick.

import { DAY_MS, hasPassed } from "../base/numbers/calendar.ts";
import { FREED } from "../base/units.ts";
import { fireDeadManSwitches } from "../book/dead-man-switch.ts";
import { runDelistings } from "../business/market/delisting.ts";
import { runLaunchGates } from "../business/market/launch-gate.ts";
import { runMaintenance } from "../business/market/maintenance.ts";
import { expectSettlement, sampleIndex } from "../business/market/settlement-price.ts";
import { runDailyJob } from "../business/rates/daily-job.ts";
import { startPeriods } from "../business/vaults/periods.ts";
import { reportValues } from "../business/vaults/vault-reports.ts";
import type { SetIndexPrices } from "../language/commands/commands.ts";
import type { Listener } from "../language/events/events.ts";
import { type Rejection, rejection } from "../language/rejections.ts";
import type { Answer } from "../language/views/views.ts";
import { handlers } from "../memory/handlers.ts";
import { type Market, roundToTick } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";
import { refreshTiers } from "../money/fees/effective-rates.ts";
import { followStandstills } from "../permissions/standstill.ts";
import { payFunding } from "../risk/funding/payment.ts";
import { samplePremium } from "../risk/funding/premium.ts";
import { runClaimWindows } from "../risk/liquidation/liquidation-checks.ts";
import { isPipelineDue, pricesOf, runPipeline } from "../risk/price-pipeline.ts";
import { freeIndex, moveIndex, pinIndex } from "../risk/prices/index-moves.ts";
import { nextMark, snapshotBasis } from "../risk/prices/mark-price.ts";
import { warnOfLiquidation } from "../risk/watch/warning-round.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const PREMIUM_MS = 15_000;
/** From this behaviour on a price of 0 frees a price that was set by hand; before, 0 was no valid price. */
const FREED_SINCE = 3;

export const clockHandlers = handlers({
  tick: (state, _command, _answer, out) => tick(state, out),
  set_index_prices: setIndexPrices,
});

export function tick(state: State, out: Listener): void {
  const since = state.lastTick;
  state.lastTick = state.now;
  runMaintenance(state, out);
  const markets = bySymbol(state);
  const before = markets.map(pricesOf);
  for (const market of markets) moveIndex(state, market, since, out);
  for (const market of markets) expectSettlement(state, market, since);
  followStandstills(state);
  for (const market of markets) moveMark(state, market, out);
  if (hasPassed(MINUTE_MS, since, state.now)) for (const market of markets) snapshotBasis(state, market);
  const paid = sampleAndPay(state, markets, hasPassed(PREMIUM_MS, since, state.now), out);
  for (const [i, market] of markets.entries()) {
    if (paid[i] === true || isPipelineDue(state, market, before[i]!)) runPipeline(state, market, out);
  }
  runDelistings(state, out);
  runLaunchGates(state, out);
  fireDeadManSwitches(state, out);
  runClaimWindows(state, out);
  warnOfLiquidation(state, out);
  startPeriods(state, out);
  if (hasPassed(HOUR_MS, since, state.now)) reportValues(state, out);
  if (!hasPassed(DAY_MS, since, state.now)) return;
  state.keys.forgetExpired(state.now);
  refreshTiers(state, since, state.now, out);
  runDailyJob(state, out);
}

/**
 * Steps 4 and 5. A funding time uses the samples up to itself: a funding time that no tick met is settled before this tick's
 * sample, which belongs to a later one.
 * @returns for each market, whether funding was paid
 */
function sampleAndPay(state: State, markets: readonly Market[], due: boolean, out: Listener): boolean[] {
  const missed = markets.map((market) => payFunding(state, market, state.now - 1, out));
  if (due) {
    for (const market of markets) {
      sampleIndex(state, market);
      samplePremium(state, market, out);
    }
  }
  return markets.map((market, i) => payFunding(state, market, state.now, out) || missed[i]!);
}

/** Pins index prices, so that they hold and the mark follows in the same command; or frees them, and nothing moves yet. */
function setIndexPrices(state: State, command: SetIndexPrices, answer: Answer, out: Listener): void {
  const refused = checkPrices(state, command);
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  const named = new Set(command.prices.filter(({ price }) => price !== FREED).map(({ market }) => market));
  const markets = bySymbol(state).filter((market) => named.has(market.number));
  const before = markets.map(pricesOf);
  for (const { market: number, price } of command.prices) {
    const market = state.markets[number]!;
    if (price === FREED) freeIndex(state, market, out);
    else pinIndex(state, market, roundToTick(price, market.tickE8), out);
    expectSettlement(state, market, state.lastTick);
  }
  // As on a tick, all marks move before anything that follows from one of them.
  for (const market of markets) moveMark(state, market, out);
  // The value of the insurance fund follows the mark of a paused market, too.
  state.liquidations.due = true;
  for (const [i, market] of markets.entries()) {
    if (isPipelineDue(state, market, before[i]!)) runPipeline(state, market, out);
  }
}

function checkPrices(state: State, command: SetIndexPrices): Rejection | null {
  for (const { market, price } of command.prices) {
    const live = state.markets[market];
    if (live === undefined) return rejection("invalid_parameter", { market });
    const { symbol, quoteMax } = live.parameters;
    if (live.state === "DELISTED") {
      return rejection("refused", { market_state: live.state }, `${symbol} is DELISTED: it has no price any more`);
    }
    if (price === FREED && state.behaviour >= FREED_SINCE) continue;
    if (!(price > 0 && price <= quoteMax)) {
      return rejection("invalid_parameter", { field: symbol }, `the price of ${symbol} is not between 0 and quote_max`);
    }
    if (!live.carries(roundToTick(price, live.tickE8))) {
      return rejection(
        "invalid_parameter",
        { field: symbol },
        `the price of ${symbol} is too high: what is open would be worth more than can be counted`,
      );
    }
  }
  return null;
}

function bySymbol(state: State): Market[] {
  return state.marketsBySymbol.map((number) => state.markets[number]!);
}

function moveMark(state: State, market: Market, out: Listener): void {
  if (market.state === "DELISTED") return;
  // An index that is not believed is held, and the mark with it.
  if (market.health.trouble === "") market.mark = nextMark(state, market);
  market.updatedAt = state.now;
  market.moveBand();
  state.digest.add(market.index);
  state.digest.add(market.mark);
  out.price(market.number, market.spotIndex, market.mark, state.now);
}
