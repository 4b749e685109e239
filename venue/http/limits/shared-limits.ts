// Limits of accounts over all nodes of a venue, as the node that leads counts them: by the same rows, in windows of its own. They are
// empty when it leads for the first time, for what another leader has counted is not known here. Each node has counted a request before
// by what came to itself.

import type { Counts } from "@evermark/core";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { bucketName, RateLimits } from "./rate-limits.ts";

const ROWS = new Map(endpoints.map((row) => [bucketName(row), row]));

export class SharedLimits {
  readonly #limits: RateLimits;

  /** @param now as `RateLimits` has it */
  constructor(factor: number, now?: () => number) {
    this.#limits = new RateLimits(factor, undefined, now);
  }

  /**
   * Counts a request. A bucket that this program does not know is one of a newer node: it is counted there.
   * @returns 0 when it fits, else after how many ms it would
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
