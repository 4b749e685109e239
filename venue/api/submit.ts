// From a handler to the sequencer and back: a command goes in, what became of it comes out.

import { refusalOf } from "../api-error.ts";
import { isUnavailable, type Submitted, type Unstamped, type Venue } from "../venue.ts";

/**
 * Submits a command now, in the same turn, so that commands submitted in a loop stay together in the journal.
 * @returns what the engine answered, its refusals included
 * @throws {ApiError} -1011 when the journal can't take the command; nothing happened then
 */
export function submit(venue: Venue, command: Unstamped): Promise<Submitted> {
  return new Promise((resolve, reject) => {
    venue.sequencer.submit(command, (result) => {
      if (isUnavailable(result)) reject(refusalOf(result));
      else resolve(result);
    });
  });
}

/**
 * Submits a command that must succeed.
 * @throws {ApiError} also what the engine refused
 */
export async function submitAccepted(venue: Venue, command: Unstamped): Promise<Submitted> {
  const result = await submit(venue, command);
  if (result.rejection !== null) throw refusalOf(result.rejection);
  return result;
}
