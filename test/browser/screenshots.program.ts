// `npm run screenshots -- <folder>`: every view of the terminal as it looks, wide, on a laptop and on a phone, dark and
// light; with `--long` in a language that is two fifths longer. The venue is a sandbox with demo traders and a chain, whose
// clock is moved so that there is a past to look at.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startBrowser } from "./browser.ts";
import { traderWithAPast } from "./screenshots/past.ts";
import { photographed, ROOMS, type Room } from "./screenshots/views.ts";
import { speakLong } from "./terminal/long-language.ts";

const USAGE = `usage: npm run screenshots -- [folder] [--only ${Object.keys(ROOMS).join("|")}] [--long]`;

const { folder, only, isLong } = wanted();
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

/** What was asked for; what can't be understood ends the program before it has made anything. */
function wanted(): { readonly folder: string; readonly only: Room | undefined; readonly isLong: boolean } {
  try {
    const options = {
      only: { type: "string" },
      long: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (positionals.length <= 1 && (values.only === undefined || Object.hasOwn(ROOMS, values.only))) {
      const [folder = join(tmpdir(), "evermark-screenshots")] = positionals;
      return { folder, only: values.only as Room | undefined, isLong: values.long === true };
    }
  } catch {
    // An option that there is not.
  }
  console.error(USAGE);
  process.exit(2);
}

/** A venue as `npm start` runs it, until it says where it is. */
async function demoVenue(data: string): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const main = join(import.meta.dir, "..", "..", "cli", "main.ts");
  const flags = ["start", "--data", data, "--port", "0", "--audit"];
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
