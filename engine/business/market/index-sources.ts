// Which sources a listed market's index follows, as its operator changes it. A source keeps its number for as long as it is
// one, and no number is given twice: a report that is on its way is never taken for another's. Rules 6.1.

import type { SetMarketRules } from "../../language/commands/commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import { type Market, silentSource } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { canCount } from "./listing-rule.ts";

/** Those that stay keep what they have said. A silence counts from now: who comes has had no time to speak. */
export function changeSources(state: State, market: Market, command: SetMarketRules): void {
  const { sources: before, minSources, capsWeights } = market.parameters;
  const wanted = command.sources ?? named(before);
  const stay = before.map((name) => (wanted.includes(name) ? name : ""));
  const come = wanted.filter((name) => !before.includes(name));
  for (const [number, name] of stay.entries()) if (name === "") market.sources[number] = silentSource();
  for (const _ of come) market.sources.push(silentSource());
  market.parameters = {
    ...market.parameters,
    sources: [...stay, ...come],
    minSources: command.minSources ?? minSources,
    capsWeights: command.capsWeights ?? capsWeights,
  };
  market.health.vouchedAt = state.now;
}

/** Whether a command says anything about sources; those of former behaviours do not. */
export function namesSources({ sources, minSources, capsWeights }: SetMarketRules): boolean {
  return [sources, minSources, capsWeights].some((rule) => rule !== undefined && rule !== null);
}

export function refuseSources({ parameters }: Market, command: SetMarketRules): Rejection | null {
  if (!namesSources(command)) return null;
  const sources = command.sources ?? named(parameters.sources);
  const minSources = command.minSources ?? parameters.minSources;
  const areNames = sources.length > 0 && new Set(sources).size === sources.length && !sources.includes("");
  if (!areNames) return wrong("sources", sources.join(", "), "names of price sources, each once");
  if (canCount(sources.length, minSources)) return null;
  return wrong("min_sources", `${minSources} of ${sources.length}`, "a whole number from 1 to that of sources");
}

function named(sources: readonly string[]): readonly string[] {
  return sources.filter((name) => name !== "");
}

function wrong(field: string, value: string, expected: string): Rejection {
  return rejection("invalid_parameter", { field, expected }, `${field} is invalid: ${value}, expected ${expected}`);
}
