// Limits of accounts over all nodes of a venue, counted by the leader: with the same rows as on each node, in windows of its own.
// These are empty when it becomes the leader, because it does not know what another leader has counted. Each node has first
// counted a request against what it received itself.

import type { Counts } from "@evermark/core";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { bucketName, RateLimits } from "./rate-limits.ts";

const ROWS = new Map(endpoints.map((row) => [bucketName(row), row]));

export class SharedLimits {
  readonly #limits: RateLimits;

  /** @param now as for `RateLimits` */
  constructor(factor: number, now?: () => number) {
    this.#limits = new RateLimits(factor, undefined, now);
  }

  /**
   * Counts a request. A bucket that this program does not know comes from a newer node, and is not counted here.
   * @returns 0 when it fits, else the milliseconds until it would
   */
  take({ account, limits }: Counts): number {
    for (const { bucket, requests } of limits) {
      const row = ROWS.get(bucket);
      const waitMs = row === undefined ? 0 : this.#limits.takeOrWait(this.#limits.bucket(row), account, requests);
      if (waitMs > 0) return waitMs;
    }
    return 0;
  }
}
