// One venue for all tests of a file: started before the first, audited and stopped after the last.

import { afterAll, beforeAll, expect } from "bun:test";
import { assert } from "@evermark/engine";
import { type OutsideVenue, startVenue } from "./whole-venue.ts";

/** A venue that the test file need not stop itself. */
export type VenueOfFile = Omit<OutsideVenue, "stop">;

/**
 * Call it at the top of a test file, before anything is prepared on the venue.
 * @returns the venue, to be used within tests; at its end it must have logged no error, and everything must add up
 */
export function venueOfFile(changes?: Parameters<typeof startVenue>[0]): VenueOfFile {
  let started: OutsideVenue | undefined;
  const venue = (): OutsideVenue => {
    assert(started !== undefined, "the venue is used within a test");
    return started;
  };
  beforeAll(async () => {
    started = await startVenue(changes);
  });
  afterAll(async () => {
    expect(venue().errors).toEqual([]);
    venue().audit();
    await venue().stop();
  });
  return {
    get url() {
      return venue().url;
    },
    get socketUrl() {
      return venue().socketUrl;
    },
    get port() {
      return venue().port;
    },
    get errors() {
      return venue().errors;
    },
    get dataDirectory() {
      return venue().dataDirectory;
    },
    metrics: () => venue().metrics(),
    audit: () => venue().audit(),
    custody: () => venue().custody(),
  };
}
