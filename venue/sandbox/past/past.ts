// The past of a new sandbox: it is first played on a separate engine, and the commands given to that become the first
// commands of the journal, all at once. So history, statistics and every check of the journal find a venue that has been
// running for days, through the code they always use.

import { isUnavailable, type Sequencer, type Submitted, type Unavailable } from "@evermark/core";
import { Fault, type Listener, type Millis } from "@evermark/engine";
import type { Configuration } from "../../configuration/configuration.ts";
import { bringUpToConfiguration } from "../../operation/acts/genesis.ts";
import { SimulatedPrices } from "../../prices/simulated.ts";
import { DAY_MS, HOUR_MS } from "../../sums/candle-sums.ts";
import { DemoTrading } from "../demo/demo-trading.ts";
import { playPastDays } from "./past-days.ts";
import { Rehearsal } from "./past-rehearsal.ts";

/** How much of it is in shorter steps: the part that a chart of minutes shows. */
const FINE_SECONDS = 3 * 3_600;

/** Whether a new venue begins with days behind it: with demo traders at simulated prices only. */
export function hasPast({ mode, demo, prices, pastDays }: Configuration): boolean {
  return mode === "sandbox" && demo && prices === "simulated" && pastDays > 0;
}

/**
 * Plays the days up to a second and submits them to the sequencer of a venue that has no commands yet.
 * @param endsAt a whole second of venue time: no command is later
 * @returns the number of commands
 * @throws {Fault} when the disk has no room for them
 */
export async function playPast(sequencer: Sequencer, configuration: Configuration, endsAt: Millis): Promise<number> {
  const { commands } = await rehearsedPast(configuration, endsAt);
  let last: Submitted | Unavailable | undefined;
  await new Promise<void>((resolve) => {
    for (const [place, command] of commands.entries()) {
      sequencer.submitAt(command.at, command, (result) => {
        last = result;
        if (place === commands.length - 1) resolve();
      });
    }
  });
  if (last === undefined || isUnavailable(last)) {
    throw new Fault(`the past could not be journaled: ${last === undefined ? "there is none" : last.unavailable}`);
  }
  return commands.length;
}

/** Plays the past. It begins at a full hour, so that its steps match those of candles. */
export async function rehearsedPast(
  configuration: Configuration,
  endsAt: number,
  listener?: Listener,
): Promise<Rehearsal> {
  const { seed, brokers, markets, pastDays } = configuration;
  const startsAt = Math.floor(endsAt / HOUR_MS) * HOUR_MS - pastDays * DAY_MS;
  const rehearsal = new Rehearsal(startsAt, listener);
  const { engine } = rehearsal;
  await bringUpToConfiguration(engine, rehearsal, configuration);
  const prices = new SimulatedPrices(seed, markets);
  const trading = new DemoTrading(engine, { seed, brokerId: brokers[0]!.id });
  const fineFrom = (pastDays * DAY_MS) / 1_000 - FINE_SECONDS;
  playPastDays({ rehearsal, trading, prices, startsAt, endsAt, fineFrom });
  return rehearsal;
}
