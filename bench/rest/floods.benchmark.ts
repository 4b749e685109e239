// How long honest orders wait during each of the hostile client's floods, compared with the same traders' orders before
// it in the same run. The floods and the traders both come from test/attack/, which judges by the same figures. Floods
// of ordinary requests are also compared with a server that does nothing: the time of its answers during the same flood
// is the machine's share.

import { baselineOf, beside, type Phase } from "../../test/attack/floods/flood-measurement.ts";
import { floods as all } from "../../test/attack/floods/floods.ts";
import { startVenue } from "../../test/witness/venue-process.ts";
import { ratioAtMost } from "../figures/budget.ts";
import { type Benchmark, figureOf } from "../figures/measure.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";

const RUNS = 3;
/** One flood of requests that is also compared with a bare server, and one of streams. */
const QUICK = ["requests", "frames"];
const WAYS = [
  ["rest", "REST"],
  ["stream", "streams"],
] as const;

export const floods: Benchmark = {
  name: "floods",
  about: "p99 of honest orders beside each flood of the hostile client, over REST and over streams",
  load: { seconds: 3 },
  quickLoad: { seconds: 0.2 },
  onRequest: true,
  async run({ quick, load }, report, note) {
    const ms = load.seconds * 1_000;
    for (const [name, { isOrdinary }] of Object.entries(all)) {
      if (quick && !QUICK.includes(name)) continue;
      const found: { before: Phase; beside: Phase; baseline?: Phase }[] = [];
      await scratchDirectory(async (dataDirectory) => {
        await using venue = await startVenue({ dataDirectory, flags: ["--no-audit"] });
        for (let run = 0; run < (quick ? 1 : RUNS); run++) {
          const baseline = isOrdinary === true ? { baseline: await baselineOf(name, venue.url, ms) } : {};
          found.push({ ...(await beside(name, venue.url, venue.process.pid, ms)), ...baseline });
        }
      });
      for (const [way, shown] of WAYS) {
        const figure = `floods, ${name}, ${shown}`;
        const ours = found.map((each) => each.beside[way].p99);
        const before = found.map((each) => each.before[way].p99);
        report(figureOf(figure, "ms", "the same orders before", { ours, theirs: before }, ratioAtMost(3)));
        const bare = found.flatMap(({ baseline }) => (baseline === undefined ? [] : [baseline[way].p99]));
        if (bare.length > 0)
          report(figureOf(figure, "ms", "a bare server's answers beside it", { ours, theirs: bare }));
      }
      const harmed = found.map((each) => each.beside.lost + each.beside.refused - each.before.refused);
      const memory = found.map((each) => Math.round(each.beside.memoryBytes / 1_048_576));
      note(`${name}: orders lost or refused ${harmed.join(", ")}; memory in MiB ${memory.join(", ")}`);
    }
  },
};
