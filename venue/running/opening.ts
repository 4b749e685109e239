// The first batch of a cluster's journal: the builders and markets that the configuration requires, and the trading days
// before the start if it asks for some. As a single batch it is there entirely or not at all, whichever node wrote it.

import { type BatchRow, NO_TERM, NOTHING, writeRow } from "@evermark/core/cluster/index.ts";
import { encodeCommand } from "@evermark/engine";
import type { Configuration } from "../configuration/configuration.ts";
import { bringUpToConfiguration } from "../operation/acts/genesis.ts";
import { wholeSecond } from "../operation/time/clock.ts";
import { hasPast, rehearsedPast } from "../sandbox/past/past.ts";
import { Rehearsal } from "../sandbox/past/past-rehearsal.ts";

/** @param now the machine's time @throws {ConfigurationMistake} when the configuration contradicts itself */
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
