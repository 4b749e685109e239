// Changes in `engine/money/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const money: readonly Explanation[] = [
  ...inFile("engine/money/cover/pause-margin.ts", [
    {
      operator: "term",
      line: "const isCounted = state.behaviour >= STANDSTILL_SINCE && isAnyMarketStill(state);",
      after: "const isCounted = (state.behaviour >= STANDSTILL_SINCE);",
      why: "where nothing stands still no account holds such a position: only the shorter way to that",
    },
    {
      operator: "term",
      line: "if (!isCounted || !holdsAny(state, account, standsStill)) {",
      after: "if ((!isCounted)) {",
      why: "where none of the account's positions stands still, counting comes to the same sums",
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
      why: "only the shorter way to a yes: the exact one lets it through as well",
    },
    {
      operator: "comparison",
      line: "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
      why: "only the shorter way to a yes: at the bound the exact one says yes as well",
    },
    {
      operator: "comparison",
      line: "if (held === 0 || held > 0 === lots > 0) return 0;",
      after: "if (held === 0 || held > 0 === lots >= 0) return 0;",
      why: "no fill is of no lots",
    },
    {
      operator: "comparison",
      line: "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) >= 0) return true;",
      after: "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) > 0) return true;",
      why: "only the shorter way to a yes: at the bound the exact one says yes as well",
    },
    {
      operator: "term",
      line: "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
      after: "if (marginBounds.atLeast(state, account, row) + value >= required) return true;",
      why: "only the shorter way to a yes, and less than there is leads to the exact one",
    },
    {
      operator: "comparison",
      line: "if (held === 0 || held > 0 === lots > 0) return 0;",
      after: "if (held === 0 || held >= 0 === lots > 0) return 0;",
      why: "where nothing is held, nothing closes anyway",
    },
    {
      operator: "comparison",
      line: "return held > 0 ? Math.max(lots, -held) : Math.min(lots, -held);",
      why: "where nothing is held it is never asked",
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
      why: "what closes nothing costs nothing, and a row with nothing in it owes nothing",
    },
    {
      operator: "check",
      line: "if (opening === 0) return true;",
      why: "what opens nothing is asked of an empty row, which needs nothing: it only takes longer",
    },
  ]),
  ...inFile("engine/money/fees/charging.ts", [
    {
      operator: "check",
      line: "if (fee === 0) return;",
      why: "a taker always pays something, and of a maker's nothing there is nothing to book",
    },
  ]),
  ...inFile("engine/money/fees/fee-tags.ts", [
    {
      operator: "term",
      line: "if (tag === undefined || answer.rejection !== null) return;",
      after: "if ((answer.rejection !== null)) return;",
      why: "where there is none it was refused",
    },
  ]),
  ...inFile("engine/money/fees/tiers.ts", [
    {
      operator: "number",
      line: "{ volume: 750 * MILLION_USDC, takerE6: 200, makerE6: -15 },",
      after: "{ volume: 750 * MILLION_USDC, takerE6: 200, makerE6: -14 },",
      why: "rates have coarser steps than that limit: both are rounded up to the same",
    },
  ]),
  ...inFile("engine/money/isolated/allocation.ts", [
    {
      operator: "comparison",
      line: "if (notional > NOTIONAL_MAX) return Number.MAX_SAFE_INTEGER;",
      why: "next to the bound is no margin that any account could have",
    },
  ]),
  ...inFile("engine/money/isolated/order-reserve.ts", [
    {
      operator: "check",
      line: "if (orders.isReduceOnly(order)) continue;",
      why: "an order that may only close has no reference, so that it is not added below either",
    },
    {
      operator: "check",
      line: "if (change === 0) return;",
      why: "what follows adds nothing then, and an account that is touched without a change is only looked at once more",
    },
    {
      line: "else if (orders.reference(order) > 0) {",
      after: ["else if (orders.reference(order) >= 0) {", "else if (orders.reference(order) > (-1)) {"],
      why: "all but orders that only close have a reference",
    },
    {
      line: "return held < 0 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);",
      after: [
        "return held <= 0 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);",
        "return held < 1 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);",
      ],
      why: "where nothing is held, nothing was to be closed, and it is asked for nothing",
    },
    {
      line: "this.#closedByBuys = held < 0;",
      after: ["this.#closedByBuys = held <= 0;", "this.#closedByBuys = held < 1;"],
      why: "where nothing is held, nothing can be closed by either side",
    },
  ]),
  ...inFile("engine/money/margin/margin-bounds-audit.ts", [
    {
      operator: "check",
      line: "if (accounts.firstRow(account) === NONE) continue;",
      why: "of an account without rows, what is kept and what is added up are its balance",
    },
  ]),
  ...inFile("engine/money/margin/margin-view.ts", [
    {
      line: "const size = q < 0n ? -q : q;",
      after: ["const size = q <= 0n ? -q : q;", "const size = q < 1n ? -q : q;"],
      why: "a position has lots",
    },
    {
      line: "const [n, d] = denominator > 0n ? [numerator, denominator] : [-numerator, -denominator];",
      after: [
        "const [n, d] = denominator >= 0n ? [numerator, denominator] : [-numerator, -denominator];",
        "const [n, d] = denominator > (-1n) ? [numerator, denominator] : [-numerator, -denominator];",
      ],
      why: "where it is nothing it was answered above",
    },
    {
      line: "const price = (own ? 0n : BigInt(market.mark * market.tickE8)) + (q > 0n ? divCeil(n, d) : divFloor(n, d));",
      after: [
        "const price = (own ? 0n : BigInt(market.mark * market.tickE8)) + (q >= 0n ? divCeil(n, d) : divFloor(n, d));",
        "const price = (own ? 0n : BigInt(market.mark * market.tickE8)) + (q > (-1n) ? divCeil(n, d) : divFloor(n, d));",
      ],
      why: "a position has lots",
    },
    {
      line: "return price > 0n ? Number(price) : 0;",
      after: ["return price >= 0n ? Number(price) : 0;", "return price > (-1n) ? Number(price) : 0;"],
      why: "a price of nothing is 0",
    },
  ]),
  ...inFile("engine/money/position/entry-value.ts", [
    {
      operator: "check",
      line: "if (closed === quantity) return { micros, fine };",
      why: "all of it divided by all of it is it: either way of dividing comes to the same, only slower",
    },
    {
      operator: "comparison",
      line: "if (quantity < DIVISOR_MAX && micros < QUOTIENT_MAX) return shareOf(micros, fine, closed, quantity);",
      why: "next to the bounds big integers come to the same, only slower",
    },
    {
      operator: "term",
      line: "if (quantity < DIVISOR_MAX && micros < QUOTIENT_MAX) return shareOf(micros, fine, closed, quantity);",
      after: "if ((quantity < DIVISOR_MAX)) return shareOf(micros, fine, closed, quantity);",
      why: "up to 2^53 an estimate is off by two at most, and what it is off after its correction is carried by the fine part",
    },
    {
      operator: "check",
      line: "if (quantity < DIVISOR_MAX && micros < QUOTIENT_MAX) return shareOf(micros, fine, closed, quantity);",
      why: "big integers come to the same, only slower",
    },
  ]),
  ...inFile("engine/money/position/position-fills.ts", [
    {
      operator: "comparison",
      line: "if (before === 0 || (after !== 0 && before > 0 !== after > 0)) state.rows.setOpenedAt(row, state.now);",
      why: "where it is asked the row was not flat before, and is not after",
    },
    {
      operator: "comparison",
      line: "if (before === 0 || before > 0 === lots > 0) {",
      after: ["if (before === 0 || before >= 0 === lots > 0) {", "if (before === 0 || before > 0 === lots >= 0) {"],
      why: "where nothing was held the first half decides, and no fill is of no lots",
    },
    {
      line: "realized = before > 0 ? gain : -gain + 0;",
      after: ["realized = before >= 0 ? gain : -gain + 0;", "realized = before > (-1) ? gain : -gain + 0;"],
      why: "where it closes, something was held",
    },
  ]),
];
