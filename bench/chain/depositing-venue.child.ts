// A venue that follows a vault from the block in which it was deployed, and reports how long that took.

import { assert, feeE5 } from "@evermark/engine";
import { accepted, type BenchVenue, openBenchVenue, type VenueOpening } from "../processes/bench-venue.ts";
import { serveParent } from "../processes/child-process.ts";

export interface CatchUp {
  readonly opening: VenueOpening;
  /** The sum of all deposits, in millionths. */
  readonly total: number;
}

const LOOK_MS = 2;

let opened: BenchVenue | undefined;

serveParent<CatchUp>(
  async ({ opening, total }): Promise<number> => {
    await begin(opening);
    opened = await openBenchVenue(opening);
    const { engine } = opened.running.venue;
    const startedAt = performance.now();
    while (engine.funds.chainCustody < total) await Bun.sleep(LOOK_MS);
    const seconds = (performance.now() - startedAt) / 1_000;
    assert(engine.funds.chainCustody === total, "each deposit is credited once", {
      credited: engine.funds.chainCustody,
      total,
    });
    return seconds;
  },
  async () => opened?.running.stop(),
);

/** The users who made the deposits; their accounts exist before the venue begins to follow the chain. */
async function begin({ directory }: VenueOpening): Promise<void> {
  const { running } = await openBenchVenue({ directory, accounts: [] });
  await accepted(running.venue, { type: "add_broker", brokerId: "demo", takerFee: feeE5(60), makerFee: feeE5(20) });
  await running.stop();
}
