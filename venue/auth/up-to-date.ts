// A venue of several nodes answers by any of them: what a signer knows from one holds at the others.

import type { Venue } from "../venue.ts";
import { refusalOf } from "../wire/api-error.ts";

/** Returns once the engine has all that any client was answered before; at once where no other node answers. @throws {ApiError} -1000 */
export async function requireUpToDate(venue: Venue): Promise<void> {
  const waits = venue.upToDate();
  const why = waits === null ? null : await waits;
  if (why !== null) throw refusalOf({ unavailable: why });
}
