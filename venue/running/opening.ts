// With what a venue of several nodes begins: all that its configuration says must exist, and the days of a past where it has one.
// They are one batch, which is there or is not, whichever of several nodes made it.

import { type BatchRow, NO_TERM, NOTHING, writeRow } from "@evermark/core/cluster/index.ts";
import { encodeCommand } from "@evermark/engine";
import type { Configuration } from "../configuration/configuration.ts";
import { bringUpToConfiguration } from "../operation/acts/genesis.ts";
import { wholeSecond } from "../operation/time/clock.ts";
import { hasPast, rehearsedPast } from "../sandbox/past/past.ts";
import { Rehearsal } from "../sandbox/past/rehearsal.ts";

/** @param now of the machine's clock @throws {ConfigurationMistake} when the configuration contradicts itself */
export async function openingOf(configuration: Configuration, now: number): Promise<BatchRow> {
  const { commands, engine } = hasPast(configuration)
    ? await rehearsedPast(configuration, wholeSecond(now))
    : await configured(configuration, now);
  const entries = commands.map((command) => ({
    at: command.at,
    payload: encodeCommand(command).slice(),
    origin: null,
  }));
  return writeRow(NOTHING, NO_TERM, engine.now, entries);
}

async function configured(configuration: Configuration, now: number): Promise<Rehearsal> {
  const rehearsal = new Rehearsal(now);
  await bringUpToConfiguration(rehearsal.engine, rehearsal, configuration);
  return rehearsal;
}
