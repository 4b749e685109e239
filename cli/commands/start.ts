// `evermark start`: runs a venue until it is asked to stop (../running-venue.ts).

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
  command.option(
    "--new",
    "in production: the data directory, or the database of several nodes, is empty because the venue is new",
  );
  addConfigurationOptions(command).action(async (values: FlagValues) => {
    const configuration = await configurationOfVenue(values);
    // The venue's modules are most of the program, and no other command needs them.
    const { start } = await import("../running-venue.ts");
    await start(configuration);
  });
}

/** A node of several uses the configuration that its venue keeps in the database, once a first node has written it. */
async function configurationOfVenue(values: FlagValues): Promise<Configuration> {
  const own = configurationFrom(values);
  const isNew = values.new === true;
  if (own.cluster === null) {
    requireSaidToBeNew(own, isNew);
    return own;
  }
  const { readConfiguration } = await import("@evermark/core/cluster/move/index.ts");
  const kept = await readConfiguration(own.cluster.postgres);
  if (kept === null && own.mode === "production" && !isNew) {
    throw new CommandMistake(
      "cluster: the database holds no venue: name the right one, or restore it; if the venue is new, start its first node with --new",
    );
  }
  return kept ? configurationFrom(values, readShared(kept)) : own;
}

/**
 * A new venue begins in an empty directory, but a directory is also empty when its disk is not mounted; a venue that
 * began there would know no balances. So in production `--new` is required for the first start, and refused for any
 * other.
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
