// In a venue of several nodes any node may answer: a signer must find on every node what it has learned from another.

import type { Venue } from "../venue.ts";
import { refusalOf } from "../wire/api-error.ts";

/** Waits until the engine has everything that any client was ever answered; at once on a single node. @throws {ApiError} -1000 */
export async function requireUpToDate(venue: Venue): Promise<void> {
  const waits = venue.upToDate();
  const why = waits === null ? null : await waits;
  if (why !== null) throw refusalOf({ unavailable: why });
}
