// `npm run attack`: a hostile client. Without `--url` it starts a sandbox of its own. It sends broken, forged, repeated
// and excessive requests to every endpoint, over streams and over bare connections, while an honest bystander trades.
// Then come floods, one after the other, each on a sandbox of its own, beside honest traders who are compared with
// themselves. Only venues on this machine are attacked. Exits with 1 when an answer was not allowed, or honest traders
// were harmed: an order lost or refused, a promise broken, memory above its bound. The times of their orders are shown,
// and fail the run only with `--speed`, because other work on the machine affects them too.

import { duration, freshSeed, program, wholeNumber } from "@evermark/cli/command-line/command-line.ts";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Option } from "commander";
import { startVenue, type VenueProcess } from "../witness/venue-process.ts";
import { AttackTally } from "./attack-tally.ts";
import { Bystander } from "./bystander.ts";
import { Campaign } from "./campaign.ts";
import { baselineOf, beside, memoryOf } from "./floods/flood-measurement.ts";
import { floods } from "./floods/floods.ts";
import { harmOf, slownessOf, textOf } from "./floods/harm.ts";
import { targetOf } from "./target.ts";

const QUIET_MS = 2_000;
const STOP_MS = 30_000;

interface Options {
  readonly url?: string;
  readonly seed: number;
  readonly count?: number;
  readonly minutes?: number;
  readonly move?: number;
  readonly row?: string;
  readonly flood?: string;
  readonly floodMs: number;
  readonly speed?: true;
}

const about =
  "Runs a hostile client and an honest one against a sandbox started for them; then floods, one after another.";
const command = program("npm run attack --", about)
  .option("--url <url>", "attack this venue instead; it must be on this machine")
  .addOption(freshSeed("seed of the moves"))
  .option("--count <number>", "number of moves (default: 5000; with --minutes as many as fit)", wholeNumber)
  .option("--minutes <number>", "start no further move after this many minutes", duration)
  .option("--move <number>", "only this move", wholeNumber)
  .option("--row <text>", 'only endpoints whose method and path contain this, such as "POST /v1/order"')
  .addOption(new Option("--flood <name>", "only this flood, and nothing else").choices(Object.keys(floods)))
  .option("--flood-ms <number>", "how long a flood lasts, and the honest trading before it", wholeNumber, 5_000)
  .option("--speed", "also fail when the honest traders' orders take too long")
  .parse();
const options = command.opts<Options>();
const { seed, minutes, count, move: only, floodMs } = options;
const rows = options.row === undefined ? undefined : rowsWith(options.row);
const print = (text: string) => console.log(text);
const repeatCommand = [
  `npm run attack -- --seed ${seed}`,
  options.url && `--url ${options.url}`,
  options.row && `--row "${options.row}"`,
  options.speed ? "--speed" : undefined,
];
const tally = new AttackTally(repeatCommand.filter((part) => part !== undefined).join(" "), print);

if (options.flood === undefined) {
  if (options.url === undefined) await attackOwnSandbox();
  else await attack(options.url);
}
for (const name of floodsOf(options.flood)) await flood(name);
if (tally.violations > 0) print(`${tally.violations} violations`);
process.exit(tally.violations === 0 ? 0 : 1);

async function attackOwnSandbox(): Promise<void> {
  using temporary = temporaryDirectory();
  // With a chain of its own, because its node can be attacked too.
  await using venue = await startVenue({ dataDirectory: temporary.path, flags: ["--chain", "local"] });
  print(`sandbox started at ${venue.url}`);
  await attack(venue.url);
  print(`the venue's memory: ${Math.round(memoryOf(venue.process.pid) / 1_048_576)} MiB afterwards`);
  for (const fault of await faultsOf(venue.process)) tally.violation({ kind: "afterwards", ...fault });
}

