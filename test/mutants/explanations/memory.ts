// Changes in `engine/memory/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const memory: readonly Explanation[] = [
  ...inFile("engine/memory/account/keys-by-account.ts", [
    {
      operator: "number",
      line: "const larger = new Int32Array(Math.max(needed + 1, places.length * 2)).fill(NONE);",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
  ]),
  ...inFile("engine/memory/account/keys.ts", [
    {
      operator: "number",
      line: "const NO_OWNER = 0;",
      why: "any number works if it is the same for every key: it is written and searched for under this name alone",
    },
  ]),
  ...inFile("engine/memory/account/signed-requests.ts", [
    {
      operator: "number",
      line: "return signedAt <= (this.#owners.get(owner)?.forgotten ?? 0);",
      why: "no request was signed at or before the start of 1970",
    },
  ]),
  ...inFile("engine/memory/account/touched.ts", [
    {
      operator: "comparison",
      line: "for (let n = 0; n < this.#size; n++) this.#isMarked[this.#accounts[n]!] = 0;",
      why: "past the last entry there is nothing, or an account whose mark is already cleared",
    },
    {
      operator: "number",
      line: "const length = Math.max(least, this.#isMarked.length * 2);",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
    {
      operator: "number",
      line: "if (account >= this.#isMarked.length) this.#grow(account + 1);",
      after: "if (account >= this.#isMarked.length) this.#grow(account + 2);",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
  ]),
  ...inFile("engine/memory/algo-order/algo-orders.ts", [
    {
      operator: "comparison",
      line: "const after = roots.findIndex((other) => other.id > root.id);",
      why: "no two algo orders have the same id",
    },
  ]),
  ...inFile("engine/memory/algo-order/trailing.ts", [
    {
      operator: "comparison",
      line: "if (sell ? best > order.extremePrice : best < order.extremePrice) order.extremePrice = best;",
      why: "an equal extreme is the same extreme",
    },
  ]),
  ...inFile("engine/memory/algo-order/trigger-list.ts", [
    {
      operator: "check",
      line: "if (known !== null && known.rising === prices.rising && known.falling === prices.falling) return known.isDue;",
      why: "searching again gives the same result",
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
      why: "one more check of what the fund has finds it unchanged",
    },
    {
      operator: "term",
      line: "return before > 0 || owed > 0;",
      after: "return (before > 0);",
      why: "every command except those of orders recounts, and no fill puts an account into debt that was not (mayCloseTo)",
    },
    {
      line: "return !this.isCounted || this.total > 0;",
      after: ["return !this.isCounted || this.total >= 0;", "return !this.isCounted || this.total > (-1);"],
      why: "one more check of the debtors gives the same result",
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
      why: "without a position the first half of the condition decides, and the quantity that changes hands is never zero lots",
    },
    {
      operator: "term",
      line: "if (before === 0 || before > 0 === arrived > 0) return worth + brought;",
      after: "if ((before > 0 === arrived > 0)) return worth + brought;",
      why: "without a position the purse is empty: it then holds exactly what is brought",
    },
    {
      line: "if (after === 0) return 0;",
      after: ["if (false) return 0;", "if (after === (-1)) return 0;", "if (after === 0) return (-1);"],
      why: "when nothing is left, either part is zero",
    },
    {
      line: "if (after > 0 === before > 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
      after: [
        "if (after >= 0 === before > 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
        "if (after > (-1) === before > 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
        "if (after > 0 === before >= 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
        "if (after > 0 === before > (-1)) return mulDivFloor(worth, Math.abs(after), Math.abs(before));",
      ],
      why: "neither is zero here",
    },
  ]),
  ...inFile("engine/memory/liquidation/reach.ts", [
    {
      operator: "rounding",
      line: "const highest = Math.ceil((market.parameters.quoteMax * 4) / market.tickE8);",
      why: "a mark is at most twice the index, so nothing between two and four times the highest price matters",
    },
    {
      operator: "number",
      line: "const highest = Math.ceil((market.parameters.quoteMax * 4) / market.tickE8);",
      why: "a mark is at most twice the index, so nothing between two and six times the highest price matters",
    },
    {
      operator: "number",
      line: "let low = 0;",
      why: "wherever below it the search begins, it finds the last value that holds",
    },
    {
      operator: "number",
      line: "const middle = Math.ceil((low + high) / 2);",
      after: "const middle = Math.ceil((low + high) / 3);",
      why: "wherever the range is divided, the search finds the last value that holds",
    },
    {
      operator: "comparison",
      line: "if (ratios.maintenance(middle) <= HALF) low = middle;",
      why: "a reach that is a micro shorter is valid as well",
    },
  ]),
  ...inFile("engine/memory/liquidation/watched-ranges.ts", [
    {
      operator: "comparison",
      line: "if (rows <= ofRow.length) return;",
      why: "rebuilt with the same capacity, it holds the same entries",
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
      why: "set when the first leaf is added, and not read before: an empty ladder answers by its size",
    },
    {
      operator: "comparison",
      line: "if (this.#size > 1 && (this.#falls ? price < this.#bestPrice : price > this.#bestPrice)) return;",
      after: [
        "if (this.#size > 1 && (this.#falls ? price <= this.#bestPrice : price > this.#bestPrice)) return;",
        "if (this.#size > 1 && (this.#falls ? price < this.#bestPrice : price >= this.#bestPrice)) return;",
      ],
      why: "a price that is being added is not in the ladder yet",
    },
    {
      line: "if (this.#size === 0) return NONE;",
      after: ["if (false) return NONE;", "if (this.#size === (-1)) return NONE;"],
      why: "without any price no word has a bit set: nothing is found, only later",
    },
    { operator: "number", line: "#root = 0;", why: "set when the first leaf is added, and not read before" },
    { operator: "number", line: "#bestPrice = 0;", why: "set when the first price is added, and not read before" },
    {
      operator: "number",
      line: "#key: readonly [number, number] = [0, 1];",
      why: "no result depends on the slot where the search for a key starts, as long as it is always the same slot",
    },
    {
      line: "if ((this.#leavesUsed + 1) * LEAF > this.#pool.length) {",
      after: [
        "if (((this.#leavesUsed + 1) * LEAF) >= this.#pool.length) {",
        "if ((this.#leavesUsed + 2) * LEAF > this.#pool.length) {",
      ],
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "return (key | 0) === key ? key >> 5 : Math.floor(key / WIDTH);",
      after: [
        "return (key | 1) === key ? key >> 5 : Math.floor(key / WIDTH);",
        "return (key | (-1)) === key ? key >> 5 : Math.floor(key / WIDTH);",
      ],
      why: "this only chooses how a price is divided: both ways give the same result",
    },
  ]),
  ...inFile("engine/memory/market/margin-ratios.ts", [
    {
      operator: "number",
      line: ["#ratio = 0;", "#baseNotional = 0;", "#share = 0;", "#maxNotional = 0;"],
      why: "no market has the leverage that is the initial value: all four fields are set before the first of them is read",
    },
    {
      operator: "check",
      line: "if (ratio - estimate > margin && estimate - (ratio - 1) > margin) return ratio;",
      why: "big integers give the same result, only slower",
    },
    {
      operator: "comparison",
      line: "if (ratio - estimate > margin && estimate - (ratio - 1) > margin) return ratio;",
      why: "the margin is many times the error of the estimate: at its bound both ways give the same result",
    },
    {
      operator: "number",
      line: "return notional <= this.#baseNotional ? notional * this.#share + 1 : this.initialMargin(leverage, notional);",
      after:
        "return notional <= this.#baseNotional ? notional * this.#share + 2 : this.initialMargin(leverage, notional);",
      why: "a bound that is a micro wider is valid as well: the exact check only decides a little more often",
    },
    {
      operator: "rounding",
      line: "const ratio = Math.ceil(estimate);",
      why: "an estimate one too low is on the wrong side, and then big integers decide, starting two below it",
    },
    {
      operator: "check",
      line: "if (known !== undefined) return known;",
      why: "the terms of a leverage are derived from its market's parameters alone, and are the same again",
    },
    {
      operator: "check",
      line: "if (leverage === this.#leverage) return;",
      why: "the values set below are those already set for this leverage",
    },
    {
      operator: "check",
      line: "if (notional <= this.#baseNotional) return this.#ratio;",
      why: "up to there the curve is not above the ratio, and the larger of the two is used",
    },
    {
      operator: "check",
      line: "if (notional <= this.#maintenanceBase) return baseMmr;",
      why: "up to there the curve is not above `base_mmr`, and the larger of the two is used",
    },
    {
      operator: "statement",
      line: "this.#terms[leverage] = terms;",
      why: "the terms of a leverage are derived from its market's parameters alone, and are the same again",
    },
    {
      operator: "number",
      line: "const middle = (low + high + 1n) / 2n;",
      after: "const middle = (low + high + 2n) / 2n;",
      why: "it is still above `low` and at most `high`, and wherever the range is divided, the search finds the last value that fits",
    },
    { operator: "comparison", line: "let y = n < 1 ? 1 : Math.sqrt(Math.sqrt(n));", why: "the root of one is one" },
    {
      operator: "comparison",
      line: "return notional * ratio < PRODUCT_MAX ? mulDivCeil(notional, ratio, E10) : Number.MAX_SAFE_INTEGER;",
      why: "next to the bound the margin is more than any account could have",
    },
    {
      operator: "comparison",
      line: "if (notional <= this.#maintenanceBase) return baseMmr;",
      why: "at the bound the curve is not above `base_mmr`, and the larger of the two is used",
    },
    {
      operator: "comparison",
      line: "if (notional <= this.#baseNotional) return this.#ratio;",
      why: "at the bound the curve is not above the ratio, and the larger of the two is used",
    },
    {
      operator: "term",
      line: "if (notional === 0 || num === 0) return 0;",
      after: "if ((notional === 0)) return 0;",
      why: "big integers give 0 as well, only slower",
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
      why: "the slot before the first row of the table has no bytes, and so no terms",
    },
  ]),
  ...inFile("engine/memory/order/hot-reports.ts", [
    { why: "every initial value of a report is overwritten before the report is emitted: each field, each time" },
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
      why: "the initial values of a fill are overwritten before they are read",
    },
    {
      operator: "number",
      line: ["bound: Ticks = 0;", "price: Ticks = 0;", "quantity: Lots = 0;"],
      why: "the initial values of a match are overwritten before they are read",
    },
  ]),
  ...inFile("engine/memory/order/order-index.ts", [
    {
      operator: "comparison",
      line: "if (capacity > this.#slots.length) this.#grow(capacity);",
      after: "if (capacity >= this.#slots.length) this.#grow(capacity);",
      why: "an index rebuilt with the same capacity finds the same entries",
    },
    { operator: "number", line: "#size = 0;", after: "#size = 1;", why: "capacity only grows a little earlier" },
    {
      line: "if (this.#size * 2 > this.#mask) this.#grow(this.#slots.length * 2);",
      after: [
        "if ((this.#size * 2) >= this.#mask) this.#grow(this.#slots.length * 2);",
        "if (this.#size * 3 > this.#mask) this.#grow(this.#slots.length * 2);",
      ],
      why: "capacity only grows a little earlier",
    },
    {
      operator: "comparison",
      line: "while (orders * 2 > capacity) capacity *= 2;",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "while (orders * 2 > capacity) capacity *= 2;",
      after: ["while (orders * 3 > capacity) capacity *= 2;", "while (orders * 1 > capacity) capacity *= 2;"],
      why: "no result depends on the initial capacity: adding entries increases it as needed",
    },
    {
      operator: "statement",
      line: "this.#size--;",
      why: "a larger index finds the same entries: it only takes more room than it needs",
    },
  ]),
  ...inFile("engine/memory/order/proposed-order.ts", [
    {
      why: "the initial values of a proposed order are overwritten before they are read: each field, by each placement and amendment that reads it",
    },
  ]),
  ...inFile("engine/memory/order/until-disconnect.ts", [
    {
      operator: ["side", "number"],
      line: "this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#ids.size);",
      why: "no result depends on when the ids of ended orders are forgotten",
    },
    {
      operator: ["check", "comparison"],
      line: "if (this.#ids.size < this.#sweepAt) return;",
      why: "no result depends on when the ids of ended orders are forgotten",
    },
    {
      operator: "number",
      line: "const SWEEP_AT_LEAST = 1_024;",
      why: "no result depends on when the ids of ended orders are forgotten",
    },
  ]),
  ...inFile("engine/memory/position/margin-bounds.ts", [
    {
      line: "const CHANGES_MAX = 1_000;",
      why: "each change widens the bound by its possible error; no result depends on when the sum is recomputed",
    },
    {
      operator: "number",
      line: "const ROUNDING = 4;",
      after: "const ROUNDING = 5;",
      why: "a bound that is looser is valid as well: the exact check only decides a little more often",
    },
    {
      operator: "number",
      line: "const NUMBERS = 3;",
      after: "const NUMBERS = 4;",
      why: "more room for each account, the rest of which is unused",
    },
    {
      operator: "number",
      line: "const ROW_NUMBERS = 2;",
      after: "const ROW_NUMBERS = 3;",
      why: "more room for each row, the rest of which is unused",
    },
    {
      operator: "number",
      line: "readonly marks = { moves: 1 };",
      after: "readonly marks = { moves: 2 };",
      why: "any number works except 0, which means never",
    },
    {
      operator: "number",
      line: ["#numbers = sharedNumbers(16 * NUMBERS);", "#rowNumbers = sharedNumbers(16 * ROW_NUMBERS);"],
      why: "no result depends on its initial capacity",
    },
    {
      operator: "number",
      line: "if (row * ROW_INTS >= this.#rowInts.length) this.#roomForRows(row + 1);",
      after: "if (row * ROW_INTS >= this.#rowInts.length) this.#roomForRows(row + 2);",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
    {
      operator: "number",
      line: "if (account * INTS >= this.#ints.length) this.#roomForAccounts(account + 1);",
      after: ["if (account * INTS >= this.#ints.length) this.#roomForAccounts(account + 2);"],
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
    {
      operator: "comparison",
      line: "this.#ints[account * INTS + CHANGES]! > CHANGES_MAX",
      why: "each change widens the bound by its possible error; no result depends on when the sum is recomputed",
    },
    {
      operator: "number",
      line: "return this.#numbers[account * NUMBERS + SUM]! - term - ROUNDING * (1 + this.#ints[account * INTS + CHANGES]!);",
      after:
        "return this.#numbers[account * NUMBERS + SUM]! - term - ROUNDING * (2 + this.#ints[account * INTS + CHANGES]!);",
      why: "a bound that is looser is valid as well: the exact check only decides a little more often",
    },
    {
      operator: "term",
      line: "return first === NONE || (first === without && this.#rowInts[first * ROW_INTS + NEXT_CHANGED] === NONE);",
      after: "return (first === NONE);",
      why: "the sum is the same if the changes are followed although only the excluded row has changed",
    },
    {
      operator: "comparison",
      line: "if (rows.used * ROW_INTS > this.#rowInts.length) this.#roomForRows(rows.used);",
      why: "rebuilt with the same capacity, it holds the same entries",
    },
    {
      operator: "number",
      line: "let changes = 0;",
      after: "let changes = 1;",
      why: "a bound that is looser is valid as well: the exact check only decides a little more often",
    },
    {
      operator: "number",
      line: "const to = sharedNumbers(Math.max(least, from.length * 2));",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
  ]),
  ...inFile("engine/memory/position/rows.ts", [
    {
      operator: "term",
      line: "while (after !== NONE && this.market(after) * 2 + this.isolated(after) < rank) {",
      after: "while (after !== NONE && (this.market(after) * 2) < rank) {",
      why: "neither of a market's two rows is entered twice, and its cross row comes before its isolated row either way",
    },
    {
      operator: "number",
      line: "const MARKETS_MAX = 65_536;",
      why: "as long as it exceeds the number of markets, no two rows have the same place number",
    },
    {
      operator: "comparison",
      line: "while (after !== NONE && this.market(after) * 2 + this.isolated(after) < rank) {",
      after: "while (after !== NONE && (this.market(after) * 2 + this.isolated(after)) <= rank) {",
      why: "no two rows of an account have the same rank",
    },
  ]),
  ...inFile("engine/memory/snapshot.ts", [
    {
      line: [
        "const texts = (keys.count + depositReferences.count + clientOrders.count) * 192;",
        "return (1 << 16) + accounts.used * 512 + rows.used * 256 + orders.used * 256 + texts;",
      ],
      why: "only the initial capacity of a writer: it grows as needed",
    },
  ]),
];
