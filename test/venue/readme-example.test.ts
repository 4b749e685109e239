// The first example that a newcomer runs works as printed, against a venue as `npm start` would start it.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue } from "../witness/venue-process.ts";

const EXAMPLE = join(import.meta.dir, "..", "..", "client", "examples", "first-order.ts");

test("the first order of the README is placed, reported and cancelled", async () => {
  using temporary = temporaryDirectory();
  await using venue = await startVenue({ dataDirectory: temporary.path });
  const example = Bun.spawn([process.execPath, EXAMPLE], {
    env: { ...process.env, EVERMARK_URL: venue.url },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, complaints, code] = await Promise.all([
    new Response(example.stdout).text(),
    new Response(example.stderr).text(),
    example.exited,
  ]);
  expect({ code, complaints }).toEqual({ code: 0, complaints: "" });
  const [, orderId] = /placed (\d+) to buy 0\.0038 at 2700/.exec(printed) ?? [];
  expect(printed).toContain(`report ${orderId} NEW`);
  expect(printed).toContain(`report ${orderId} CANCELLED`);
});
