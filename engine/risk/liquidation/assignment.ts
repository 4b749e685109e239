// Assigns an unclaimed offer to the designated liquidator, so that a liquidation completes on a venue without
// liquidators. Rules 7.5.

import type { Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Liquidation, Offer } from "../../memory/liquidation/liquidations.ts";
import type { State } from "../../memory/state.ts";
import { holdingsOf } from "../../money/margin/account-figures.ts";
import { sortSubjects } from "../../permissions/subjects.ts";
import { refreshLiquidation } from "./check.ts";
import { handOver } from "./handover.ts";

const CLAIM_WINDOW_MS = 10_000;

/** Hands over every offer whose claim window has passed. The effects of each hand-over are applied before the next. */
export function assignUnclaimed(state: State, out: Listener): void {
  const { open } = state.liquidations;
  for (const subject of sortSubjects(state, open.keys())) {
    const running = open.get(subject)!;
    // Something earlier in this tick, such as a delisting, may have closed or cured what was offered.
    refreshLiquidation(state, running, out);
    for (const offer of [...running.offers]) {
      if (isDue(state, offer) && running.offers.includes(offer)) assign(state, running, offer, out);
    }
  }
}

function isDue(state: State, offer: Offer): boolean {
  return offer.rows.length > 0 && offer.startedAt + CLAIM_WINDOW_MS <= state.now;
}

function assign(state: State, of: Liquidation, offer: Offer, out: Listener): void {
  const takes = holdingsOf(state, of.subject)
    .filter(({ row }) => offer.rows.includes(row))
    .map((holding) => ({ holding, lots: Math.abs(offer.quantities[offer.rows.indexOf(holding.row)]!) }));
  handOver(state, { of, offer, takes, taker: INSURANCE, assigned: true }, out);
  refreshLiquidation(state, of, out);
}
