// How a venue first starts, and what an operator's machine does to it: an empty directory in production, files that
// others could read, logs that are rotated, a terminal that is closed.

import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startRefused, startVenue } from "../witness/venue-process.ts";
import { call } from "./outside/outside-caller.ts";

/** A production venue without markets and with one builder. */
function production(directory: string) {
  const file = join(directory, "evermark.toml");
  writeFileSync(file, 'mode = "production"\n[[brokers]]\nid = "acme"\n');
  return { dataDirectory: join(directory, "data"), mode: "production", flags: ["--config", file] } as const;
}

test("in production an empty directory needs --new, and a venue's directory refuses it", async () => {
  using temporary = temporaryDirectory();
  const { dataDirectory, mode, flags } = production(temporary.path);
  // Mounted, and with nothing but what a file system itself creates.
  mkdirSync(join(dataDirectory, "lost+found"), { recursive: true });
  const refused = await startRefused({ dataDirectory, mode, flags });
  expect(refused.messages[0]).toContain(`data directory ${dataDirectory} holds no venue: mount its disk`);
  expect(readdirSync(dataDirectory)).toEqual(["lost+found"]);
  {
    await using venue = await startVenue({ dataDirectory, mode, flags: [...flags, "--new"] });
    expect((await call(`${venue.url}/health`)).status).toBe(200);
  }
  const second = await startRefused({ dataDirectory, mode, flags: [...flags, "--new"] });
  expect(second.messages[0]).toContain("holds a venue: start it without --new");
  await using venue = await startVenue({ dataDirectory, mode, flags });
  expect((await call(`${venue.url}/health`)).status).toBe(200);
});

test("files that a venue writes are for its user alone, and a warning names any that are not", async () => {
  using temporary = temporaryDirectory();
  const dataDirectory = join(temporary.path, "data");
  {
    await using venue = await startVenue({ dataDirectory });
    await venue.process.terminate();
  }
  const all = [
    dataDirectory,
    ...readdirSync(dataDirectory, { recursive: true }).map((name) => join(dataDirectory, `${name}`)),
  ];
  expect(all.length).toBeGreaterThan(5);
  const modes = all.map((path) => [path, statSync(path).isDirectory() ? 0o700 : 0o600, statSync(path).mode & 0o777]);
  for (const [path, wanted, found] of modes) expect([path, found]).toEqual([path!, wanted!]);

  const journal = join(dataDirectory, "journal");
  chmodSync(journal, 0o755);
  await using venue = await startVenue({ dataDirectory });
  const warnings = venue.process.log.filter(({ level }) => level === "warn").map(({ msg }) => msg);
  expect(warnings).toEqual([
    `other users of this machine may read or write ${journal}: chmod -R go-rwx ${dataDirectory}`,
  ]);
});

test("SIGHUP reopens the log and ends nothing", async () => {
  using temporary = temporaryDirectory();
  const file = join(temporary.path, "venue.log");
  await using venue = await startVenue({ dataDirectory: join(temporary.path, "data"), flags: ["--log-file", file] });
  const moved = `${file}.1`;
  expect(readFileSync(file, "utf8")).toContain("versions");
  renameSync(file, moved);
  process.kill(venue.process.pid, "SIGHUP");
  // The line about the hang-up is the first one of the new file.
  while (!(await Bun.file(file).exists()) || !readFileSync(file, "utf8").includes("hang-up signal")) await Bun.sleep(5);
  expect(readFileSync(moved, "utf8")).not.toContain("hang-up signal");
  expect((await call(`${venue.url}/health`)).status).toBe(200);
});
