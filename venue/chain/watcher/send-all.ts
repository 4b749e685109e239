// Many commands at once, and yet not all of them: what an order has to wait for is at most one window.

import { isUnavailable, type Sequencer, type Submitted, type Unstamped } from "@evermark/core";

/** Measured: windows of this size take longer to be applied than to be made durable. */
const WINDOW = 256;

/** The venue takes no commands for now: what was begun is begun again later. */
export class VenueUnavailable extends Error {}

/**
 * In order.
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
