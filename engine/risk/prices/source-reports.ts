// Reports of a price's outside sources. A report that could not be a price of the market is not believed, and its
// source does not count until it reports a valid price; the next tick uses the remaining sources. Rules 6.1.

import type { PriceE8 } from "../../base/units.ts";
import type { StateReason } from "../../base/vocabulary.ts";
import type { OraclePrices, SourcePrice } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market, Source } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

export const sourceReportHandlers = handlers({
  oracle_prices: (state, command, _answer, out) => reportSources(state, command, out),
});

function reportSources(state: State, command: OraclePrices, out: Listener): void {
  for (const report of command.prices) {
    const market = state.markets[report.market];
    const source = market?.sources[report.source];
    // A report of a removed source may still be on its way.
    const isNamed = market !== undefined && market.parameters.sources[report.source] !== "";
    if (source !== undefined && isNamed) hear(state, market, source, report, out);
  }
}

function hear(state: State, market: Market, source: Source, report: SourcePrice, out: Listener): void {
  const problem = problemOf(market, report.price);
  if (problem !== "") {
    // Emitted once, not with every report of a source that keeps failing.
    if (source.problem === "") disbelieve(state, market, report, problem, out);
    source.problem = problem;
    source.problemAt = state.now;
    return;
  }
  source.problem = "";
  source.price = report.price;
  source.at = state.now;
  source.volume = Number.isSafeInteger(report.volume) && report.volume > 0 ? report.volume : 0;
  source.isOld = false;
}

function disbelieve(state: State, market: Market, report: SourcePrice, reason: StateReason, out: Listener): void {
  const { source, price } = report;
  out.market({ type: "price_disbelieved", market: market.number, source, price, reason, at: state.now });
}

function problemOf(market: Market, price: PriceE8): StateReason | "" {
  if (price < 0) return "INDEX_NEGATIVE";
  if (price === 0) return "INDEX_ZERO";
  if (price > market.parameters.quoteMax && price !== Number.POSITIVE_INFINITY) return "INDEX_TOO_LARGE";
  return Number.isSafeInteger(price) ? "" : "INDEX_NOT_FINITE";
}
