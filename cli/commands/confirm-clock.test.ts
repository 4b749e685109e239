// What `evermark confirm-clock` prints when no venue doubts its clock, and when one does.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { dataPaths } from "@evermark/core";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { ClockConfirmation } from "@evermark/venue/operation/time/clock-confirmation.ts";

const program = join(import.meta.dir, "..", "bin", "evermark.mjs");

async function confirmClock(directory: string) {
  const running = Bun.spawn(["node", program, "confirm-clock", "--data", directory], {
    cwd: directory,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()]);
  return { code: await running.exited, out, err: err.trim() };
}

test("nothing is confirmed when no venue doubts its clock", async () => {
  using temporary = temporaryDirectory();
  expect(await confirmClock(temporary.path)).toEqual({
    code: 1,
    out: "",
    err: `data: no venue in ${temporary.path} doubts its machine's clock; there is nothing to confirm`,
  });
});

test("a venue that doubts its machine's clock accepts the confirmation", async () => {
  using temporary = temporaryDirectory();
  const door = new ClockConfirmation(dataPaths(temporary.path));
  const now = Date.now();
  door.open({ machineTime: now, venueTime: now - 3_600_000 });
  const confirming = confirmClock(temporary.path);
  while (!door.isConfirmed(Date.now())) await Bun.sleep(20);
  door.close();
  const { code, out, err } = await confirming;
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`venue time        ${new Date(now - 3_600_000).toISOString()}`);
  expect(out).toContain("confirmed: the venue follows the machine's clock, and trading resumes");
});
