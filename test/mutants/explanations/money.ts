// Changes in `engine/money/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const money: readonly Explanation[] = [
  ...inFile("engine/money/cover/pause-margin.ts", [
    {
      operator: "term",
      line: "const isCounted = state.behaviour >= STANDSTILL_SINCE && isAnyMarketStill(state);",
      after: "const isCounted = (state.behaviour >= STANDSTILL_SINCE);",
      why: "when no market stands still, no account holds such a position: this is only a shortcut",
    },
    {
      operator: "term",
      line: "if (!isCounted || !holdsAny(state, account, standsStill)) {",
      after: "if ((!isCounted)) {",
      why: "where none of the account's positions stands still, counting gives the same sums",
    },
    {
      line: "if (row === around || held === 0) continue;",
      after: ["if ((row === around)) continue;", "if (row === around || held === (-1)) continue;"],
      why: "a row without a position requires nothing",
    },
  ]),
  ...inFile("engine/money/cover/cover.ts", [
    {
      operator: "check",
      line: [
        "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) >= 0) return true;",
        "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
      ],
      why: "only a shortcut that accepts: the exact check accepts as well",
    },
    {
      operator: "comparison",
      line: "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
      why: "only a shortcut that accepts: at the bound the exact check accepts as well",
    },
    {
      operator: "comparison",
      line: "if (held === 0 || held > 0 === lots > 0) return 0;",
      after: "if (held === 0 || held > 0 === lots >= 0) return 0;",
      why: "no fill has zero lots",
    },
    {
      operator: "comparison",
      line: "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) >= 0) return true;",
      after: "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) > 0) return true;",
      why: "only a shortcut that accepts: at the bound the exact check accepts as well",
    },
    {
      operator: "term",
      line: "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
      after: "if (marginBounds.atLeast(state, account, row) + value >= required) return true;",
      why: "only a shortcut that accepts, and a lower amount leads to the exact check",
    },
    {
      operator: "comparison",
      line: "if (held === 0 || held > 0 === lots > 0) return 0;",
      after: "if (held === 0 || held >= 0 === lots > 0) return 0;",
      why: "without a position nothing is closed anyway",
    },
    {
      operator: "comparison",
      line: "return held > 0 ? Math.max(lots, -held) : Math.min(lots, -held);",
      why: "it is never called without a position",
    },
    {
      line: "if (row === around || held === 0) continue;",
      after: ["if ((row === around)) continue;", "if (row === around || held === (-1)) continue;"],
      why: "a row without a position requires nothing",
    },
  ]),
  ...inFile("engine/money/cover/isolated-cover.ts", [
    {
      operator: "term",
      line: "if (closing !== 0 && !coversClose(market, row, { lots: closing, price, fee: fee - feeToOpen })) return false;",
      after: "if ((!coversClose(market, row, { lots: closing, price, fee: fee - feeToOpen }))) return false;",
      why: "a fill that closes nothing costs nothing, and an empty row owes nothing",
    },
    {
      operator: "check",
      line: "if (opening === 0) return true;",
      why: "an order that opens nothing is checked against an empty row, which needs nothing: it only takes longer",
    },
  ]),
  ...inFile("engine/money/fees/charging.ts", [
    {
      operator: "check",
      line: "if (fee === 0) return;",
      why: "a taker always pays something, and for a maker's fee of zero there is nothing to book",
    },
  ]),
  ...inFile("engine/money/fees/fee-tags.ts", [
    {
      operator: "term",
      line: "if (tag === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none, the command was rejected",
    },
  ]),
  ...inFile("engine/money/fees/tiers.ts", [
    {
      operator: "number",
      line: "{ volume: 750 * MILLION_USDC, takerE6: 200, makerE6: -15 },",
      after: "{ volume: 750 * MILLION_USDC, takerE6: 200, makerE6: -14 },",
      why: "rates have coarser steps than that limit: both are rounded up to the same value",
    },
  ]),
  ...inFile("engine/money/isolated/allocation.ts", [
    {
      operator: "comparison",
      line: "if (notional > NOTIONAL_MAX) return Number.MAX_SAFE_INTEGER;",
      why: "next to the bound the margin is more than any account could have",
    },
  ]),
  ...inFile("engine/money/isolated/order-reserve.ts", [
    {
      operator: "check",
      line: "if (orders.isReduceOnly(order)) continue;",
      why: "a reduce-only order has no reference, so it is not added below either",
    },
    {
      operator: "check",
      line: "if (change === 0) return;",
      why: "the code that follows then adds zero, and an account that is touched without a change is only checked once more",
    },
    {
      line: "else if (orders.reference(order) > 0) {",
      after: ["else if (orders.reference(order) >= 0) {", "else if (orders.reference(order) > (-1)) {"],
      why: "every order has a reference except reduce-only orders",
    },
    {
      line: "return held < 0 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);",
      after: [
        "return held <= 0 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);",
        "return held < 1 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);",
      ],
      why: "without a position nothing was to be closed, and the result is not used",
    },
    {
      line: "this.#closedByBuys = held < 0;",
      after: ["this.#closedByBuys = held <= 0;", "this.#closedByBuys = held < 1;"],
      why: "without a position neither side can close anything",
    },
  ]),
  ...inFile("engine/money/margin/margin-bounds-audit.ts", [
    {
      operator: "check",
      line: "if (accounts.firstRow(account) === NONE) continue;",
      why: "for an account without rows, both the stored and the recomputed sum are its balance",
    },
  ]),
  ...inFile("engine/money/margin/margin-view.ts", [
    {
      line: "const size = q < 0n ? -q : q;",
      after: ["const size = q <= 0n ? -q : q;", "const size = q < 1n ? -q : q;"],
      why: "a position has at least one lot",
    },
    {
      line: "const [n, d] = denominator > 0n ? [numerator, denominator] : [-numerator, -denominator];",
      after: [
        "const [n, d] = denominator >= 0n ? [numerator, denominator] : [-numerator, -denominator];",
        "const [n, d] = denominator > (-1n) ? [numerator, denominator] : [-numerator, -denominator];",
      ],
      why: "zero was already answered above",
    },
    {
      line: "const price = (own ? 0n : BigInt(market.mark * market.tickE8)) + (q > 0n ? divCeil(n, d) : divFloor(n, d));",
      after: [
        "const price = (own ? 0n : BigInt(market.mark * market.tickE8)) + (q >= 0n ? divCeil(n, d) : divFloor(n, d));",
        "const price = (own ? 0n : BigInt(market.mark * market.tickE8)) + (q > (-1n) ? divCeil(n, d) : divFloor(n, d));",
      ],
      why: "a position has at least one lot",
    },
    {
      line: "return price > 0n ? Number(price) : 0;",
      after: ["return price >= 0n ? Number(price) : 0;", "return price > (-1n) ? Number(price) : 0;"],
      why: "a price of zero is 0",
    },
  ]),
  ...inFile("engine/money/position/entry-value.ts", [
    {
      operator: "check",
      line: "if (closed === quantity) return { micros, fine };",
      why: "all of it divided by all of it is the same amount: both ways of dividing give the same result, this one only slower",
    },
    {
      operator: "comparison",
      line: "if (quantity < DIVISOR_MAX && micros < QUOTIENT_MAX) return shareOf(micros, fine, closed, quantity);",
      why: "next to the bounds big integers give the same result, only slower",
    },
    {
      operator: "term",
      line: "if (quantity < DIVISOR_MAX && micros < QUOTIENT_MAX) return shareOf(micros, fine, closed, quantity);",
      after: "if ((quantity < DIVISOR_MAX)) return shareOf(micros, fine, closed, quantity);",
      why: "up to 2^53 an estimate is off by two at most, and the error that remains after its correction is carried by the fine part",
    },
    {
      operator: "check",
      line: "if (quantity < DIVISOR_MAX && micros < QUOTIENT_MAX) return shareOf(micros, fine, closed, quantity);",
      why: "big integers give the same result, only slower",
    },
  ]),
  ...inFile("engine/money/position/position-fills.ts", [
    {
      operator: "comparison",
      line: "if (before === 0 || (after !== 0 && before > 0 !== after > 0)) state.rows.setOpenedAt(row, state.now);",
      why: "when it is called, the row was not flat before and is not flat afterwards",
    },
    {
      operator: "comparison",
      line: "if (before === 0 || before > 0 === lots > 0) {",
      after: ["if (before === 0 || before >= 0 === lots > 0) {", "if (before === 0 || before > 0 === lots >= 0) {"],
      why: "without a position before, the first half of the condition decides, and no fill has zero lots",
    },
    {
      line: "realized = before > 0 ? gain : -gain + 0;",
      after: ["realized = before >= 0 ? gain : -gain + 0;", "realized = before > (-1) ? gain : -gain + 0;"],
      why: "a fill that closes has a position before it",
    },
  ]),
];
