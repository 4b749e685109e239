// Which sources a listed market's index follows, as its operator changes it. A source keeps its number for as long as it is
// one, and no number is given twice: a report that is on its way is never taken for another's. Rules 6.1.

import type { SetMarketRules } from "../../language/commands/commands.ts";
import { type Mistake, mistakeIn } from "../../language/parameter-bounds.ts";
import { type Market, silentSource } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { SOURCES_TO_COUNT } from "./listing-rule.ts";

/**
 * The names by their numbers from now on. Those that stay keep what they have said. A silence counts from now: who comes has
 * had no time to speak.
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

/** Whether a command says anything about sources; those of former behaviours do not. */
export function namesSources({ sources, minSources, capsWeights }: SetMarketRules): boolean {
  return [sources, minSources, capsWeights].some((rule) => rule !== undefined && rule !== null);
}

/** Whether more sources are asked for than there are. */
export function findMissingSources({ parameters }: Market, command: SetMarketRules): Mistake | null {
  const sources = command.sources ?? named(parameters.sources);
  const minSources = command.minSources ?? parameters.minSources;
  if (minSources <= sources.length) return null;
  return mistakeIn("min_sources", { minSources }, SOURCES_TO_COUNT);
}

function named(sources: readonly string[]): readonly string[] {
  return sources.filter((name) => name !== "");
}
