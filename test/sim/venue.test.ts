// What the simulated venue promises of itself: it notices when the disk has not kept what was answered.

import { expect, test } from "bun:test";
import { addBroker } from "@evermark/engine/testing/setup.ts";
import { endOfContent } from "@evermark/journal/room.ts";
import { Counters } from "./counters.ts";
import { flipOneBit } from "./flips.ts";
import { JOURNAL } from "./recovery.ts";
import { withoutModel } from "./simulate.ts";
import { SimulatedVenue } from "./venue.ts";

function venueWith(brokers: number): SimulatedVenue {
  const counters = new Counters();
  const venue = new SimulatedVenue({ seed: 1, segmentBytes: 600, counters, makeJudge: withoutModel });
  for (let number = 0; number < brokers; number++) {
    venue.append(addBroker(`broker_${number}`, 60, 30));
    venue.write();
    venue.sync();
  }
  return venue;
}

test("what was answered is there after every kind of end, and what was on its way may be", async () => {
  const venue = venueWith(8);
  venue.append(addBroker("unanswered", 60, 30));
  venue.write();
  venue.crash("power");
  expect(venue.applied).toBeGreaterThanOrEqual(8);
  expect(venue.applied).toBeLessThanOrEqual(9);
  await venue.snapshot();
  await venue.restart();
  venue.crash("kill");
  expect(venue.engine.brokerIds.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, number) => `broker_${number}`));
  expect(venue.snapshotHashes.size).toBe(1);
});

test("a disk that loses what it had synced does not get away with it", () => {
  const venue = venueWith(8);
  const last = venue.disk.paths.filter((path) => path.startsWith(`${JOURNAL}/segment-`)).at(-1)!;
  const file = venue.disk.open(last, "write");
  file.truncate(endOfContent(file, 0) - 10);
  file.sync();
  expect(() => venue.crash("kill")).toThrow("acknowledged records reach");
});

test("a flipped bit is refused, or changes nothing, wherever it is", async () => {
  const venue = venueWith(6);
  await venue.snapshot();
  const seen = new Set<string>();
  for (let at = 0; at < 1_000; at++) seen.add(flipOneBit(venue, at * 999_983, at % 8));
  expect([...seen].sort()).toEqual(["harmless", "passed over", "refused"]);
});

test("a full disk refuses, and goes on when there is room", () => {
  const venue = venueWith(2);
  venue.full(10);
  // More than fits into what the journal has written ahead.
  for (let number = 0; number < 10; number++) venue.append(addBroker(`too_much_${number}`, 60, 30));
  venue.write();
  venue.sync();
  expect([venue.applied, venue.waiting]).toEqual([2, 0]);
  venue.room();
  venue.append(addBroker("fits", 60, 30));
  venue.settle();
  expect(venue.engine.brokerIds as string[]).toEqual(["broker_0", "broker_1", "fits"]);
});
