// `evermark start`: runs a venue until it is asked to end (../running-venue.ts).

import { holdsNoVenue } from "@evermark/core";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { readShared } from "@evermark/venue/configuration/shared-configuration.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";

export function addStart(program: Command): void {
  const command = program
    .command("start")
    .description("run a venue: a sandbox with thirteen live markets, unless configured otherwise")
    .addHelpText("after", "\nEvery flag is also an EVERMARK_… variable and a key of evermark.toml.");
  command.option("--new", "in production: the data directory is empty because the venue is new");
  addConfigurationOptions(command).action(async (values: FlagValues) => {
    const configuration = await configurationOfVenue(values);
    requireSaidToBeNew(configuration, values.new === true);
    // A venue is most of the program, and no other command needs it.
    const { start } = await import("../running-venue.ts");
    await start(configuration);
  });
}

/** A node of several has what its venue has, which the database keeps, once a first node has made it. */
async function configurationOfVenue(values: FlagValues): Promise<Configuration> {
  const own = configurationFrom(values);
  if (own.cluster === null) return own;
  const { readConfiguration } = await import("@evermark/core/cluster/move/index.ts");
  const kept = await readConfiguration(own.cluster.postgres);
  return kept ? configurationFrom(values, readShared(kept)) : own;
}

/**
 * An empty directory is where a new venue begins, and where a disk is not mounted: a venue that began there would know of
 * no balance. So in production a first start is said to be one, and no other start is.
 */
function requireSaidToBeNew({ mode, dataDirectory }: Configuration, isNew: boolean): void {
  if (mode !== "production") return;
  const isEmpty = holdsNoVenue(dataDirectory);
  if (isEmpty && !isNew) {
    throw new CommandMistake(
      `data directory ${dataDirectory} holds no venue: mount its disk or restore a backup; if the venue is new, start it once with --new`,
    );
  }
  if (!isEmpty && isNew) {
    throw new CommandMistake(`data directory ${dataDirectory} holds a venue: start it without --new`);
  }
}
