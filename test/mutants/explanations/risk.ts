// Changes in `engine/risk/` that no test can detect, except for liquidation and the fund.

import { type Explanation, inFile } from "../explained.ts";

export const risk: readonly Explanation[] = [
  ...inFile("engine/risk/funding/funding-limit.ts", [
    {
      operator: "comparison",
      line: "if (balance + marginBounds.atLeast(state, account, NONE) >= fee) return fee;",
      why: "only a shortcut to the whole fee: at the bound the sum gives the whole fee as well",
    },
    {
      operator: "check",
      line: "if (balance + marginBounds.atLeast(state, account, NONE) >= fee) return fee;",
      why: "only a shortcut to the whole fee: the sum that follows gives it as well",
    },
  ]),
  ...inFile("engine/risk/funding/payment.ts", [
    {
      line: "const booked = fee > 0 ? payable(state, market, row, fee) : paid === due ? fee : 0 - mulDivFloor(-fee, paid, due);",
      after: [
        "const booked = fee >= 0 ? payable(state, market, row, fee) : paid === due ? fee : 0 - mulDivFloor(-fee, paid, due);",
        "const booked = fee > (-1) ? payable(state, market, row, fee) : paid === due ? fee : 0 - mulDivFloor(-fee, paid, due);",
      ],
      why: "of a fee of zero, nothing is paid",
    },
    {
      line: "if (fee <= 0) continue;",
      after: ["if (fee < 0) continue;", "if (fee <= (-1)) continue;"],
      why: "a fee of zero adds nothing",
    },
  ]),
  ...inFile("engine/risk/funding/rate.ts", [
    {
      operator: "comparison",
      line: "return value < low ? low : value > high ? high : value;",
      why: "a value at a bound equals that bound",
    },
    {
      operator: "comparison",
      line: "size < STEEPER ? size : size < STEEPEST ? STEEPER + 2n * (size - STEEPER) : AT_STEEPEST + 4n * (size - STEEPEST);",
      why: "the pieces meet where one ends and the next begins",
    },
    {
      line: "const size = premium < 0n ? -premium : premium;",
      after: ["const size = premium <= 0n ? -premium : premium;", "const size = premium < 1n ? -premium : premium;"],
      why: "zero has no sign",
    },
    {
      line: "return premium < 0n ? -counted : counted;",
      after: ["return premium <= 0n ? -counted : counted;", "return premium < 1n ? -counted : counted;"],
      why: "zero has no sign",
    },
  ]),
  ...inFile("engine/risk/funding/visiting-order.ts", [
    {
      operator: "number",
      line: "for (let half = 0; half < HALF; half++) next[half + 1]! += next[half]!;",
      after: "for (let half = 1; half < HALF; half++) next[half + 1]! += next[half]!;",
      why: "nothing is counted at the first index: it stays 0",
    },
    {
      line: "key = key * 16 + (code < 58 ? code - 48 : code - 87);",
      after: [
        "key = key * 16 + (code <= 58 ? code - 48 : code - 87);",
        "key = key * 16 + (code < 59 ? code - 48 : code - 87);",
      ],
      why: "58 is a colon, which no account id contains",
    },
    {
      operator: ["check", "comparison"],
      line: "if (open.length < MANY) return open.toSorted(inOrder);",
      why: "whether distributed by digits or sorted, the order is the same: this only chooses the faster way",
    },
    {
      operator: "comparison",
      line: [
        "for (let place = 0; place < open.length; place++) keys[place] = keyOf(accounts, rows.account(open[place]!));",
        "for (let i = 0; i < sorted.length; i++) sorted[i] = open[sorted[i]!]!;",
        "for (let half = 0; half < HALF; half++) next[half + 1]! += next[half]!;",
        "for (let place = 0; place < places.length; place++) places[place] = place;",
      ],
      why: "there is no room past the last: a write there is lost",
    },
    {
      operator: "term",
      line: "while (to < sorted.length && keys[sorted[to]!] === key) to++;",
      why: "there is no key past the last; and longer runs are sorted as well, only slower",
    },
    {
      line: "if (to - from > 1) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
      after: [
        "if ((to - from) >= 1) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
        "if (to > 1) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
        "if (to - from > 0) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
      ],
      why: "a single entry is in order",
    },
    {
      operator: "term",
      line: "key = key * 16 + (code < 58 ? code - 48 : code - 87);",
      after: "key = (key * 16);",
      why: "with fewer digits more rows have the same key, and those are sorted by their whole ids",
    },
    {
      line: "for (let i = 2; i < 2 + DIGITS; i++) {",
      after: [
        "for (let i = 2; i < 2; i++) {",
        "for (let i = 2; i < DIGITS; i++) {",
        "for (let i = 2; i < 1 + DIGITS; i++) {",
      ],
      why: "with fewer digits more rows have the same key, and those are sorted by their whole ids",
    },
    {
      operator: "comparison",
      line: "while (to < sorted.length && keys[sorted[to]!] === key) to++;",
      after: "while (to <= sorted.length && keys[sorted[to]!] === key) to++;",
      why: "there is no key past the last",
    },
    {
      operator: "number",
      line: "for (let i = 2; i < 2 + DIGITS; i++) {",
      after: "for (let i = 1; i < 2 + DIGITS; i++) {",
      why: "characters before the last eight digits do not fit into the 32 bits of a key",
    },
    {
      operator: "number",
      line: "const DIGITS = 8;",
      after: "const DIGITS = 7;",
      why: "with fewer digits more rows have the same key, and those are sorted by their whole ids",
    },
    {
      operator: "number",
      line: "const MANY = 4_096;",
      why: "whether distributed by digits or sorted, the order is the same: this only chooses the faster way",
    },
    {
      operator: "number",
      line: "for (let place = 0; place < places.length; place++) places[place] = place;",
      why: "the first of them is 0 from the start, and there is no room before it",
    },
    {
      operator: "number",
      line: "for (let place = 0; place < open.length; place++) keys[place] = keyOf(accounts, rows.account(open[place]!));",
      after:
        "for (let place = (-1); place < open.length; place++) keys[place] = keyOf(accounts, rows.account(open[place]!));",
      why: "there is no room before the first: a write there is lost",
    },
    {
      operator: "number",
      line: "for (let i = 0; i < sorted.length; i++) sorted[i] = open[sorted[i]!]!;",
      after: "for (let i = (-1); i < sorted.length; i++) sorted[i] = open[sorted[i]!]!;",
      why: "there is no room before the first: a write there is lost",
    },
    {
      operator: "number",
      line: "let key = 0;",
      why: "characters before the last eight digits do not fit into the 32 bits of a key",
    },
  ]),
  ...inFile("engine/risk/prices/impact.ts", [
    {
      operator: "comparison",
      line: "const below = impactAsk !== 0n && impactAsk < index ? index - impactAsk : 0n;",
      after: "const below = impactAsk !== 0n && impactAsk <= index ? index - impactAsk : 0n;",
      why: "at the index the distance is zero either way",
    },
    {
      line: "if (state.books.levels.visible(level) > 0)",
      after: ["if (state.books.levels.visible(level) >= 0)", "if (state.books.levels.visible(level) > (-1))"],
      why: "a level without visible quantity adds nothing",
    },
  ]),
  ...inFile("engine/risk/prices/index-moves.ts", [
    {
      operator: "term",
      line: '({ problem, problemAt }) => problem !== "" && state.now - problemAt <= SILENT_AFTER_MS,',
      after: "({ problem, problemAt }) => (state.now - problemAt <= SILENT_AFTER_MS),",
      why: "a source whose problem is over has reported since: as long as that is recent, it is live",
    },
  ]),
  ...inFile("engine/risk/prices/index-price.ts", [
    {
      operator: "comparison",
      line: "sum += weights[i]! * (price < low ? low : price > high ? high : price);",
      why: "a price at a bound equals that bound",
    },
    {
      operator: "comparison",
      line: "const [first, second] = weights.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)) as [bigint, bigint];",
      why: "of equal weights either may be the first",
    },
    {
      operator: "number",
      line: "const [first, second] = weights.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)) as [bigint, bigint];",
      after: [
        "const [first, second] = weights.toSorted((a, b) => (a < b ? 2 : a > b ? -1 : 0)) as [bigint, bigint];",
        "const [first, second] = weights.toSorted((a, b) => (a < b ? 1 : a > b ? -2 : 0)) as [bigint, bigint];",
      ],
      why: "a sort only reads the sign",
    },
  ]),
  ...inFile("engine/risk/prices/source-reports.ts", [
    {
      line: "source.volume = Number.isSafeInteger(report.volume) && report.volume > 0 ? report.volume : 0;",
      after: [
        "source.volume = Number.isSafeInteger(report.volume) && report.volume >= 0 ? report.volume : 0;",
        "source.volume = Number.isSafeInteger(report.volume) && report.volume > (-1) ? report.volume : 0;",
      ],
      why: "a volume of zero is no volume",
    },
  ]),
  ...inFile("engine/risk/watch/followed-marks.ts", [
    {
      operator: "term",
      line: "if (state.rows.isolated(row) === 1 || quantity === 0) continue;",
      after: "if ((state.rows.isolated(row) === 1)) continue;",
      why: "a row without a position has no share of the slack, and whatever its range is, a check finds its state",
    },
    {
      operator: "term",
      line: "if (state.rows.isolated(row) === 1 || quantity === 0) continue;",
      after: "if ((quantity === 0)) continue;",
      why: "a bound that is closer than necessary only causes an unnecessary check",
    },
    {
      operator: "check",
      line: "if (state.rows.isolated(row) === 1 || quantity === 0) continue;",
      why: "where a row without a share gets a bound here, a check of the row computes its slack within that bound",
    },
    {
      operator: "check",
      line: "if (notional === 0) return true;",
      why: "without a notional no row has a position, so the loop does nothing and true is returned below",
    },
    {
      operator: "rounding",
      line: [
        "bound(state, market, row, quantity, Math.floor(share));",
        "bound(state, market, row, quantity, Math.floor(slack * SHARED_OUT));",
      ],
      why: "a micro more than three quarters of the slack is still less than the slack; no result depends on when a subject is checked",
    },
    {
      operator: "comparison",
      line: "return worst >= 0;",
      why: "the audit's own sum of fractions, with ten micros of tolerance: it is never exactly 0",
    },
    {
      operator: "check",
      line: "if (limits.ofRow[row] !== limit) continue;",
      why: "a bound that no longer belongs to the row causes one more check, which finds the exact state",
    },
    {
      line: "else if (watch.suspects.size > 0) watch.suspects.delete(subject);",
      after: [
        "else if (watch.suspects.size >= 0) watch.suspects.delete(subject);",
        "else if (watch.suspects.size > (-1)) watch.suspects.delete(subject);",
      ],
      why: "nothing is removed from an empty set",
    },
    {
      operator: "number",
      line: "worst += worstInRange(watch, market, row, quantity) + 10 + notionalAtMark(market, quantity) * 1e-9;",
      why: "this is the audit's tolerance: no range is off by even a micro of it",
    },
    {
      line: "return worst >= 0 || shareOut(state, account);",
      after: ["return worst > 0 || shareOut(state, account);", "return worst >= 1 || shareOut(state, account);"],
      why: "what the ranges do not decide is decided at the current marks",
    },
    {
      operator: "term",
      line: "return worst >= 0 || shareOut(state, account);",
      after: "return shareOut(state, account);",
      why: "what the ranges would decide is decided at the current marks, only slower",
    },
    {
      line: "if (slack < 0) return false;",
      after: ["if (slack <= 0) return false;", "if (slack < 1) return false;"],
      why: "a suspect that is not below maintenance is checked and left as it is",
    },
    {
      line: "if (quantity === 0) return true;",
      after: ["if (false) return true;", "if (quantity === (-1)) return true;"],
      why: "without a position nothing is below maintenance: the code that follows finds that out, and a range that causes no check",
    },
    {
      operator: "check",
      line: "if (own + worstInRange(state.liquidations.watch, market, row, quantity) >= 0) return true;",
      why: "what the range would decide is decided at the current mark, only slower",
    },
    {
      line: "if (own + worstInRange(state.liquidations.watch, market, row, quantity) >= 0) return true;",
      after: [
        "if ((own + worstInRange(state.liquidations.watch, market, row, quantity)) > 0) return true;",
        "if (own + worstInRange(state.liquidations.watch, market, row, quantity) >= 1) return true;",
      ],
      why: "what the range does not decide is decided at the current mark",
    },
    {
      line: "const slack = own + (quantity > 0 ? notional : -notional) - market.ratios.maintenanceMargin(notional);",
      after: [
        "const slack = own + (quantity >= 0 ? notional : -notional) - market.ratios.maintenanceMargin(notional);",
        "const slack = own + (quantity > (-1) ? notional : -notional) - market.ratios.maintenanceMargin(notional);",
      ],
      why: "a position has at least one lot",
    },
    {
      operator: "number",
      line: "const low = Math.max(0, -watch.falling.ofRow[row]!);",
      why: "a mark is at least one tick, and a lower bound that is lower is valid as well",
    },
    {
      operator: "side",
      line: "const low = Math.max(0, -watch.falling.ofRow[row]!);",
      why: "a lower bound that is lower is valid as well: more is decided at the current mark",
    },
    {
      operator: "comparison",
      line: "if (low > market.mark || high < market.mark) return PASSED;",
      why: "at a bound of the range it is decided at the current mark",
    },
    {
      operator: "number",
      line: "tighten(state, market, falling, row, range.low === 0 ? OPEN : -range.low);",
      why: "no mark is below one tick, so none passes a bound there",
    },
    {
      operator: "comparison",
      line: "if (held >= ends.sign * market.mark && held <= limit) return;",
      why: "a bound that is set again is the same, or further away",
    },
    {
      operator: "check",
      line: "if (held >= ends.sign * market.mark && held <= limit) return;",
      why: "a limit that moves further away than necessary is valid as well",
    },
    { operator: "check", line: "if (limit === OPEN) return;", why: "no mark passes a bound at infinity" },
    {
      operator: ["comparison", "number", "term", "statement"],
      line: "if (ends.heap.size > 64 + 2 * state.rows.open.of(market.number).length) sweep(state, ends);",
      why: "no result depends on when stale bounds are swept out",
    },
    {
      operator: "comparison",
      line: "while (heap.least < sign * mark) {",
      why: "at the bound itself the subject is checked one mark earlier, and found safe",
    },
    {
      line: "if (state.rows.quantity(row) === 0) continue;",
      after: ["if (false) continue;", "if (state.rows.quantity(row) === (-1)) continue;"],
      why: "one more check of a row without a position gives the same result",
    },
  ]),
  ...inFile("engine/risk/watch/held-debts.ts", [
    {
      operator: "check",
      line: "if (!isAnyMarketStill(state)) return;",
      why: "only accounts with positions that stand still owe anything here",
    },
  ]),
  ...inFile("engine/risk/watch/safe-range.ts", [
    {
      operator: "number",
      line: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 2;",
      after: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 3;",
      why: "a bound that is looser is valid as well, and no result depends on when a subject is checked",
    },
    {
      operator: "number",
      line: "range.low = Math.min(mark, Math.max(0, Math.ceil(least / (1 - rate) / scale)));",
      after: "range.low = Math.min(mark, Math.max(1, Math.ceil(least / (1 - rate) / scale)));",
      why: "a mark is at least one tick (`roundToTick`), so a range that begins at one tick is left no sooner than one that begins at 0",
    },
    {
      operator: ["check", "comparison"],
      line: "if (most <= now) return;",
      why: "a range that would end below the mark ends at the mark",
    },
    {
      operator: "check",
      line: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 2;",
      why: "the value that follows is also a lower bound of f, though a smaller one",
    },
    {
      operator: "number",
      line: "return Math.min(least * kept, most * kept) - 2 - most * ROUNDING;",
      after: "return Math.min(least * kept, most * kept) - 3 - most * ROUNDING;",
      why: "a bound that is looser is valid as well, and no result depends on when a subject is checked",
    },
    {
      operator: "rounding",
      line: "const atReach = ratios.maintenance(Math.ceil(Math.max(now, reach))) / E10;",
      why: "notionals are whole: a notional that is not above the reach is not above its floor, whose ratio bounds it as well",
    },
    {
      operator: "comparison",
      line: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 2;",
      why: "at the bound both paths are valid: each gives a lower bound of f",
    },
    {
      operator: "comparison",
      line: [
        "if (!(scale * market.mark < NOTIONAL_MAX)) return;",
        "if (!(most < NOTIONAL_MAX)) return Number.NEGATIVE_INFINITY;",
      ],
      why: "at the bound itself products are exact as well",
    },
    {
      line: "if (quantity > 0) longRange(market, scale, budget, reach, range);",
      after: [
        "if (quantity >= 0) longRange(market, scale, budget, reach, range);",
        "if (quantity > (-1)) longRange(market, scale, budget, reach, range);",
      ],
      why: "a position has at least one lot",
    },
    {
      operator: "comparison",
      line: "if (rate < 0.999) {",
      why: "a range is correct at any rate below 1: the limit only keeps a distance from 1",
    },
    {
      operator: "number",
      line: "const most = Math.min(reach.half, (budget - 2) * (E10 / 4));",
      after: [
        "const most = Math.min(reach.half, (budget - 3) * (E10 / 4));",
        "const most = Math.min(reach.half, (budget - 2) * (E10 / 5));",
      ],
      why: "a shorter range is valid as well, and no result depends on when a subject is checked",
    },
    {
      operator: "comparison",
      line: "range.high = high >= reach.highest ? Number.POSITIVE_INFINITY : Math.max(mark, high);",
      why: "no mark is above the highest",
    },
    {
      line: "if (quantity < 0) return -most - ratios.maintenanceMargin(most);",
      after: [
        "if (quantity <= 0) return -most - ratios.maintenanceMargin(most);",
        "if (quantity < 1) return -most - ratios.maintenanceMargin(most);",
      ],
      why: "a position has at least one lot",
    },
  ]),
];
