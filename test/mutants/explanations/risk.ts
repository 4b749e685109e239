// Changes in `engine/risk/` that no test can detect, except for liquidation and the fund.

import { type Explanation, inFile } from "../explained.ts";

export const risk: readonly Explanation[] = [
  ...inFile("engine/risk/funding/funding-limit.ts", [
    {
      operator: "comparison",
      line: "if (balance + marginBounds.atLeast(state, account, NONE) >= fee) return fee;",
      why: "only the shorter way to all of it: at the bound the sum comes to all of it as well",
    },
    {
      operator: "check",
      line: "if (balance + marginBounds.atLeast(state, account, NONE) >= fee) return fee;",
      why: "only the shorter way to the whole fee: the sum that follows comes to it as well",
    },
  ]),
  ...inFile("engine/risk/funding/payment.ts", [
    {
      line: "const booked = fee > 0 ? payable(state, market, row, fee) : paid === due ? fee : 0 - mulDivFloor(-fee, paid, due);",
      after: [
        "const booked = fee >= 0 ? payable(state, market, row, fee) : paid === due ? fee : 0 - mulDivFloor(-fee, paid, due);",
        "const booked = fee > (-1) ? payable(state, market, row, fee) : paid === due ? fee : 0 - mulDivFloor(-fee, paid, due);",
      ],
      why: "of a fee of nothing, nothing is paid",
    },
    {
      line: "if (fee <= 0) continue;",
      after: ["if (fee < 0) continue;", "if (fee <= (-1)) continue;"],
      why: "a fee of nothing adds nothing",
    },
  ]),
  ...inFile("engine/risk/funding/rate.ts", [
    {
      operator: "comparison",
      line: "return value < low ? low : value > high ? high : value;",
      why: "a value at a bound is that bound",
    },
    {
      operator: "comparison",
      line: "size < STEEPER ? size : size < STEEPEST ? STEEPER + 2n * (size - STEEPER) : AT_STEEPEST + 4n * (size - STEEPEST);",
      why: "the pieces meet where one ends and the next begins",
    },
    {
      line: "const size = premium < 0n ? -premium : premium;",
      after: ["const size = premium <= 0n ? -premium : premium;", "const size = premium < 1n ? -premium : premium;"],
      why: "nothing has no sign",
    },
    {
      line: "return premium < 0n ? -counted : counted;",
      after: ["return premium <= 0n ? -counted : counted;", "return premium < 1n ? -counted : counted;"],
      why: "nothing has no sign",
    },
  ]),
  ...inFile("engine/risk/funding/visiting-order.ts", [
    {
      operator: "number",
      line: "for (let half = 0; half < HALF; half++) next[half + 1]! += next[half]!;",
      after: "for (let half = 1; half < HALF; half++) next[half + 1]! += next[half]!;",
      why: "nothing is counted at the first place: it stays 0",
    },
    {
      line: "key = key * 16 + (code < 58 ? code - 48 : code - 87);",
      after: [
        "key = key * 16 + (code <= 58 ? code - 48 : code - 87);",
        "key = key * 16 + (code < 59 ? code - 48 : code - 87);",
      ],
      why: "58 is a colon, which no account id has",
    },
    {
      operator: ["check", "comparison"],
      line: "if (open.length < MANY) return open.toSorted(inOrder);",
      why: "dealt out or sorted, the order is the same: only which takes less time",
    },
    {
      operator: "comparison",
      line: [
        "for (let place = 0; place < open.length; place++) keys[place] = keyOf(accounts, rows.account(open[place]!));",
        "for (let i = 0; i < sorted.length; i++) sorted[i] = open[sorted[i]!]!;",
        "for (let half = 0; half < HALF; half++) next[half + 1]! += next[half]!;",
        "for (let place = 0; place < places.length; place++) places[place] = place;",
      ],
      why: "behind the last there is no room: what is written there goes nowhere",
    },
    {
      operator: "term",
      line: "while (to < sorted.length && keys[sorted[to]!] === key) to++;",
      why: "behind the last there is no key; and more at once are sorted as well, only slower",
    },
    {
      line: "if (to - from > 1) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
      after: [
        "if ((to - from) >= 1) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
        "if (to > 1) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
        "if (to - from > 0) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));",
      ],
      why: "one alone is in order",
    },
    {
      operator: "term",
      line: "key = key * 16 + (code < 58 ? code - 48 : code - 87);",
      after: "key = (key * 16);",
      why: "with fewer digits more have the same key, and those are sorted by their whole ids",
    },
    {
      line: "for (let i = 2; i < 2 + DIGITS; i++) {",
      after: [
        "for (let i = 2; i < 2; i++) {",
        "for (let i = 2; i < DIGITS; i++) {",
        "for (let i = 2; i < 1 + DIGITS; i++) {",
      ],
      why: "with fewer digits more have the same key, and those are sorted by their whole ids",
    },
    {
      operator: "comparison",
      line: "while (to < sorted.length && keys[sorted[to]!] === key) to++;",
      after: "while (to <= sorted.length && keys[sorted[to]!] === key) to++;",
      why: "behind the last there is no key",
    },
    {
      operator: "number",
      line: "for (let i = 2; i < 2 + DIGITS; i++) {",
      after: "for (let i = 1; i < 2 + DIGITS; i++) {",
      why: "what stands before eight digits goes beyond the 32 bits of a key",
    },
    {
      operator: "number",
      line: "const DIGITS = 8;",
      after: "const DIGITS = 7;",
      why: "with fewer digits more have the same key, and those are sorted by their whole ids",
    },
    {
      operator: "number",
      line: "const MANY = 4_096;",
      why: "dealt out or sorted, the order is the same: only which takes less time",
    },
    {
      operator: "number",
      line: "for (let place = 0; place < places.length; place++) places[place] = place;",
      why: "the first of them is 0 from the beginning, and before it there is no room",
    },
    {
      operator: "number",
      line: "for (let place = 0; place < open.length; place++) keys[place] = keyOf(accounts, rows.account(open[place]!));",
      after:
        "for (let place = (-1); place < open.length; place++) keys[place] = keyOf(accounts, rows.account(open[place]!));",
      why: "before the first there is no room: what is written there goes nowhere",
    },
    {
      operator: "number",
      line: "for (let i = 0; i < sorted.length; i++) sorted[i] = open[sorted[i]!]!;",
      after: "for (let i = (-1); i < sorted.length; i++) sorted[i] = open[sorted[i]!]!;",
      why: "before the first there is no room: what is written there goes nowhere",
    },
    {
      operator: "number",
      line: "let key = 0;",
      why: "what stands before eight digits goes beyond the 32 bits of a key",
    },
  ]),
  ...inFile("engine/risk/prices/impact.ts", [
    {
      operator: "comparison",
      line: "const below = impactAsk !== 0n && impactAsk < index ? index - impactAsk : 0n;",
      after: "const below = impactAsk !== 0n && impactAsk <= index ? index - impactAsk : 0n;",
      why: "at the index it is nothing above or below it",
    },
    {
      line: "if (state.books.levels.visible(level) > 0)",
      after: ["if (state.books.levels.visible(level) >= 0)", "if (state.books.levels.visible(level) > (-1))"],
      why: "a level without anything on show adds nothing",
    },
  ]),
  ...inFile("engine/risk/prices/index-moves.ts", [
    {
      operator: "term",
      line: '({ problem, problemAt }) => problem !== "" && state.now - problemAt <= SILENT_AFTER_MS,',
      after: "({ problem, problemAt }) => (state.now - problemAt <= SILENT_AFTER_MS),",
      why: "a source whose problem is over has spoken after it: as long as that is recent, it is live",
    },
  ]),
  ...inFile("engine/risk/prices/index-price.ts", [
    {
      operator: "comparison",
      line: "sum += weights[i]! * (price < low ? low : price > high ? high : price);",
      why: "a price at a bound is that bound",
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
      why: "a sort asks for the sign alone",
    },
  ]),
  ...inFile("engine/risk/prices/source-reports.ts", [
    {
      line: "source.volume = Number.isSafeInteger(report.volume) && report.volume > 0 ? report.volume : 0;",
      after: [
        "source.volume = Number.isSafeInteger(report.volume) && report.volume >= 0 ? report.volume : 0;",
        "source.volume = Number.isSafeInteger(report.volume) && report.volume > (-1) ? report.volume : 0;",
      ],
      why: "a volume of nothing is none",
    },
  ]),
  ...inFile("engine/risk/watch/followed-marks.ts", [
    {
      operator: "term",
      line: "if (state.rows.isolated(row) === 1 || quantity === 0) continue;",
      after: "if ((state.rows.isolated(row) === 1)) continue;",
      why: "a row without a position shares nothing out, and whatever its range, a look at it finds what it is",
    },
    {
      operator: "term",
      line: "if (state.rows.isolated(row) === 1 || quantity === 0) continue;",
      after: "if ((quantity === 0)) continue;",
      why: "an end that is closer than need be leads to a look that is not needed",
    },
    {
      operator: "check",
      line: "if (state.rows.isolated(row) === 1 || quantity === 0) continue;",
      why: "where a row gets an end here that shares nothing out, a look at it asks what it has to spare within that",
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
      why: "a micro more of three quarters of the slack is still less than the slack; when a subject is looked at shows nowhere",
    },
    {
      operator: "comparison",
      line: "return worst >= 0;",
      why: "an audit's own sum of fractions, with ten micros to spare: it does not come to exactly 0",
    },
    {
      operator: "check",
      line: "if (limits.ofRow[row] !== limit) continue;",
      why: "an end that is no longer the row's leads to one look more, and that finds out exactly",
    },
    {
      line: "else if (watch.suspects.size > 0) watch.suspects.delete(subject);",
      after: [
        "else if (watch.suspects.size >= 0) watch.suspects.delete(subject);",
        "else if (watch.suspects.size > (-1)) watch.suspects.delete(subject);",
      ],
      why: "from a set without any, nothing is taken out",
    },
    {
      operator: "number",
      line: "worst += worstInRange(watch, market, row, quantity) + 10 + notionalAtMark(market, quantity) * 1e-9;",
      why: "how much an audit has to spare: no range is off by as much as a micro of it",
    },
    {
      line: "return worst >= 0 || shareOut(state, account);",
      after: ["return worst > 0 || shareOut(state, account);", "return worst >= 1 || shareOut(state, account);"],
      why: "what its ranges do not say is found out at the present marks",
    },
    {
      operator: "term",
      line: "return worst >= 0 || shareOut(state, account);",
      after: "return shareOut(state, account);",
      why: "what its ranges would say is found out at the present marks, only slower",
    },
    {
      line: "if (slack < 0) return false;",
      after: ["if (slack <= 0) return false;", "if (slack < 1) return false;"],
      why: "who is suspected without being below maintenance is looked at, and left as it is",
    },
    {
      line: "if (quantity === 0) return true;",
      after: ["if (false) return true;", "if (quantity === (-1)) return true;"],
      why: "without a position nothing is below maintenance: what follows finds that out, and a range that leads to no look",
    },
    {
      operator: "check",
      line: "if (own + worstInRange(state.liquidations.watch, market, row, quantity) >= 0) return true;",
      why: "what its range would say is found out at the present mark, only slower",
    },
    {
      line: "if (own + worstInRange(state.liquidations.watch, market, row, quantity) >= 0) return true;",
      after: [
        "if ((own + worstInRange(state.liquidations.watch, market, row, quantity)) > 0) return true;",
        "if (own + worstInRange(state.liquidations.watch, market, row, quantity) >= 1) return true;",
      ],
      why: "what its range does not say is found out at the present mark",
    },
    {
      line: "const slack = own + (quantity > 0 ? notional : -notional) - market.ratios.maintenanceMargin(notional);",
      after: [
        "const slack = own + (quantity >= 0 ? notional : -notional) - market.ratios.maintenanceMargin(notional);",
        "const slack = own + (quantity > (-1) ? notional : -notional) - market.ratios.maintenanceMargin(notional);",
      ],
      why: "a position has lots",
    },
    {
      operator: "number",
      line: "const low = Math.max(0, -watch.falling.ofRow[row]!);",
      why: "a mark is at least one tick, and a bound that is lower is one as well",
    },
    {
      operator: "side",
      line: "const low = Math.max(0, -watch.falling.ofRow[row]!);",
      why: "a bound that is lower is one as well: more is found out at the present mark",
    },
    {
      operator: "comparison",
      line: "if (low > market.mark || high < market.mark) return PASSED;",
      why: "at an end of the range it is found out at the present mark",
    },
    {
      operator: "number",
      line: "tighten(state, market, falling, row, range.low === 0 ? OPEN : -range.low);",
      why: "no mark is below one tick, so that none passes an end there",
    },
    {
      operator: "comparison",
      line: "if (held >= ends.sign * market.mark && held <= limit) return;",
      why: "an end that is set again is the same, or further away",
    },
    {
      operator: "check",
      line: "if (held >= ends.sign * market.mark && held <= limit) return;",
      why: "a limit that moves further away than it need is as good",
    },
    { operator: "check", line: "if (limit === OPEN) return;", why: "no mark passes an end that is nowhere" },
    {
      operator: ["comparison", "number", "term", "statement"],
      line: "if (ends.heap.size > 64 + 2 * state.rows.open.of(market.number).length) sweep(state, ends);",
      why: "when ends that are no longer any are swept out shows nowhere",
    },
    {
      operator: "comparison",
      line: "while (heap.least < sign * mark) {",
      why: "at the end itself it is looked at one mark sooner, and found safe",
    },
    {
      line: "if (state.rows.quantity(row) === 0) continue;",
      after: ["if (false) continue;", "if (state.rows.quantity(row) === (-1)) continue;"],
      why: "a look more at who has no position there finds what it found",
    },
  ]),
  ...inFile("engine/risk/watch/held-debts.ts", [
    {
      operator: "check",
      line: "if (!isAnyMarketStill(state)) return;",
      why: "only who holds what stands still owes anything here",
    },
  ]),
  ...inFile("engine/risk/watch/safe-range.ts", [
    {
      operator: "number",
      line: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 2;",
      after: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 3;",
      why: "a bound that gives way by more is a bound as well, and when a subject is looked at shows nowhere",
    },
    {
      operator: "number",
      line: "range.low = Math.min(mark, Math.max(0, Math.ceil(least / (1 - rate) / scale)));",
      after: "range.low = Math.min(mark, Math.max(1, Math.ceil(least / (1 - rate) / scale)));",
      why: "a mark is at least one tick (`roundToTick`), so that a range which begins there is left no sooner than one from 0",
    },
    {
      operator: ["check", "comparison"],
      line: "if (most <= now) return;",
      why: "a range that would end below the mark ends at the mark",
    },
    {
      operator: "check",
      line: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 2;",
      why: "what follows is a number as well that f is not below, though a smaller one",
    },
    {
      operator: "number",
      line: "return Math.min(least * kept, most * kept) - 2 - most * ROUNDING;",
      after: "return Math.min(least * kept, most * kept) - 3 - most * ROUNDING;",
      why: "a bound that gives way by more is a bound as well, and when a subject is looked at shows nowhere",
    },
    {
      operator: "rounding",
      line: "const atReach = ratios.maintenance(Math.ceil(Math.max(now, reach))) / E10;",
      why: "notionals are whole: one that is not above the reach is not above its floor, whose ratio bounds it as well",
    },
    {
      operator: "comparison",
      line: "if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 2;",
      why: "at the bound both ways hold: each is a number that f is not below",
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
      why: "a position has lots",
    },
    {
      operator: "comparison",
      line: "if (rate < 0.999) {",
      why: "a range is right at any rate below 1: the bound only keeps away from it",
    },
    {
      operator: "number",
      line: "const most = Math.min(reach.half, (budget - 2) * (E10 / 4));",
      after: [
        "const most = Math.min(reach.half, (budget - 3) * (E10 / 4));",
        "const most = Math.min(reach.half, (budget - 2) * (E10 / 5));",
      ],
      why: "a range that is shorter is one as well, and when a subject is looked at shows nowhere",
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
      why: "a position has lots",
    },
  ]),
];
