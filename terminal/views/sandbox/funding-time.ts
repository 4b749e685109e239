// How far away the next funding is, by the venue's own time.

import type { Client } from "@evermark/client";

/** A payment happens at its time; a second later it is on record. */
const AFTER_MS = 1_000;

/** How long a moved clock may take: the venue goes through every second of the way. */
export const PATIENCE = { timeoutMs: 300_000 } as const;

export async function untilFunding(client: Client, symbol: string): Promise<number> {
  const { next_funding_time } = await client.funding.getFundingRate({ symbol });
  return Math.max(0, next_funding_time - client.rest.clock.now()) + AFTER_MS;
}
