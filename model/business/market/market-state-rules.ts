// State changes of a market or the whole venue by the operator, and changes of a listed market's rules. Rules 6.5,
// 11.1, 11.3, 11.4.

import { CHANGEABLE, type MarketState, type SetMarketRules, type SetMarketState } from "@evermark/engine";
import { cancelOutOfRange, enterState } from "../../book/orders/market-endings.ts";
import { isPaused, isTrading } from "../../permissions/naive-standstill.ts";
import { followMark } from "../../risk/mark-following.ts";
import { markReach, paysItsLiquidator } from "../../risk/prices/naive-prices.ts";
import { overrule } from "../../risk/prices/safe-modes.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import { bySymbol, type NaiveState } from "../../state/naive-state.ts";
import type { ExactParameters, NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";

/** The states to which an operator may take a market; a delisting is announced, not set. */
const NEXT: Readonly<Record<MarketState, readonly MarketState[]>> = {
  NEW: ["PENDING"],
  PENDING: ["POST_ONLY"],
  POST_ONLY: ["ACTIVE", "HALTED"],
  ACTIVE: ["REDUCE_ONLY", "HALTED"],
  REDUCE_ONLY: ["ACTIVE", "HALTED"],
  HALTED: ["POST_ONLY", "ACTIVE", "REDUCE_ONLY"],
  DELISTING: ["HALTED"],
  DELISTED: [],
};

export const marketStateRules = naiveRules({
  set_market_state: (state, command, reports) => setMarketState(state, reports, command),
  set_market_rules: (state, command, reports) => setMarketRules(state, reports, command),
  halt_venue: (state, command, reports) => haltVenue(state, reports, command.halted),
  halt_for_clock: (state, command, reports) => haltForClock(state, reports, command.halted),
});

function setMarketState(state: NaiveState, reports: NaiveReports, command: SetMarketState): Outcome {
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  if (command.state === "HALTED" && market.state === "HALTED" && market.stateBeforeHalt !== "HALTED") {
    // The venue's halt becomes a halt of this market, which outlasts it.
    market.stateBeforeHalt = "HALTED";
    return {};
  }
  // A market with an announced delisting resumes only as DELISTING.
  const next = market.state === "HALTED" && market.delistAt > 0 ? ["DELISTING"] : NEXT[market.state];
  // A market that halted automatically can also be halted by the operator, so that it stays halted.
  const takesOver = market.state === "HALTED" && market.belief.halt !== null && command.state === "HALTED";
  if (!takesOver && (state.halted || !next.includes(command.state))) return { rejection: "refused" };
  overrule(state, market, command.state);
  const waited = !isTrading(market);
  enterState(state, reports, market, command.state);
  if (waited) followMark(state, reports, market);
  return {};
}

/** Rules 11.4: every trading market halts, and later resumes where it stopped. */
function haltVenue(state: NaiveState, reports: NaiveReports, halted: boolean): Outcome {
  if (state.halted === halted) return { rejection: "refused" };
  state.halted = halted;
  const goOn: NaiveMarket[] = [];
  for (const market of bySymbol(state)) {
    if (halted && isTrading(market)) {
      market.stateBeforeHalt = market.state;
      enterState(state, reports, market, "HALTED");
    } else if (!halted && market.state === "HALTED" && market.stateBeforeHalt !== "HALTED") {
      enterState(state, reports, market, market.delistAt > 0 ? "DELISTING" : market.stateBeforeHalt);
      market.stateBeforeHalt = "HALTED";
      goOn.push(market);
    }
  }
  // All of them are resumed first: no account is liquidated in one while another still seems to stand still.
  for (const market of goOn) followMark(state, reports, market);
  return {};
}

/** Rules 11.4: everything waits as it is until the clock can be relied on. */
function haltForClock(state: NaiveState, reports: NaiveReports, halted: boolean): Outcome {
  if (state.clockHalt === halted) return { rejection: "refused" };
  state.clockHalt = halted;
  if (!isPaused(state)) for (const market of bySymbol(state)) followMark(state, reports, market);
  return {};
}

/** Whether new funding bounds let the mark go where the market would not have been listed. Rules 6.2. */
function widensMark({ parameters, funding }: NaiveMarket, { capFunding, floorFunding }: SetMarketRules): boolean {
  const before = { ...parameters, ...funding.announced };
  const after = {
    ...before,
    ...(typeof capFunding === "number" && { capFunding: BigInt(capFunding) }),
    ...(typeof floorFunding === "number" && { floorFunding: BigInt(floorFunding) }),
  };
  return markReach(after) > markReach(before) && !paysItsLiquidator(after);
}

function wanted(command: SetMarketRules, holds: "at once" | "after the next funding"): Partial<ExactParameters> {
  const fields = CHANGEABLE.filter(({ change }) => change.holds === holds).map(({ field }) => field);
  const named = fields.flatMap((field) =>
    typeof command[field] === "number" ? [[field, BigInt(command[field])]] : [],
  );
  return Object.fromEntries(named);
}

/** Changes of a listed market's rules: the range applies at once. Rules 6.5, 11.1. */
function setMarketRules(state: NaiveState, reports: NaiveReports, command: SetMarketRules): Outcome {
  const market = state.markets[command.market];
  if (market === undefined || widensMark(market, command)) return { rejection: "invalid_parameter" };
  market.parameters = { ...market.parameters, ...wanted(command, "at once") };
  // Changes of funding apply when the running period is over. Rules 6.5.
  market.funding.announced = { ...market.funding.announced, ...wanted(command, "after the next funding") };
  if (isTrading(market) && !isPaused(state)) cancelOutOfRange(state, reports, market);
  return {};
}
