// A change to the configuration that a venue's nodes share: its differences, and the changes that nodes could not
// follow.

import { MARKET_PARAMETERS, writtenValue } from "@evermark/engine";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { changes, type Difference, readShared } from "@evermark/venue/configuration/shared-configuration.ts";
import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} for a configuration under which no node could lead, so that the venue would halt */
export function sharedChange(before: Configuration, after: Configuration): Difference[] {
  if (before.mode !== after.mode)
    throw new CommandMistake(`mode: ${after.mode}; the venue is in ${before.mode} mode, which can't be changed`);
  for (const { parameters } of before.markets) refuseMarketChange(parameters, after);
  return changes(readShared(before.shared), readShared(after.shared));
}

/** A market keeps the parameters it was listed with; the sources that report its price may change. */
function refuseMarketChange(was: Configuration["markets"][number]["parameters"], { markets }: Configuration): void {
  const is = markets.find(({ parameters }) => parameters.symbol === was.symbol)?.parameters;
  if (is === undefined) return;
  for (const parameter of MARKET_PARAMETERS) {
    const { field, name } = parameter;
    if (field === "sources" || is[field] === was[field]) continue;
    throw new CommandMistake(
      `markets: ${name} of ${was.symbol} is ${writtenValue(parameter, is[field])}, but the venue has it with ` +
        `${writtenValue(parameter, was[field])}; a listed market keeps its parameters: its operator changes what can be changed`,
    );
  }
}
