// From a builder's id on the wire to the engine's number of the builder.

import { invalid } from "../api-error.ts";
import type { Venue } from "../venue.ts";

/** @throws {ApiError} -1005 when nobody has opened an account under it and no operator has named it */
export function namedBroker(venue: Venue, brokerId: string): number {
  const broker = venue.engine.findBroker(brokerId);
  if (broker < 0) throw invalid(`invalid broker_id ${brokerId}`);
  return broker;
}

/** The ids of all builders, or of the one that is named, if there is such a one. */
export function listedBrokers({ engine }: Venue, brokerId: string | undefined): string[] {
  return engine.brokerIds.filter((id) => brokerId === undefined || id === brokerId);
}
