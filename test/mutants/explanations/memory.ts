// What nothing can show in `engine/memory/`.

import type { Explanation } from "../explained.ts";

export const memory: readonly Explanation[] = [
  {
    file: "engine/memory/order/order-index.ts",
    operator: "comparison",
    line: "if (capacity > this.#slots.length) this.#grow(capacity);",
    after: "if (capacity >= this.#slots.length) this.#grow(capacity);",
    why: "an index that is made anew with as much room finds what it found",
  },
  {
    file: "engine/memory/order/hot-reports.ts",
    why: "what a report begins with is overwritten before it is emitted: each field, each time",
  },
  {
    file: "engine/memory/position/margin-bounds.ts",
    line: "const CHANGES_MAX = 1_000;",
    why: "each change widens the bound by what it may have cost; when the sum is made anew shows nowhere",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "check",
    line: "if (ratio - estimate > margin && estimate - (ratio - 1) > margin) return ratio;",
    why: "big integers come to the same, only slower",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "comparison",
    line: "if (ratio - estimate > margin && estimate - (ratio - 1) > margin) return ratio;",
    why: "the margin is many times the error of the estimate: at its bound both ways come to the same",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "number",
    line: "return notional <= this.#baseNotional ? notional * this.#share + 1 : this.initialMargin(leverage, notional);",
    after:
      "return notional <= this.#baseNotional ? notional * this.#share + 2 : this.initialMargin(leverage, notional);",
    why: "a bound that is a micro wider is a bound as well: the exact way decides a little more often",
  },
  {
    file: "engine/memory/algo-order/trigger-list.ts",
    operator: "check",
    line: "if (known !== null && known.rising === prices.rising && known.falling === prices.falling) return known.isDue;",
    why: "what is looked for again is found as it was",
  },
  {
    file: "engine/memory/snapshot.ts",
    line: "const texts = (keys.count + depositReferences.count + clientOrders.count) * 192;",
    why: "only the room that a writer begins with: it takes more as it needs it",
  },
  {
    file: "engine/memory/snapshot.ts",
    line: "return (1 << 16) + accounts.used * 512 + rows.used * 256 + orders.used * 256 + texts;",
    why: "only the room that a writer begins with: it takes more as it needs it",
  },
  {
    file: "engine/memory/account/keys.ts",
    operator: "number",
    line: "const NO_OWNER = 0;",
    why: "any number will do that is the same for every key: it is written and sought by this name alone",
  },
  {
    file: "engine/memory/market/ladder.ts",
    operator: "number",
    line: "#heights = 0;",
    why: "set when the first leaf comes, and not read before: an empty ladder answers by its size",
  },
  {
    file: "engine/memory/liquidation/reach.ts",
    operator: "rounding",
    line: "const highest = Math.ceil((market.parameters.quoteMax * 4) / market.tickE8);",
    why: "a mark is at most twice the index, so nothing between twice and four times of the highest price matters",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "rounding",
    line: "const ratio = Math.ceil(estimate);",
    why: "one too low lies on the wrong side of the estimate, and then big integers decide from two below it on",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "check",
    line: "if (known !== undefined) return known;",
    why: "the terms of a leverage are made from its market's parameters alone, again as they were",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "check",
    line: "if (leverage === this.#leverage) return;",
    why: "what is set below is what was set for this leverage before",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "check",
    line: "if (notional <= this.#baseNotional) return this.#ratio;",
    why: "up to there the curve is not above the ratio, and the larger of the two is taken",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "check",
    line: "if (notional <= this.#maintenanceBase) return baseMmr;",
    why: "up to there the curve is not above `base_mmr`, and the larger of the two is taken",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "statement",
    line: "this.#terms[leverage] = terms;",
    why: "the terms of a leverage are made from its market's parameters alone, again as they were",
  },
  {
    file: "engine/memory/order/proposed-order.ts",
    why: "what a proposed order begins with is overwritten before it is read: each field, by each placement and amendment that reads it",
  },
  {
    file: "engine/memory/order/until-disconnect.ts",
    operator: "side",
    line: "this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#ids.size);",
    why: "when ids of orders that have ended are forgotten shows nowhere",
  },
  {
    file: "engine/memory/order/until-disconnect.ts",
    operator: "number",
    line: "this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#ids.size);",
    why: "when ids of orders that have ended are forgotten shows nowhere",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "number",
    line: "const middle = (low + high + 1n) / 2n;",
    after: "const middle = (low + high + 2n) / 2n;",
    why: "above `low` and no more than `high` it is as well, and wherever the range is divided, what is found is the last that fits",
  },
  {
    file: "engine/memory/account/touched.ts",
    operator: "number",
    line: "#accounts = new Int32Array(16);",
    why: "list and marks begin with the same room, and both grow with the marks",
  },
  {
    file: "engine/memory/digest.ts",
    operator: "number",
    line: "const number = new Float64Array(1);",
    after: "const number = new Float64Array(2);",
    why: "only the first of them is used",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "comparison",
    line: "let y = n < 1 ? 1 : Math.sqrt(Math.sqrt(n));",
    why: "the root of one is one",
  },
  {
    file: "engine/memory/account/touched.ts",
    operator: "comparison",
    line: "for (let n = 0; n < this.#size; n++) this.#isMarked[this.#accounts[n]!] = 0;",
    why: "behind the last stands none, or one whose mark is gone already",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "comparison",
    line: "return notional * ratio < PRODUCT_MAX ? mulDivCeil(notional, ratio, E10) : Number.MAX_SAFE_INTEGER;",
    why: "next to the bound is no margin that any account could have",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "comparison",
    line: "if (notional <= this.#maintenanceBase) return baseMmr;",
    why: "at the bound the curve is not above `base_mmr`, and the larger of the two is taken",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "comparison",
    line: "if (notional <= this.#baseNotional) return this.#ratio;",
    why: "at the bound the curve is not above the ratio, and the larger of the two is taken",
  },
  {
    file: "engine/memory/market/margin-ratios.ts",
    operator: "term",
    line: "if (notional === 0 || num === 0) return 0;",
    after: "if ((notional === 0)) return 0;",
    why: "big integers come to 0 as well, only slower",
  },
];
