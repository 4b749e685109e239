// The time until the next funding, on the venue's clock.

import type { Client } from "@evermark/client";

/** A payment is on record a second after its time. */
const AFTER_MS = 1_000;

/** Time limit for moving the clock: the venue goes through every second on the way. */
export const PATIENCE = { timeoutMs: 300_000 } as const;

export async function untilFunding(client: Client, symbol: string): Promise<number> {
  const { next_funding_time } = await client.funding.getFundingRate({ symbol });
  return Math.max(0, next_funding_time - client.rest.clock.now()) + AFTER_MS;
}
