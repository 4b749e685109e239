// Finds the engine's number of a builder by its id on the wire.

import type { Venue } from "../../venue.ts";
import { invalid } from "../../wire/api-error.ts";

/** @throws {ApiError} -1005 when no account was opened under the id and no operator has added it */
export function namedBroker(venue: Venue, brokerId: string): number {
  const broker = venue.engine.findBroker(brokerId);
  if (broker < 0) throw invalid(`invalid broker_id ${brokerId}`);
  return broker;
}

/** The ids of all builders, or only the given one. @throws {ApiError} as `namedBroker` */
export function listedBrokers(venue: Venue, brokerId: string | undefined): readonly string[] {
  if (brokerId === undefined) return venue.engine.brokerIds;
  namedBroker(venue, brokerId);
  return [brokerId];
}
