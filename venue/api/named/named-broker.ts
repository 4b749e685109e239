// From a builder's id on the wire to the engine's number of the builder.

import type { Venue } from "../../venue.ts";
import { invalid } from "../../wire/api-error.ts";

/** @throws {ApiError} -1005 when no account was opened under it and no operator has named it */
export function namedBroker(venue: Venue, brokerId: string): number {
  const broker = venue.engine.findBroker(brokerId);
  if (broker < 0) throw invalid(`invalid broker_id ${brokerId}`);
  return broker;
}

/** The ids of all builders, or of the one that is named. @throws {ApiError} as `namedBroker` */
export function listedBrokers(venue: Venue, brokerId: string | undefined): readonly string[] {
  if (brokerId === undefined) return venue.engine.brokerIds;
  namedBroker(venue, brokerId);
  return [brokerId];
}
