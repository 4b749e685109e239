// Changes in `engine/memory/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const memory: readonly Explanation[] = [
  ...inFile("engine/memory/account/keys-by-account.ts", [
    {
      operator: "number",
      line: "const larger = new Int32Array(Math.max(needed + 1, places.length * 2)).fill(NONE);",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
  ]),
  ...inFile("engine/memory/account/keys.ts", [
    {
      operator: "number",
      line: "const NO_OWNER = 0;",
      why: "any number will do that is the same for every key: it is written and sought by this name alone",
    },
  ]),
  ...inFile("engine/memory/account/signed-requests.ts", [
    {
      operator: "number",
      line: "return signedAt <= (this.#owners.get(owner)?.forgotten ?? 0);",
      why: "no request was signed when 1970 began, or before",
    },
  ]),
  ...inFile("engine/memory/account/touched.ts", [
    {
      operator: "comparison",
      line: "for (let n = 0; n < this.#size; n++) this.#isMarked[this.#accounts[n]!] = 0;",
      why: "behind the last stands none, or one whose mark is gone already",
    },
    {
      operator: "number",
      line: "const length = Math.max(least, this.#isMarked.length * 2);",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
    {
      operator: "number",
      line: "if (account >= this.#isMarked.length) this.#grow(account + 1);",
      after: "if (account >= this.#isMarked.length) this.#grow(account + 2);",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
  ]),
  ...inFile("engine/memory/algo-order/algo-orders.ts", [
    {
      operator: "comparison",
      line: "const after = roots.findIndex((other) => other.id > root.id);",
      why: "no two algo orders have one id",
    },
  ]),
  ...inFile("engine/memory/algo-order/trailing.ts", [
    {
      operator: "comparison",
      line: "if (sell ? best > order.extremePrice : best < order.extremePrice) order.extremePrice = best;",
      why: "the extreme that is equal is the same",
    },
  ]),
  ...inFile("engine/memory/algo-order/trigger-list.ts", [
    {
      operator: "check",
      line: "if (known !== null && known.rising === prices.rising && known.falling === prices.falling) return known.isDue;",
      why: "what is looked for again is found as it was",
    },
  ]),
  ...inFile("engine/memory/liquidation/debts.ts", [
    {
      line: "return before > 0 || owed > 0;",
      after: [
        "return before >= 0 || owed > 0;",
        "return before > (-1) || owed > 0;",
        "return before > 0 || owed >= 0;",
        "return before > 0 || owed > (-1);",
      ],
      why: "a look more at what the fund has finds it as it was",
    },
    {
      operator: "term",
      line: "return before > 0 || owed > 0;",
      after: "return (before > 0);",
      why: "every command but those of orders counts anew, and no fill makes one owe who did not (mayCloseTo)",
    },
    {
      line: "return !this.isCounted || this.total > 0;",
      after: ["return !this.isCounted || this.total >= 0;", "return !this.isCounted || this.total > (-1);"],
      why: "a look more at who owes finds what it found",
    },
  ]),
  ...inFile("engine/memory/liquidation/purses.ts", [
    {
      line: "if (before === 0 || before > 0 === arrived > 0) return worth + brought;",
      after: [
        "if (before === 0 || before >= 0 === arrived > 0) return worth + brought;",
        "if (before === 0 || before > (-1) === arrived > 0) return worth + brought;",
        "if (before === 0 || before > 0 === arrived >= 0) return worth + brought;",
        "if (before === 0 || before > 0 === arrived > (-1)) return worth + brought;",
      ],
      why: "where nothing is held the first half decides, and what changes hands is never no lots",
    },
    {
      operator: "term",
      line: "if (before === 0 || before > 0 === arrived > 0) return worth + brought;",
      after: "if ((before > 0 === arrived > 0)) return worth + brought;",
      why: "without a position the purse is empty: all that is brought is what it holds then",
    },
    {
      line: "if (after === 0) return 0;",
      after: ["if (false) return 0;", "if (after === (-1)) return 0;", "if (after === 0) return (-1);"],
      why: "of nothing that is left, either part is nothing",
    },
    {
      line: "if (after > 0 === before > 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
      after: [
        "if (after >= 0 === before > 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
        "if (after > (-1) === before > 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
        "if (after > 0 === before >= 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
        "if (after > 0 === before > (-1)) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
      ],
      why: "neither is nothing here",
    },
  ]),
  ...inFile("engine/memory/liquidation/reach.ts", [
    {
      operator: "rounding",
      line: "const highest = Math.ceil((market.parameters.quoteMax * 4) / market.tickE8);",
      why: "a mark is at most twice the index, so nothing between twice and four times of the highest price matters",
    },
    {
      operator: "number",
      line: "const highest = Math.ceil((market.parameters.quoteMax * 4) / market.tickE8);",
      why: "a mark is at most twice the index, so nothing between twice and six times of the highest price matters",
    },
    {
      operator: "number",
      line: "let low = 0;",
      why: "wherever the search begins below it, what is found is the last that holds",
    },
    {
      operator: "number",
      line: "const middle = Math.ceil((low + high) / 2);",
      after: "const middle = Math.ceil((low + high) / 3);",
      why: "wherever the range is divided, what is found is the last that holds",
    },
    {
      operator: "comparison",
      line: "if (ratios.maintenance(middle) <= HALF) low = middle;",
      why: "a reach that is a micro shorter is one as well",
    },
  ]),
  ...inFile("engine/memory/liquidation/watched-ranges.ts", [
    {
      operator: "comparison",
      line: "if (rows <= ofRow.length) return;",
      why: "made anew with as much room, it has what it had",
    },
    {
      operator: "number",
      line: "readonly range: SafeRange = { low: 0, high: 0 };",
      why: "filled for each position before it is read",
    },
  ]),
  ...inFile("engine/memory/market/ladder.ts", [
    {
      operator: "number",
      line: "#heights = 0;",
      why: "set when the first leaf comes, and not read before: an empty ladder answers by its size",
    },
    {
      operator: "comparison",
      line: "if (this.#size > 1 && (this.#falls ? price < this.#bestPrice : price > this.#bestPrice)) return;",
      after: [
        "if (this.#size > 1 && (this.#falls ? price <= this.#bestPrice : price > this.#bestPrice)) return;",
        "if (this.#size > 1 && (this.#falls ? price < this.#bestPrice : price >= this.#bestPrice)) return;",
      ],
      why: "a price that is added is not there yet",
    },
    {
      line: "if (this.#size === 0) return NONE;",
      after: ["if (false) return NONE;", "if (this.#size === (-1)) return NONE;"],
      why: "without any price no word has a bit: none is found, only later",
    },
    { operator: "number", line: "#root = 0;", why: "set when the first leaf comes, and not read before" },
    { operator: "number", line: "#bestPrice = 0;", why: "set when the first price comes, and not read before" },
    {
      operator: "number",
      line: "#key: readonly [number, number] = [0, 1];",
      why: "where a key begins to be sought shows nowhere, as long as it is the same place each time",
    },
    {
      line: "if ((this.#leavesUsed + 1) * LEAF > this.#pool.length) {",
      after: [
        "if (((this.#leavesUsed + 1) * LEAF) >= this.#pool.length) {",
        "if ((this.#leavesUsed + 2) * LEAF > this.#pool.length) {",
      ],
      why: "more room is taken a little earlier",
    },
    {
      operator: "number",
      line: "return (key | 0) === key ? key >> 5 : Math.floor(key / WIDTH);",
      after: [
        "return (key | 1) === key ? key >> 5 : Math.floor(key / WIDTH);",
        "return (key | (-1)) === key ? key >> 5 : Math.floor(key / WIDTH);",
      ],
      why: "only which way a price is divided: both give the same",
    },
  ]),
  ...inFile("engine/memory/market/margin-ratios.ts", [
    {
      operator: "number",
      line: ["#ratio = 0;", "#baseNotional = 0;", "#share = 0;", "#maxNotional = 0;"],
      why: "no market has the leverage that is named beside it: all four are set before the first of them is read",
    },
    {
      operator: "check",
      line: "if (ratio - estimate > margin && estimate - (ratio - 1) > margin) return ratio;",
      why: "big integers come to the same, only slower",
    },
    {
      operator: "comparison",
      line: "if (ratio - estimate > margin && estimate - (ratio - 1) > margin) return ratio;",
      why: "the margin is many times the error of the estimate: at its bound both ways come to the same",
    },
    {
      operator: "number",
      line: "return notional <= this.#baseNotional ? notional * this.#share + 1 : this.initialMargin(leverage, notional);",
      after:
        "return notional <= this.#baseNotional ? notional * this.#share + 2 : this.initialMargin(leverage, notional);",
      why: "a bound that is a micro wider is a bound as well: the exact way decides a little more often",
    },
    {
      operator: "rounding",
      line: "const ratio = Math.ceil(estimate);",
      why: "one too low lies on the wrong side of the estimate, and then big integers decide from two below it on",
    },
    {
      operator: "check",
      line: "if (known !== undefined) return known;",
      why: "the terms of a leverage are made from its market's parameters alone, again as they were",
    },
    {
      operator: "check",
      line: "if (leverage === this.#leverage) return;",
      why: "what is set below is what was set for this leverage before",
    },
    {
      operator: "check",
      line: "if (notional <= this.#baseNotional) return this.#ratio;",
      why: "up to there the curve is not above the ratio, and the larger of the two is taken",
    },
    {
      operator: "check",
      line: "if (notional <= this.#maintenanceBase) return baseMmr;",
      why: "up to there the curve is not above `base_mmr`, and the larger of the two is taken",
    },
    {
      operator: "statement",
      line: "this.#terms[leverage] = terms;",
      why: "the terms of a leverage are made from its market's parameters alone, again as they were",
    },
    {
      operator: "number",
      line: "const middle = (low + high + 1n) / 2n;",
      after: "const middle = (low + high + 2n) / 2n;",
      why: "above `low` and no more than `high` it is as well, and wherever the range is divided, what is found is the last that fits",
    },
    { operator: "comparison", line: "let y = n < 1 ? 1 : Math.sqrt(Math.sqrt(n));", why: "the root of one is one" },
    {
      operator: "comparison",
      line: "return notional * ratio < PRODUCT_MAX ? mulDivCeil(notional, ratio, E10) : Number.MAX_SAFE_INTEGER;",
      why: "next to the bound is no margin that any account could have",
    },
    {
      operator: "comparison",
      line: "if (notional <= this.#maintenanceBase) return baseMmr;",
      why: "at the bound the curve is not above `base_mmr`, and the larger of the two is taken",
    },
    {
      operator: "comparison",
      line: "if (notional <= this.#baseNotional) return this.#ratio;",
      why: "at the bound the curve is not above the ratio, and the larger of the two is taken",
    },
    {
      operator: "term",
      line: "if (notional === 0 || num === 0) return 0;",
      after: "if ((notional === 0)) return 0;",
      why: "big integers come to 0 as well, only slower",
    },
  ]),
  ...inFile("engine/memory/market/market.ts", [
    {
      operator: "number",
      line: "readonly band: PriceBand = { buyMax: 0, buyMin: 0, sellMin: 0, sellMax: 0 };",
      why: "set with the first price of the market, and not read before",
    },
  ]),
  ...inFile("engine/memory/order/client-orders.ts", [
    {
      operator: "check",
      line: "if (row === NONE) return false;",
      why: "before the first row of the table stand no bytes, which are no terms",
    },
  ]),
  ...inFile("engine/memory/order/hot-reports.ts", [
    { why: "what a report begins with is overwritten before it is emitted: each field, each time" },
  ]),
  ...inFile("engine/memory/order/match.ts", [
    {
      operator: "number",
      line: [
        "lots: Lots = 0;",
        "price: Ticks = 0;",
        "notional: Micros = 0;",
        "userFee: Micros = 0;",
        "tagFee: Micros = 0;",
        "tagRate: FeeE5 = 0;",
        "fee: Micros = 0;",
        "realized: Micros = 0;",
        "marginChange: Micros = 0;",
      ],
      why: "what a fill begins with is overwritten before it is read",
    },
    {
      operator: "number",
      line: ["bound: Ticks = 0;", "price: Ticks = 0;", "quantity: Lots = 0;"],
      why: "what a match begins with is overwritten before it is read",
    },
  ]),
  ...inFile("engine/memory/order/order-index.ts", [
    {
      operator: "comparison",
      line: "if (capacity > this.#slots.length) this.#grow(capacity);",
      after: "if (capacity >= this.#slots.length) this.#grow(capacity);",
      why: "an index that is made anew with as much room finds what it found",
    },
    { operator: "number", line: "#size = 0;", after: "#size = 1;", why: "more room is taken a little earlier" },
    {
      line: "if (this.#size * 2 > this.#mask) this.#grow(this.#slots.length * 2);",
      after: [
        "if ((this.#size * 2) >= this.#mask) this.#grow(this.#slots.length * 2);",
        "if (this.#size * 3 > this.#mask) this.#grow(this.#slots.length * 2);",
      ],
      why: "more room is taken a little earlier",
    },
    {
      operator: "comparison",
      line: "while (orders * 2 > capacity) capacity *= 2;",
      why: "more room is taken a little earlier",
    },
    {
      operator: "number",
      line: "while (orders * 2 > capacity) capacity *= 2;",
      after: ["while (orders * 3 > capacity) capacity *= 2;", "while (orders * 1 > capacity) capacity *= 2;"],
      why: "how much is taken at once shows nowhere: what is added takes more as it needs it",
    },
    {
      operator: "statement",
      line: "this.#size--;",
      why: "what is found is found in a larger index as well: it only takes more room than it needs",
    },
  ]),
  ...inFile("engine/memory/order/proposed-order.ts", [
    {
      why: "what a proposed order begins with is overwritten before it is read: each field, by each placement and amendment that reads it",
    },
  ]),
  ...inFile("engine/memory/order/until-disconnect.ts", [
    {
      operator: ["side", "number"],
      line: "this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#ids.size);",
      why: "when ids of orders that have ended are forgotten shows nowhere",
    },
    {
      operator: ["check", "comparison"],
      line: "if (this.#ids.size < this.#sweepAt) return;",
      why: "when ids of orders that have ended are forgotten shows nowhere",
    },
    {
      operator: "number",
      line: "const SWEEP_AT_LEAST = 1_024;",
      why: "when ids of orders that have ended are forgotten shows nowhere",
    },
  ]),
  ...inFile("engine/memory/position/margin-bounds.ts", [
    {
      line: "const CHANGES_MAX = 1_000;",
      why: "each change widens the bound by what it may have cost; when the sum is made anew shows nowhere",
    },
    {
      operator: "number",
      line: "const ROUNDING = 4;",
      after: "const ROUNDING = 5;",
      why: "a bound that gives way by more is a bound as well: the exact way decides a little more often",
    },
    {
      operator: "number",
      line: "const NUMBERS = 3;",
      after: "const NUMBERS = 4;",
      why: "more room for each account, of which the rest is not used",
    },
    {
      operator: "number",
      line: "const ROW_NUMBERS = 2;",
      after: "const ROW_NUMBERS = 3;",
      why: "more room for each row, of which the rest is not used",
    },
    {
      operator: "number",
      line: "readonly marks = { moves: 1 };",
      after: "readonly marks = { moves: 2 };",
      why: "any number will do but 0, which is for never",
    },
    {
      operator: "number",
      line: ["#numbers = sharedNumbers(16 * NUMBERS);", "#rowNumbers = sharedNumbers(16 * ROW_NUMBERS);"],
      why: "how much room it begins with shows nowhere",
    },
    {
      operator: "number",
      line: "if (row * ROW_INTS >= this.#rowInts.length) this.#roomForRows(row + 1);",
      after: "if (row * ROW_INTS >= this.#rowInts.length) this.#roomForRows(row + 2);",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
    {
      operator: "number",
      line: "if (account * INTS >= this.#ints.length) this.#roomForAccounts(account + 1);",
      after: ["if (account * INTS >= this.#ints.length) this.#roomForAccounts(account + 2);"],
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
    {
      operator: "comparison",
      line: "this.#ints[account * INTS + CHANGES]! > CHANGES_MAX",
      why: "each change widens the bound by what it may have cost; when the sum is made anew shows nowhere",
    },
    {
      operator: "number",
      line: "return this.#numbers[account * NUMBERS + SUM]! - term - ROUNDING * (1 + this.#ints[account * INTS + CHANGES]!);",
      after:
        "return this.#numbers[account * NUMBERS + SUM]! - term - ROUNDING * (2 + this.#ints[account * INTS + CHANGES]!);",
      why: "a bound that gives way by more is a bound as well: the exact way decides a little more often",
    },
    {
      operator: "term",
      line: "return first === NONE || (first === without && this.#rowInts[first * ROW_INTS + NEXT_CHANGED] === NONE);",
      after: "return (first === NONE);",
      why: "what is followed although only the row that is left out has changed comes to the same",
    },
    {
      operator: "comparison",
      line: "if (rows.used * ROW_INTS > this.#rowInts.length) this.#roomForRows(rows.used);",
      why: "made anew with as much room, it has what it had",
    },
    {
      operator: "number",
      line: "let changes = 0;",
      after: "let changes = 1;",
      why: "a bound that gives way by more is a bound as well: the exact way decides a little more often",
    },
    {
      operator: "number",
      line: "const to = sharedNumbers(Math.max(least, from.length * 2));",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
  ]),
  ...inFile("engine/memory/position/rows.ts", [
    {
      operator: "term",
      line: "while (after !== NONE && this.market(after) * 2 + this.isolated(after) < rank) {",
      after: "while (after !== NONE && (this.market(after) * 2) < rank) {",
      why: "of a market's two rows none is entered twice, and its cross one stands before its isolated one either way",
    },
    {
      operator: "number",
      line: "const MARKETS_MAX = 65_536;",
      why: "as long as it is more than there are markets, no two rows have one place",
    },
    {
      operator: "comparison",
      line: "while (after !== NONE && this.market(after) * 2 + this.isolated(after) < rank) {",
      after: "while (after !== NONE && (this.market(after) * 2 + this.isolated(after)) <= rank) {",
      why: "no two rows of an account have one place",
    },
  ]),
  ...inFile("engine/memory/snapshot.ts", [
    {
      line: [
        "const texts = (keys.count + depositReferences.count + clientOrders.count) * 192;",
        "return (1 << 16) + accounts.used * 512 + rows.used * 256 + orders.used * 256 + texts;",
      ],
      why: "only the room that a writer begins with: it takes more as it needs it",
    },
  ]),
];
