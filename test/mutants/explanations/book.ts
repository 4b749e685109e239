// Changes in `engine/book/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const book: readonly Explanation[] = [
  ...inFile("engine/book/algo-entry/algo-placement.ts", [
    {
      operator: "term",
      line: "if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);",
      after: "if (isRepeated(state, command)) return repeat(answer, first);",
      why: "no terms are stored for an id under which nothing was placed",
    },
    {
      operator: "term",
      line: 'if (root.algoType === "TRAILING_STOP" && activates(root, prices)) activate(root, prices);',
      after: "if (activates(root, prices)) activate(root, prices);",
      why: "every other root is active from the start",
    },
  ]),
  ...inFile("engine/book/algo-entry/ordinary-order.ts", [
    {
      operator: "term",
      line: "visible: limit && !order.visible ? 0 : -1,",
      after: "visible: (!order.visible) ? 0 : -1,",
      why: "a market order never rests: no part of it is visible or hidden",
    },
  ]),
  ...inFile("engine/book/algo-entry/triggers.ts", [
    {
      operator: ["check", "term"],
      line: "if (!waitsForLiquidity(state) || isPaused(state, market) || isInDoubt(market)) return false;",
      why: "this only decides whether the same prices are checked once more, and nothing comes of that while no order may fire",
    },
    {
      line: "const mayRest = due.length > 0;",
      after: ["const mayRest = due.length >= 0;", "const mayRest = due.length > (-1);"],
      why: "an order that has to wait for liquidity is checked for that once more before it fires",
    },
  ]),
  ...inFile("engine/book/algo/mirror.ts", [
    {
      operator: "term",
      line: "if (!waitsForLiquidity(state) || !order.isTriggered || !closesAtMarket(order)) return false;",
      after: "if ((!waitsForLiquidity(state)) || !closesAtMarket(order)) return false;",
      why: "of the algo orders that have not fired only a BRACKET has an order: its entry, which closes nothing",
    },
  ]),
  ...inFile("engine/book/algo/stop-bound.ts", [
    {
      operator: "check",
      line: "if (best === NONE) return false;",
      why: "the slot before the first level of the table is empty, and no bound includes it",
    },
  ]),
  ...inFile("engine/book/algo/algo-cancellation.ts", [
    {
      line: 'const side = opposite(before > 0 ? "BUY" : "SELL");',
      after: [
        'const side = opposite(before >= 0 ? "BUY" : "SELL");',
        'const side = opposite(before > (-1) ? "BUY" : "SELL");',
      ],
      why: "without a position before, there is nothing to cancel",
    },
  ]),
  ...inFile("engine/book/entry/acceptance.ts", [
    {
      operator: "term",
      line: "if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);",
      after: "if (isRepeated(state, command)) return repeat(answer, first);",
      why: "no terms are stored for an id under which nothing was placed",
    },
    {
      operator: "term",
      line: "if (row !== NONE && state.rows.isolated(row) === 0) {",
      after: "if ((state.rows.isolated(row) === 0)) {",
      why: "the slot before the first row of the table is empty, which is not 0",
    },
  ]),
  ...inFile("engine/book/entry/amendment.ts", [
    {
      operator: "term",
      line: 'if (order === NONE || orders.account(order) !== c.account) return rejection("not_found", { order_id: c.orderId });',
      after: 'if ((orders.account(order) !== c.account)) return rejection("not_found", { order_id: c.orderId });',
      why: "the slot before the first order of the table is empty, which is no account",
    },
    {
      line: "if (samePrice && c.quantity > 0 && c.quantity < orders.quantity(order) * market.lotE8) return null;",
      after: [
        "if (samePrice && c.quantity < orders.quantity(order) * market.lotE8) return null;",
        "if (samePrice && c.quantity >= 0 && c.quantity < orders.quantity(order) * market.lotE8) return null;",
        "if (samePrice && c.quantity > 0 && c.quantity <= (orders.quantity(order) * market.lotE8)) return null;",
      ],
      why: "an amendment that changes neither price nor quantity was rejected earlier",
    },
    {
      operator: "check",
      line: "if (level === NONE) return false;",
      why: "the slot before the first level of the table is empty, which no price is above or below",
    },
    {
      operator: "comparison",
      line: "const keepsPlace = price === orders.price(order) && quantity < before;",
      after: "const keepsPlace = price === orders.price(order) && quantity <= before;",
      why: "an amendment that changes neither price nor quantity was rejected earlier",
    },
  ]),
  ...inFile("engine/book/entry/isolated-order-risk.ts", [
    {
      operator: "check",
      line: "if (increase <= 0) return null;",
      why: "the withdrawable amount is never negative, so an increase of zero or less is always affordable",
    },
    {
      operator: "term",
      line: "if (state.behaviour < STANDSTILL_SINCE || after.openedByOrder === 0 || !isAnyMarketStill(state)) return null;",
      after: "if ((state.behaviour < STANDSTILL_SINCE || after.openedByOrder === 0)) return null;",
      why: "when no market stands still, no account holds such a position: this is only a shortcut",
    },
    {
      operator: "comparison",
      line: "if (increase <= 0) return null;",
      why: "an amount that does not increase needs no spare collateral",
    },
    {
      operator: "check",
      line: "if (opened === 0) return null;",
      why: "an order that opens nothing is checked against an empty row, which needs nothing: it only takes longer",
    },
    {
      line: "const base = held === 0 || held > 0 !== buy ? EMPTY : holdingOf(state, row);",
      after: [
        "const base = held === 0 || held >= 0 !== buy ? EMPTY : holdingOf(state, row);",
        "const base = held === 0 || held > (-1) !== buy ? EMPTY : holdingOf(state, row);",
      ],
      why: "without a position the first half of the condition decides",
    },
  ]),
  ...inFile("engine/book/entry/max-order-quantity.ts", [
    {
      operator: "number",
      line: "const middle = low + Math.ceil((high - low) / 2);",
      why: "wherever the range is divided, the search finds the last quantity that passes; thirds only take longer",
    },
  ]),
  ...inFile("engine/book/entry/order-fields.ts", [
    {
      operator: "number",
      line: 'if (c.level < 0 || c.level > LEVEL_MAX) return wrong("level", c.level, "an integer from 0 to 4");',
      after: 'if (c.level < (-1) || c.level > LEVEL_MAX) return wrong("level", c.level, "an integer from 0 to 4");',
      why: "a level of −1 stands for no level, and is not checked here",
    },
  ]),
  ...inFile("engine/book/entry/order-filters.ts", [
    {
      operator: "rounding",
      line: "return Math.floor(quotient) === quotient;",
      why: "a number is whole exactly when it equals its floor, and exactly when it equals its ceiling",
    },
  ]),
  ...inFile("engine/book/entry/order-risk.ts", [
    {
      operator: "number",
      line: "const value = held * market.mark * market.unit - (row === NONE ? 0 : state.rows.cost(row));",
      after: "const value = held * market.mark * market.unit - (row === NONE ? (-1) : state.rows.cost(row));",
      why: "only the shortcut that accepts uses it, and its bound is more than a micro below the real amount",
    },
    {
      operator: "comparison",
      line: "if (notionalAtMark(market, market.openInterest + quantity) > market.parameters.globalMaxOiCap) {",
      after: "if (notionalAtMark(market, market.openInterest + quantity) >= market.parameters.globalMaxOiCap) {",
      why: "at the exact bound, the exact check inside passes as well",
    },
    {
      operator: "check",
      line: "if (spare >= loss + fee) return null;",
      why: "only a shortcut that accepts: the exact check accepts as well",
    },
    {
      operator: "comparison",
      line: "if (spare >= loss + fee) return null;",
      why: "only a shortcut that accepts: at the bound the exact check accepts as well",
    },
    {
      operator: "check",
      line: "if (rows.reduceOnlyOrders(row) === 0) return 0;",
      why: "without any, there is nothing to add up",
    },
    {
      operator: "term",
      line: "return checkMargin(state, market, order, balance + marginBounds.atLeast(state, account, row) + value - required);",
      after: "return checkMargin(state, market, order, marginBounds.atLeast(state, account, row) + value - required);",
      why: "only the shortcut that accepts uses it, and a lower amount only sends more orders to the exact check",
    },
    {
      line: "const loss = against > 0 ? against * quantity * market.unit : 0;",
      after: [
        "const loss = against >= 0 ? against * quantity * market.unit : 0;",
        "const loss = against > (-1) ? against * quantity * market.unit : 0;",
      ],
      why: "zero against the account is no loss either way",
    },
    {
      operator: "number",
      line: "if (rows.reduceOnlyOrders(row) === 0) return 0;",
      after: "if (rows.reduceOnlyOrders(row) === 0) return (-1);",
      why: "one lot too few decides nothing: the pending lots alone must already be no more than can be closed",
    },
    {
      line: "if (closable > 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      after: [
        "if ((sameSide <= closable) && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
        "if (closable >= 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
        "if (closable > (-1) && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      ],
      why: "an order has at least one lot, which is more than zero",
    },
    {
      operator: "term",
      line: "if (closable > 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      after: "if ((closable > 0) && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      why: "the reduce-only lots are not below zero: the sum decides",
    },
  ]),
  ...inFile("engine/book/matching/fill-or-kill.ts", [
    {
      operator: "check",
      line: "if (firstGivesAll(state, market, match)) return true;",
      why: "only a shortcut that accepts: in the rehearsal on a scratch the order fills completely as well",
    },
    {
      line: "if (offered >= wanted) return { orders: found, offered, isAll: false };",
      why: "with more orders than needed the result is the same",
    },
    {
      operator: "check",
      line: "if (within.offered < left) return false;",
      why: "only a shortcut that rejects: in the rehearsal on a scratch the order does not fill either",
    },
    {
      operator: "comparison",
      line: "if (level === NONE || orders.reference(order) > 0) return false;",
      why: "only a shortcut that accepts: in the rehearsal on a scratch the order fills completely as well",
    },
    {
      operator: "comparison",
      line: "if (!isWhole || orders.visible(first) < lots) return false;",
      after: "if (!isWhole || orders.visible(first) <= lots) return false;",
      why: "only a shortcut that accepts: in the rehearsal on a scratch the order fills completely as well",
    },
    {
      operator: ["check", "term"],
      line: "if (level === NONE || orders.reference(order) > 0) return false;",
      why: "what a single visible order offers costs no more than the order has reserved; and without a level there is no price to reach",
    },
    {
      operator: "check",
      line: "if (!match.reaches(price)) return false;",
      why: "an order that does not reach the price matches nothing, and still ends as unfilled",
    },
  ]),
  ...inFile("engine/book/matching/matching.ts", [
    {
      operator: "comparison",
      line: "return (state.orders.isBuy(order) ? held < 0 : held > 0) ? Math.abs(held) : 0;",
      why: "without a position the result is zero either way",
    },
    {
      operator: "term",
      line: "return rows.isolated(incomingRow) === 0 || !limitReserve(state, incomingRow, incomingHeld, incomingReserve, out);",
      after: "return (!limitReserve(state, incomingRow, incomingHeld, incomingReserve, out));",
      why: "a cross row reserves nothing, so none of its orders can be cancelled for that",
    },
  ]),
  ...inFile("engine/book/orders/closing-orders.ts", [
    {
      operator: "comparison",
      line: "const closes = (orders.isBuy(order) ? held < 0 : held > 0) && remaining <= open;",
      after: [
        "const closes = (orders.isBuy(order) ? held <= 0 : held > 0) && remaining <= open;",
        "const closes = (orders.isBuy(order) ? held < 0 : held >= 0) && remaining <= open;",
      ],
      why: "without a position no order is small enough",
    },
  ]),
  ...inFile("engine/book/matching/matching.ts", [
    {
      operator: "check",
      line: "if (level === NONE) return unmet(state, match);",
      why: "the slot before the first level of the table is empty, and no bound includes it",
    },
  ]),
  ...inFile("engine/book/matching/rehearsal.ts", [
    {
      operator: "check",
      line: "if (state.rows.reduceOnlyOrders(row) === 0 && state.rows.isolated(row) === 0) return remaining;",
      why: "an order that may open offers all that remains of it, and only the offers of other orders depend on what its row holds afterwards: it only takes longer",
    },
  ]),
  ...inFile("engine/book/matching/side-cover.ts", [
    {
      operator: "check",
      line: "if (closing === 0) return 0 - openedFor;",
      why: "closing zero lots yields zero: its share of margin and cost is 0, and a flat row has neither",
    },
  ]),
  ...inFile("engine/book/orders/open-orders.ts", [
    {
      operator: "number",
      line: "if (after !== 0 && after > 0 === before > 0) return;",
      after: "if (after !== 0 && after > 0 === before > (-1)) return;",
      why: "a row that was flat has no orders that only close it",
    },
    {
      operator: "comparison",
      line: "if (after !== 0 && after > 0 === before > 0) return;",
      after: [
        "if (after !== 0 && after >= 0 === before > 0) return;",
        "if (after !== 0 && after > 0 === before >= 0) return;",
      ],
      why: "when the second half of the condition decides, neither side is zero any more",
    },
    {
      line: "const opposite = state.orders.isBuy(order) ? held < 0 : held > 0;",
      after: [
        "const opposite = state.orders.isBuy(order) ? held <= 0 : held > 0;",
        "const opposite = state.orders.isBuy(order) ? held < 1 : held > 0;",
        "const opposite = state.orders.isBuy(order) ? held < 0 : held >= 0;",
        "const opposite = state.orders.isBuy(order) ? held < 0 : held > (-1);",
      ],
      why: "without a position there is nothing to close",
    },
  ]),
  ...inFile("engine/book/matching/incoming-order.ts", [
    {
      operator: "check",
      line: 'if (type === "FOK") return end(state, order, "FOK_UNFILLED", answer, out);',
      why: "an order that is matched at all filled completely in the rehearsal on a scratch, and does so here: this line is never reached",
    },
  ]),
  ...inFile("engine/book/orders/open-orders.ts", [
    {
      operator: "check",
      line: "if (state.rows.reduceOnlyOrders(row) === 0 && state.rows.closingAlgos(row) === 0) return;",
      why: "without an order that only closes, no order to cancel is found: it only takes longer",
    },
  ]),
  ...inFile("engine/book/orders/order-reports.ts", [
    {
      operator: "number",
      line: "if (algo !== 0) state.followers.orderReported(state, algo, report, out);",
      after: "if (algo !== (-1)) state.followers.orderReported(state, algo, report, out);",
      why: "no algo order has the number 0: looking for it finds nothing and only takes time",
    },
    {
      operator: "check",
      line: "if (report.tradeId === 0) return;",
      why: "a report that follows a report without an execution has nothing to clear: it only takes longer",
    },
  ]),
  ...inFile("engine/book/orders/reserve-limit.ts", [
    {
      operator: "check",
      line: "if (closing === lots) return lots;",
      why: "an order that opens nothing needs nothing, which is always affordable",
    },
    {
      operator: "comparison",
      line: "const closing = (buy ? held < 0 : held > 0) ? Math.min(lots, Math.abs(held)) : 0;",
      why: "without a position the result is zero either way",
    },
    {
      operator: "comparison",
      line: [
        "const buyGoes = limitSide(state, row, true, enlarged && held < 0, out);",
        "const sellGoes = limitSide(state, row, false, enlarged && held > 0, out);",
      ],
      why: "without a position before, nothing was to be closed, and no side reserves more than before",
    },
  ]),
  ...inFile("engine/book/scratch/scratch.ts", [
    {
      operator: "check",
      line: "if (this.#brokers.has(number)) return;",
      why: "a second account for the same fees only collects them in another place, and no account's fees are read here",
    },
    {
      operator: "check",
      line: "if (orderTag <= NONE || this.#tags.has(orderTag)) return;",
      why: "a tag that is copied once more, or that does not exist, is the same wherever it is read",
    },
  ]),
  ...inFile("engine/book/state-changes.ts", [
    {
      operator: "term",
      line: "if (paused && market.isTrading) askForPipeline(state, market);",
      after: "if (paused) askForPipeline(state, market);",
      why: "while the market stands still, the only consequence is a check of the accounts with positions there, which is due anyway",
    },
    {
      operator: "term",
      line: "if (paused && market.isTrading) askForPipeline(state, market);",
      after: "if (market.isTrading) askForPipeline(state, market);",
      why: "where trading goes on as before, the consequences of its prices have already happened",
    },
  ]),
];
