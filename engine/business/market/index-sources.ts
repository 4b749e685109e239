// Changes the sources that a listed market's index follows, by its operator's command. A source keeps its number as long as it
// is configured, and no number is reused: a report on its way is never attributed to another source. Rules 6.1.

import type { SetMarketRules } from "../../language/commands/commands.ts";
import { type Mistake, mistakeIn } from "../../language/parameter-bounds.ts";
import { type Market, silentSource } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { SOURCES_TO_COUNT } from "./listing-rule.ts";

/**
 * The new names by their numbers. Remaining sources keep their reports. Silence is counted from now, because new
 * sources have had no time to report.
 */
export function changeSources(state: State, market: Market, command: SetMarketRules): readonly string[] {
  const { sources: before } = market.parameters;
  const wanted = command.sources ?? named(before);
  const stay = before.map((name) => (wanted.includes(name) ? name : ""));
  const come = wanted.filter((name) => !before.includes(name));
  for (const [number, name] of stay.entries()) if (name === "") market.sources[number] = silentSource();
  for (const _ of come) market.sources.push(silentSource());
  market.health.vouchedAt = state.now;
  return [...stay, ...come];
}

/** Whether a command names a source rule; commands of former behaviours do not. */
export function namesSources({ sources, minSources, capsWeights }: SetMarketRules): boolean {
  return [sources, minSources, capsWeights].some((rule) => rule !== undefined && rule !== null);
}

/** Whether more sources are required than there are. */
export function findMissingSources({ parameters }: Market, command: SetMarketRules): Mistake | null {
  const sources = command.sources ?? named(parameters.sources);
  const minSources = command.minSources ?? parameters.minSources;
  if (minSources <= sources.length) return null;
  return mistakeIn("min_sources", { minSources }, SOURCES_TO_COUNT);
}

function named(sources: readonly string[]): readonly string[] {
  return sources.filter((name) => name !== "");
}
