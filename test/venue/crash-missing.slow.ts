// A venue whose files are removed while it runs or while it is stopped, as its operator experiences it: what it
// reports, what it refuses, and the way out.

import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startRefused, startVenue } from "../witness/venue-process.ts";

const PROGRAM = join(import.meta.dir, "..", "..", "cli", "main.ts");

/** In production mode a venue starts with the data it had, or not at all. */
const settings = temporaryDirectory();
const file = join(settings.path, "evermark.toml");
writeFileSync(file, 'mode = "production"\n[[brokers]]\nid = "acme"\n');
const production = { flags: ["--config", file], mode: "production" } as const;
afterAll(() => settings[Symbol.dispose]());

test("no deleted file lets a second venue in, and a venue whose directory is moved takes no commands", async () => {
  using temporary = temporaryDirectory();
  const dataDirectory = join(temporary.path, "data");
  const moved = join(temporary.path, "moved");
  await using venue = await startVenue({ dataDirectory, ...production });
  rmSync(join(dataDirectory, "lock.pid"));
  const second = await startRefused({ dataDirectory, ...production });
  expect(second.messages).toEqual([
    `data directory ${dataDirectory} is in use by another process; stop it first, or choose another directory`,
  ]);
  renameSync(dataDirectory, moved);
  // The venue's own tick is a command every second.
  while (venue.process.logged("the journal can't be written") === undefined) await Bun.sleep(20);
  expect(venue.process.logged("the journal can't be written")).toMatchObject({ err: { type: "JournalMoved" } });
  expect((await startRefused({ dataDirectory: moved, ...production })).messages[0]).toContain(
    "is in use by another process",
  );
  renameSync(moved, dataDirectory);
  while (venue.process.logged("trading resumes") === undefined) await Bun.sleep(20);
  await venue.process.terminate();
  expect(await evermark("verify", dataDirectory)).toMatchObject({ code: 0 });
});

test("a venue without its journal is refused, fails verification, and starts over only when its operator says so", async () => {
  using temporary = temporaryDirectory();
  const dataDirectory = temporary.path;
  {
    await using venue = await startVenue({ dataDirectory, ...production });
    await venue.process.terminate();
  }
  rmSync(join(dataDirectory, "journal"), { recursive: true });
  const history = readFileSync(join(dataDirectory, "history.sqlite"));
  const found =
    /^acknowledged commands are missing: the journal in \S+ has no commands, but snapshot-\d{16}\.state knows /;
  const refused = await startRefused({ dataDirectory, ...production });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.messages).toHaveLength(1);
  expect(refused.messages[0]).toMatch(found);
  expect(refused.messages[0]).toEndWith("To go on without it: evermark accept-loss");

  expect(await evermark("verify", dataDirectory)).toMatchObject({ code: 1, said: expect.stringContaining("missing ") });
  const answer = await evermark("accept-loss", dataDirectory);
  expect(answer).toMatchObject({ code: 1, said: expect.stringContaining("evermark accept-loss --at 0") });
  expect(readFileSync(join(dataDirectory, "history.sqlite")).equals(history)).toBe(true);
  const accepted = await evermark("accept-loss", dataDirectory, "--at", "0");
  expect(accepted).toMatchObject({
    code: 0,
    said: expect.stringContaining("the directory is now that of a new venue"),
  });
  expect(readFileSync(join(dataDirectory, "history.sqlite.aside-1")).equals(history)).toBe(true);
  await using _venue = await startVenue({ dataDirectory, ...production });
});

test("a file in place of a directory, or the other way round, is reported in one line", async () => {
  using temporary = temporaryDirectory();
  const journal = join(temporary.path, "journal");
  writeFileSync(journal, "");
  const line = `${journal} is a file, expected a directory; move it away, and put back from a backup what was there before`;
  const refused = await startRefused({ dataDirectory: temporary.path, ...production });
  expect(refused).toEqual({ code: 1, signal: null, messages: [line] });
  expect(readdirSync(temporary.path)).toEqual(["journal"]);
  rmSync(journal);
  const mark = join(journal, "durable.mark");
  mkdirSync(mark, { recursive: true });
  const { code, messages } = await evermark("verify", temporary.path);
  expect([code, messages]).toEqual([1, [`EISDIR: a directory stands where a file should, open '${mark}'`]]);
});

/** Runs a command on a data directory to its end. */
async function evermark(command: string, dataDirectory: string, ...flags: string[]) {
  const args = [process.execPath, PROGRAM, command, "--data", dataDirectory, ...flags];
  const running = Bun.spawn(args, { stdout: "pipe", stderr: "pipe", stdin: "ignore" });
  const [said, errors] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()]);
  return { code: await running.exited, said, messages: errors.split("\n").filter((line) => line !== "") };
}
