// Sends many commands in windows, so that an order waits for one window at most.

import { isUnavailable, type Sequencer, type Submitted, type Unstamped } from "@evermark/core";

/** By measurement, windows of this size take longer to apply than to make durable. */
const WINDOW = 256;

/** The venue accepts no commands for now: the work is repeated later. */
export class VenueUnavailable extends Error {}

/**
 * Sends in order.
 * @returns the answer to each
 * @throws {VenueUnavailable} when one could not be made durable; others may have been
 */
export async function sendAll(sequencer: Sequencer, commands: readonly Unstamped[]): Promise<Submitted[]> {
  const answers: Submitted[] = [];
  for (let first = 0; first < commands.length; first += WINDOW) {
    const window = commands.slice(first, first + WINDOW).map((command) => sequencer.send(command));
    for (const answer of await Promise.all(window)) {
      if (isUnavailable(answer)) throw new VenueUnavailable(answer.unavailable);
      answers.push(answer);
    }
  }
  return answers;
}