async function attack(url: string): Promise<void> {
  const target = chosen(url);
  const startedAt = performance.now();
  const bystander = await Bystander.start(target.url, seed, QUIET_MS);
  bystander.attackBegins();
  const until = minutes === undefined ? Number.MAX_SAFE_INTEGER : Date.now() + minutes * 60_000;
  const moves = count ?? (minutes === undefined ? 5_000 : Number.MAX_SAFE_INTEGER);
  print(`seed ${seed}: attacking ${target.url}`);
  await new Campaign({ target, seed, tally, rows, only, until, count: moves }).run();
  const health = await fetch(`${target.url}/health`, { signal: AbortSignal.timeout(STOP_MS) }).catch(() => undefined);
  if (health?.status !== 200) {
    const finding = `health is ${health?.status ?? "no answer"} afterwards`;
    tally.violation({ where: "the venue", kind: "afterwards", finding, detail: "" });
  }
  for (const finding of await bystander.end()) {
    tally.violation({ where: "bystander", kind: "harmed", finding, detail: bystander.text() });
  }
  for (const finding of bystander.slowness()) {
    if (options.speed) tally.violation({ where: "bystander", kind: "slowed", finding, detail: bystander.text() });
    else print(`bystander: ${finding}`);
  }
  print(tally.text());
  print(bystander.text());
  print(`${tally.moves} moves in ${Math.round((performance.now() - startedAt) / 1_000)} s, seed ${seed}`);
}

/**
 * Runs one flood on a sandbox of its own, which does not audit after each command. Other work may slow the machine now
 * and then, so a finding counts if it is found twice.
 */
async function flood(name: string): Promise<void> {
  let harm: string[] = [];
  let detail = "";
  for (let attempt = 0; attempt < 2; attempt++) {
    using temporary = temporaryDirectory();
    await using venue = await startVenue({ dataDirectory: temporary.path, flags: ["--no-audit"] });
    const alone = await beside(name, venue.url, venue.process.pid, floodMs);
    const isHeld = options.speed && floods[name]!.isOrdinary === true;
    const found = isHeld ? { ...alone, baseline: await baselineOf(name, venue.url, floodMs) } : alone;
    const slowness = slownessOf(found);
    harm = [...harmOf(found), ...(options.speed ? slowness : [])];
    detail = [textOf(found), ...slowness].join("; ");
    tally.count("floods", name, harm.length === 0 ? "no harm" : "harm");
    print(`flood ${name}: ${detail}`);
    for (const fault of await faultsOf(venue.process)) tally.violation({ kind: name, ...fault });
    if (harm.length === 0) return;
  }
  for (const finding of harm)
    tally.violation({ where: "honest traders", kind: name, finding, detail: `${floods[name]!.about}\n  ${detail}` });
}

/** All floods when nothing else was chosen and the venue is our own, since they need a venue without other clients. */
function floodsOf(expected: string | undefined): readonly string[] {
  if (expected === undefined) {
    return options.url === undefined && options.move === undefined && options.row === undefined
      ? Object.keys(floods)
      : [];
  }
  return [expected];
}

/** The faults in our own venue's log, and how it ends. */
async function faultsOf(venue: VenueProcess) {
  const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), STOP_MS));
  const ending = await Promise.race([venue.terminate(), late]);
  const found: { where: string; finding: string; detail: string }[] = [];
  if (ending === "late") found.push({ where: "the venue", finding: "does not exit after SIGTERM", detail: "" });
  else if (ending.code !== 0) {
    found.push({
      where: "the venue",
      finding: `exited with ${ending.signal ?? `exit code ${ending.code}`}`,
      detail: venue.messages.slice(0, 20).join("\n"),
    });
  }
  const errors = venue.log.filter(({ level }) => level === "error" || level === "fatal");
  for (const line of errors.slice(0, 5)) {
    found.push({ where: "the venue's log", finding: line.msg, detail: JSON.stringify(line).slice(0, 1_500) });
  }
  return found;
}

/** The endpoints, such as `POST /v1/order`, whose text contains this. */
function rowsWith(text: string) {
  const found = endpoints.filter(({ method, path }) => `${method} ${path}`.includes(text));
  return found.length > 0
    ? found
    : command.error(`--row ${text}: expected a part of a method and path, such as "POST /v1/order"`);
}

function chosen(url: string) {
  try {
    return targetOf(url);
  } catch (error) {
    return command.error((error as Error).message);
  }
}
