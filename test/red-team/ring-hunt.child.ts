// One worker of the red team: goes round the kits, plays some worlds of each, until its time is over, and prints a line
// of JSON about each round and each find. What it plays follows from its seed; only the moment it stops follows from
// the clock.

import { engineFrom } from "./engines.ts";
import { findKit, KIT_NAMES } from "./kits.ts";
import type { WorkerMessage } from "./ring-hunt.ts";
import { Search } from "./search.ts";
import { shrink } from "./shorter-find.ts";
import { recordingOf } from "./written-find.ts";

const WORLDS_A_ROUND = 200;
/** At most this many finds of a kit are reported. */
const FINDS_MAX = 12;

const [minutes = "", kit = "", seedText = "", , engine = ""] = process.argv.slice(2);
const seed = Number(seedText);
const until = Date.now() + Number(minutes) * 60_000;
const newEngine = await engineFrom(engine);
const names = kit === "" ? KIT_NAMES : kit.split(",");
const kits = names.map((name, number) => ({
  search: new Search(findKit(name)!, seed * 1_000 + number, newEngine),
  finds: 0,
  cpuSeconds: 0,
}));

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function send(message: WorkerMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

while (Date.now() < until && kits.some(({ finds }) => finds < FINDS_MAX)) {
  for (const each of kits) {
    if (each.finds >= FINDS_MAX || Date.now() >= until) continue;
    const before = cpuSeconds();
    const { search } = each;
    for (let left = WORLDS_A_ROUND; left > 0 && Date.now() < until; left--) {
      const find = search.next();
      if (find === undefined) continue;
      const foundAt = each.cpuSeconds + cpuSeconds() - before;
      const short = shrink(find, newEngine);
      const recording = recordingOf(search.kit.name, seed, short);
      const shortAt = each.cpuSeconds + cpuSeconds() - before;
      send({ found: { recording, cpuSeconds: foundAt, cpuSecondsShort: shortAt, worths: short.played.worths } });
      each.finds++;
      if (each.finds >= FINDS_MAX) break;
    }
    each.cpuSeconds += cpuSeconds() - before;
    const { worlds, commands, best, bestLoss, bestEdge } = search;
    const progress = { kit: search.kit.name, worlds, commands, best, bestLoss, bestEdge, cpuSeconds: each.cpuSeconds };
    send({ progress });
  }
}
