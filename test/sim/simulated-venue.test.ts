// The simulated venue's own promise: it notices when the disk has not kept a command that was answered.

import { expect, test } from "bun:test";
import { addBroker } from "@evermark/engine/testing/setup.ts";
import { endOfContent } from "@evermark/journal/room.ts";
import { Counters } from "../workload/counters.ts";
import { flipOneBit } from "./flips.ts";
import { withoutModel } from "./simulate.ts";
import { PATHS } from "./simulated-core.ts";
import { SimulatedVenue } from "./simulated-venue.ts";

/** The core's own first commands: behaviour, key, and a first digest. */
const FIRST = 3;

async function venueWith(brokers: number, snapshotEveryCommands = 1_000): Promise<SimulatedVenue> {
  const settings = { segmentBytes: 600, snapshotEveryCommands, keepSnapshots: 1, prune: false };
  const venue = await SimulatedVenue.open({ seed: 1, settings, counters: new Counters(), makeJudge: withoutModel });
  for (let number = 0; number < brokers; number++) {
    venue.append(addBroker(`broker_${number}`, 60, 30));
    venue.write();
    venue.sync();
  }
  return venue;
}

function snapshotsOf(venue: SimulatedVenue): string[] {
  return venue.disk.list(PATHS.snapshots);
}

test("answered commands are there after every kind of end, and commands on their way may be", async () => {
  const venue = await venueWith(8);
  venue.append(addBroker("unanswered", 60, 30));
  venue.write();
  await venue.crash("power");
  expect(venue.applied).toBeGreaterThanOrEqual(FIRST + 8);
  expect(venue.applied).toBeLessThanOrEqual(FIRST + 9);
  await venue.restart();
  await venue.crash("kill");
  await venue.cutStop(2);
  expect(venue.engine.brokerIds.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, number) => `broker_${number}`));
  expect(snapshotsOf(venue)).toHaveLength(1);
});

test("a snapshot is written in the background, sync by sync", async () => {
  const venue = await venueWith(8, FIRST + 8);
  expect(snapshotsOf(venue)).toEqual(["snapshot.new"]);
  for (let sync = 0; sync < 3; sync++) {
    venue.sync();
    await venue.background();
  }
  expect(snapshotsOf(venue)).toEqual(["snapshot-0000000000000011.state"]);
});

test("a disk that loses synced data is noticed", async () => {
  const venue = await venueWith(8);
  const last = venue.disk.paths.filter((path) => path.startsWith(`${PATHS.journal}/segment-`)).at(-1)!;
  const file = venue.disk.open(last, "write");
  file.truncate(endOfContent(file, 0) - 10);
  file.sync();
  await expect(venue.crash("kill")).rejects.toThrow("acknowledged records reach");
});

test("a flipped bit is refused, or changes nothing, wherever it is", async () => {
  const venue = await venueWith(6);
  await venue.restart();
  const seen = new Set<string>();
  for (let at = 0; at < 1_000; at++) seen.add(await flipOneBit(venue, at * 999_983, at % 8));
  expect([...seen].sort()).toEqual(["harmless", "refused", "skipped"]);
});

test("a full disk refuses commands, and continues when there is room", async () => {
  const venue = await venueWith(2);
  venue.full(10);
  // More than fits into the space that the journal has preallocated.
  for (let number = 0; number < 10; number++) venue.append(addBroker(`too_much_${number}`, 60, 30));
  venue.write();
  venue.sync();
  expect([venue.applied, venue.waiting]).toEqual([FIRST + 2, 0]);
  venue.room();
  venue.append(addBroker("fits", 60, 30));
  venue.settle();
  expect(venue.engine.brokerIds as string[]).toEqual(["broker_0", "broker_1", "fits"]);
});
