// A backup in a bucket, on a server that speaks S3. Where no such server is installed the test is skipped and says so;
// where one is required, as before a change is merged, that is a failure.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { dataPaths, repeatJournal } from "@evermark/core";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { evermark, startEvermark } from "../witness/backup-process.ts";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { startVenue } from "../witness/venue-process.ts";
import { hasS3Server, startS3Server } from "./outside/s3-server.ts";

const isRequired = process.env.TEST_TOOLS === "required";
if (!hasS3Server && !isRequired)
  console.warn("backups in a bucket are not tested: npm run s3-server installs a server");

test.skipIf(!hasS3Server && !isRequired)("a bucket holds a backup just as a directory does", async () => {
  using temporary = temporaryDirectory();
  await using server = await startS3Server();
  const data = join(temporary.path, "data");
  const place = `s3://${server.bucket}/venues/one/`;
  const command = (...args: string[]) => evermark(args, server.environment);
  await using venue = await startVenue({ dataDirectory: data, flags: ["--journal-segment-bytes", "65536"] });
  const bot = await Bot.onboard(venue.url);
  const load = startLoad([bot], 1);

  const nowhere = await command("restore", place, "--data", join(temporary.path, "nothing"));
  expect(nowhere).toMatchObject({ code: 1, err: [`${place} holds no backup: there is no manifest.json`] });
  await load.reached(50);
  expect(await command("backup", place, "--data", data)).toMatchObject({ code: 0, err: [] });
  const following = startEvermark(["backup", place, "--data", data, "--follow"], server.environment);
  await following.untilPrinted("following from position");
  await load.reached(400);
  load.stop();
  await load.ended;
  bot.close();
  await venue.process.terminate();
  following.kill("SIGTERM");
  expect(await following.ended).toMatchObject({ code: 0, err: [] });

  const restored = join(temporary.path, "restored");
  expect(await command("restore", place, "--data", restored)).toMatchObject({ code: 0, err: [] });
  const [found, wanted] = [repeatJournal(dataPaths(restored)), repeatJournal(dataPaths(data))];
  expect({ commands: found.commands, state: found.stateHash }).toEqual({
    commands: wanted.commands,
    state: wanted.stateHash,
  });
  const missing = await command("backup", "s3://no-such-bucket", "--data", data);
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.err[0]).toStartWith("s3://no-such-bucket: NoSuchBucket");
});
