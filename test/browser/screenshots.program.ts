// `npm run screenshots`: takes screenshots of every view of the terminal, wide, on a laptop and on a phone, dark and light.
// The venue is a sandbox with demo traders, one day of history and a chain.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "@evermark/cli/command-line/command-line.ts";
import { Argument, Option } from "commander";
import { startBrowser } from "./browser.ts";
import { photographed, ROOMS, type Room } from "./screenshots/photographed-views.ts";
import { traderWithAPast } from "./screenshots/trader-with-a-past.ts";
import { speakLong } from "./terminal/long-language.ts";

const command = program("npm run screenshots --", "Takes pictures of every view of the terminal.")
  .addArgument(new Argument("[folder]", "folder for the pictures").default(join(tmpdir(), "evermark-screenshots")))
  .addOption(new Option("--only <size>", "only of this size").choices(Object.keys(ROOMS)))
  .option("--long", "in a language that is two fifths longer")
  .parse();
const [folder = ""] = command.processedArgs as string[];
const { only, long: isLong } = command.opts<{ readonly only?: Room; readonly long?: true }>();
mkdirSync(folder, { recursive: true });
const directory = mkdtempSync(join(tmpdir(), "evermark-screenshots-venue-"));
const { url, stop } = await demoVenue(directory);
const browser = await startBrowser();
try {
  const trader = await traderWithAPast(url);
  if (isLong) await speakLong(browser, url);
  await photographed({ browser, url, trader, folder, rooms: only === undefined ? undefined : [only] });
  trader.client.close();
} finally {
  await browser.stop();
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

/** Starts a venue as `npm start` does, and waits until it reports its address. */
async function demoVenue(data: string): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const main = join(import.meta.dir, "..", "..", "cli", "main.ts");
  const flags = ["start", "--data", data, "--port", "0", "--past-days", "1", "--audit"];
  const venue = Bun.spawn([process.execPath, main, ...flags], {
    stdout: "pipe",
    stderr: "ignore",
    stdin: "ignore",
  });
  const stopped = () => {
    venue.kill();
    return venue.exited;
  };
  for await (const piece of venue.stdout.pipeThrough(new TextDecoderStream())) {
    const [, ready] = /ready (\S+)/.exec(piece) ?? [];
    if (ready !== undefined) return { url: ready, stop: stopped };
  }
  throw new Error(`the venue ended with ${await venue.exited} before it was ready`);
}
