// What nothing can show in `engine/money/`.

import type { Explanation } from "../explained.ts";

export const money: readonly Explanation[] = [
  {
    file: "engine/money/isolated/order-reserve.ts",
    operator: "check",
    line: "if (orders.isReduceOnly(order)) continue;",
    why: "an order that may only close has no reference, so that it is not added below either",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "check",
    line: "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) >= 0) return true;",
    why: "only the shorter way to a yes: the exact one lets it through as well",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "check",
    line: "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
    why: "only the shorter way to a yes: the exact one lets it through as well",
  },
  {
    file: "engine/money/isolated/order-reserve.ts",
    operator: "check",
    line: "if (change === 0) return;",
    why: "what follows adds nothing then, and an account that is touched without a change is only looked at once more",
  },
  {
    file: "engine/money/position/position-fills.ts",
    operator: "comparison",
    line: "if (before === 0 || (after !== 0 && before > 0 !== after > 0)) state.rows.setOpenedAt(row, state.now);",
    why: "where it is asked the row was not flat before, and is not after",
  },
  {
    file: "engine/money/fees/tiers.ts",
    operator: "number",
    line: "{ volume: 750 * MILLION_USDC, takerE6: 200, makerE6: -15 },",
    after: "{ volume: 750 * MILLION_USDC, takerE6: 200, makerE6: -14 },",
    why: "rates have coarser steps than that limit: both are rounded up to the same",
  },
  {
    file: "engine/money/fees/effective-rates.ts",
    operator: "comparison",
    line: "for (let account = 0; account < state.accounts.used; account++) {",
    after: "for (let account = 0; account <= state.accounts.used; account++) {",
    why: "behind the last account is no user",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "comparison",
    line: "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
    why: "only the shorter way to a yes: at the bound the exact one says yes as well",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "comparison",
    line: "if (held === 0 || held > 0 === lots > 0) return 0;",
    after: "if (held === 0 || held > 0 === lots >= 0) return 0;",
    why: "no fill is of no lots",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "comparison",
    line: "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) >= 0) return true;",
    after: "if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) > 0) return true;",
    why: "only the shorter way to a yes: at the bound the exact one says yes as well",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "term",
    line: "if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;",
    after: "if (marginBounds.atLeast(state, account, row) + value >= required) return true;",
    why: "only the shorter way to a yes, and less than there is leads to the exact one",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "comparison",
    line: "if (held === 0 || held > 0 === lots > 0) return 0;",
    after: "if (held === 0 || held >= 0 === lots > 0) return 0;",
    why: "where nothing is held, nothing closes anyway",
  },
  {
    file: "engine/money/cover/cover.ts",
    operator: "comparison",
    line: "return held > 0 ? Math.max(lots, -held) : Math.min(lots, -held);",
    why: "where nothing is held it is never asked",
  },
];
