// The guide for bots prints an example of orders over a stream. It runs here as printed, against a venue as `npm start`
// would start it, and leaves nothing behind.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue } from "../witness/venue-process.ts";

const ROOT = join(import.meta.dir, "../..");

test("a bid is placed over a stream, moved twenty times, and cancelled when its client leaves", async () => {
  const guide = readFileSync(join(ROOT, "docs", "bots.md"), "utf8");
  const [, code = ""] = /Save this as `maker\.ts`:\n\n```ts\n(.*?)```/s.exec(guide) ?? [];
  using temporary = temporaryDirectory();
  await using venue = await startVenue({ dataDirectory: temporary.path });
  const example = Bun.spawn([process.execPath, "-e", code], {
    cwd: ROOT,
    env: { ...process.env, EVERMARK_URL: venue.url },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, complaints, ended] = await Promise.all([
    new Response(example.stdout).text(),
    new Response(example.stderr).text(),
    example.exited,
  ]);
  expect({ ended, complaints }).toEqual({ ended: 0, complaints: "" });
  expect(printed).toMatch(/^placed \d+\nmoved to \d+(\.\d+)?\n$/);
  // The venue cancels once it notices that the client is gone.
  while (!/evermark_commands_total\{type="cancel_order"\} 1\n/.test(await venue.process.metrics())) await Bun.sleep(20);
  expect(await venue.process.metrics()).toMatch(/evermark_requests_total\{endpoint="order\.amend",status="200"\} 20\n/);
});
