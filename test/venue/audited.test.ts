// Venues that tests start recompute every invariant after every command, so that every test also checks that money and
// books add up. Rules 1.5.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { onboard } from "@evermark/client";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue as startVenueProcess } from "../witness/venue-process.ts";
import { miscountDeposits } from "./outside/miscounting.ts";
import { startVenue } from "./outside/whole-venue.ts";

const MISCOUNTING = join(import.meta.dir, "outside", "miscounting.program.ts");
const PROGRAM = join(import.meta.dir, "..", "..", "cli", "main.ts");

/** Opens an account and deposits into it. @returns the venue's error, if any */
function payIn(baseUrl: string): Promise<unknown> {
  return onboard({ baseUrl, brokerId: "demo", repeatsMax: 0 }).then(
    ({ client }) => client.close(),
    (error) => error,
  );
}

test("a venue in the test's own process stops at a deposit that credits a millionth too much", async () => {
  using _miscounting = miscountDeposits();
  const venue = await startVenue();
  try {
    expect(await payIn(venue.url)).toBeInstanceOf(Error);
    expect(venue.errors.join("\n")).toContain("I3: all money is in custody");
    expect(() => venue.audit()).toThrow("I3: all money is in custody");
  } finally {
    await venue.stop();
  }
});

test("a venue in a process of its own stops at it too", async () => {
  using temporary = temporaryDirectory();
  const command = [process.execPath, "--preload", MISCOUNTING, PROGRAM];
  await using venue = await startVenueProcess({ dataDirectory: temporary.path, command });
  expect(await payIn(venue.url)).toBeInstanceOf(Error);
  expect(await venue.process.ended).toEqual({ code: 1, signal: null });
  const fault = venue.process.logged("the engine found a broken invariant");
  expect(JSON.stringify(fault)).toContain("I3: all money is in custody");
});
