// Changes in `engine/book/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const book: readonly Explanation[] = [
  ...inFile("engine/book/algo-entry/algo-placement.ts", [
    {
      operator: "term",
      line: "if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);",
      after: "if (isRepeated(state, command)) return repeat(answer, first);",
      why: "of an id under which nothing was placed no terms are kept",
    },
    {
      operator: "term",
      line: 'if (root.algoType === "TRAILING_STOP" && activates(root, prices)) activate(root, prices);',
      after: "if (activates(root, prices)) activate(root, prices);",
      why: "every other root is active from the beginning",
    },
  ]),
  ...inFile("engine/book/algo-entry/ordinary-order.ts", [
    {
      operator: "term",
      line: "visible: limit && !order.visible ? 0 : -1,",
      after: "visible: (!order.visible) ? 0 : -1,",
      why: "an order at the market never rests: nothing of it is shown or hidden",
    },
  ]),
  ...inFile("engine/book/algo-entry/triggers.ts", [
    {
      operator: ["check", "term"],
      line: "if (!waitsForLiquidity(state) || isPaused(state, market) || isInDoubt(market)) return false;",
      why: "it only decides whether the same prices are looked at once more, and while nothing may fire nothing comes of that",
    },
    {
      line: "const mayRest = due.length > 0;",
      after: ["const mayRest = due.length >= 0;", "const mayRest = due.length > (-1);"],
      why: "what would have to wait for an order to meet is asked about that once more before it fires",
    },
  ]),
  ...inFile("engine/book/algo/mirror.ts", [
    {
      operator: "term",
      line: "if (!waitsForLiquidity(state) || !order.isTriggered || !closesAtMarket(order)) return false;",
      after: "if ((!waitsForLiquidity(state)) || !closesAtMarket(order)) return false;",
      why: "of what has not fired only a BRACKET has an order, its entry, which closes nothing",
    },
  ]),
  ...inFile("engine/book/algo/stop-bound.ts", [
    {
      operator: "check",
      line: "if (best === NONE) return false;",
      why: "before the first level of the table stands nothing, which is within no bound",
    },
  ]),
  ...inFile("engine/book/algo/algo-cancellation.ts", [
    {
      line: 'const side = opposite(before > 0 ? "BUY" : "SELL");',
      after: [
        'const side = opposite(before >= 0 ? "BUY" : "SELL");',
        'const side = opposite(before > (-1) ? "BUY" : "SELL");',
      ],
      why: "where nothing was held nothing is cancelled",
    },
  ]),
  ...inFile("engine/book/entry/acceptance.ts", [
    {
      operator: "term",
      line: "if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);",
      after: "if (isRepeated(state, command)) return repeat(answer, first);",
      why: "of an id under which nothing was placed no terms are kept",
    },
    {
      operator: "term",
      line: "if (row !== NONE && state.rows.isolated(row) === 0) {",
      after: "if ((state.rows.isolated(row) === 0)) {",
      why: "before the first row of the table stands nothing, which is not 0",
    },
  ]),
  ...inFile("engine/book/entry/amendment.ts", [
    {
      operator: "term",
      line: 'if (order === NONE || orders.account(order) !== c.account) return rejection("not_found", { order_id: c.orderId });',
      after: 'if ((orders.account(order) !== c.account)) return rejection("not_found", { order_id: c.orderId });',
      why: "before the first order of the table stands nothing, which is no account",
    },
    {
      line: "if (samePrice && c.quantity > 0 && c.quantity < orders.quantity(order) * market.lotE8) return null;",
      after: [
        "if (samePrice && c.quantity < orders.quantity(order) * market.lotE8) return null;",
        "if (samePrice && c.quantity >= 0 && c.quantity < orders.quantity(order) * market.lotE8) return null;",
        "if (samePrice && c.quantity > 0 && c.quantity <= (orders.quantity(order) * market.lotE8)) return null;",
      ],
      why: "what changes neither price nor quantity was refused before",
    },
    {
      operator: "check",
      line: "if (level === NONE) return false;",
      why: "before the first level of the table stands nothing, which no price is above or below",
    },
    {
      operator: "comparison",
      line: "const keepsPlace = price === orders.price(order) && quantity < before;",
      after: "const keepsPlace = price === orders.price(order) && quantity <= before;",
      why: "what changes neither price nor quantity was refused before",
    },
  ]),
  ...inFile("engine/book/entry/isolated-order-risk.ts", [
    {
      operator: "check",
      line: "if (increase <= 0) return null;",
      why: "what can be withdrawn is never below nothing, so that no more is always affordable",
    },
    {
      operator: "term",
      line: "if (state.behaviour < STANDSTILL_SINCE || after.openedByOrder === 0 || !isAnyMarketStill(state)) return null;",
      after: "if ((state.behaviour < STANDSTILL_SINCE || after.openedByOrder === 0)) return null;",
      why: "where nothing stands still no account holds such a position: only the shorter way to that",
    },
    {
      operator: "comparison",
      line: "if (increase <= 0) return null;",
      why: "what is no more than before needs nothing that is spare",
    },
    {
      operator: "check",
      line: "if (opened === 0) return null;",
      why: "what opens nothing is asked of an empty row, which needs nothing: it only takes longer",
    },
    {
      line: "const base = held === 0 || held > 0 !== buy ? EMPTY : holdingOf(state, row);",
      after: [
        "const base = held === 0 || held >= 0 !== buy ? EMPTY : holdingOf(state, row);",
        "const base = held === 0 || held > (-1) !== buy ? EMPTY : holdingOf(state, row);",
      ],
      why: "where nothing is held the first half decides",
    },
  ]),
  ...inFile("engine/book/entry/max-order-quantity.ts", [
    {
      operator: "number",
      line: "const middle = low + Math.ceil((high - low) / 2);",
      why: "wherever the range is divided, what is found is the last that passes; in thirds it only takes longer",
    },
  ]),
  ...inFile("engine/book/entry/order-fields.ts", [
    {
      operator: "number",
      line: 'if (c.level < 0 || c.level > LEVEL_MAX) return wrong("level", c.level, "an integer from 0 to 4");',
      after: 'if (c.level < (-1) || c.level > LEVEL_MAX) return wrong("level", c.level, "an integer from 0 to 4");',
      why: "a level of −1 is none, and is not asked about here",
    },
  ]),
  ...inFile("engine/book/entry/order-filters.ts", [
    {
      operator: "rounding",
      line: "return Math.floor(quotient) === quotient;",
      why: "a number is whole exactly when it is its floor, and exactly when it is its ceiling",
    },
  ]),
  ...inFile("engine/book/entry/order-risk.ts", [
    {
      operator: "number",
      line: "const value = held * market.mark * market.unit - (row === NONE ? 0 : state.rows.cost(row));",
      after: "const value = held * market.mark * market.unit - (row === NONE ? (-1) : state.rows.cost(row));",
      why: "only the shorter way to a yes uses it, and its bound is more than a micro below what there is",
    },
    {
      operator: "comparison",
      line: "if (notionalAtMark(market, market.openInterest + quantity) > market.parameters.globalMaxOiCap) {",
      after: "if (notionalAtMark(market, market.openInterest + quantity) >= market.parameters.globalMaxOiCap) {",
      why: "met exactly, the exact test inside passes as well",
    },
    {
      operator: "check",
      line: "if (spare >= loss + fee) return null;",
      why: "only the shorter way to a yes: the exact one lets it through as well",
    },
    {
      operator: "comparison",
      line: "if (spare >= loss + fee) return null;",
      why: "only the shorter way to a yes: at the bound the exact one says yes as well",
    },
    {
      operator: "check",
      line: "if (rows.reduceOnlyOrders(row) === 0) return 0;",
      why: "without any there is nothing to add up",
    },
    {
      operator: "term",
      line: "return checkMargin(state, market, order, balance + marginBounds.atLeast(state, account, row) + value - required);",
      after: "return checkMargin(state, market, order, marginBounds.atLeast(state, account, row) + value - required);",
      why: "only the shorter way to a yes uses it, and less than there is sends more to the exact one",
    },
    {
      line: "const loss = against > 0 ? against * quantity * market.unit : 0;",
      after: [
        "const loss = against >= 0 ? against * quantity * market.unit : 0;",
        "const loss = against > (-1) ? against * quantity * market.unit : 0;",
      ],
      why: "nothing against it is no loss either way",
    },
    {
      operator: "number",
      line: "if (rows.reduceOnlyOrders(row) === 0) return 0;",
      after: "if (rows.reduceOnlyOrders(row) === 0) return (-1);",
      why: "one lot less than none decides nothing: what is pending has to be no more than can be closed by itself",
    },
    {
      line: "if (closable > 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      after: [
        "if ((sameSide <= closable) && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
        "if (closable >= 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
        "if (closable > (-1) && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      ],
      why: "an order is of one lot or more, which is more than nothing",
    },
    {
      operator: "term",
      line: "if (closable > 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      after: "if ((closable > 0) && sameSide + reduceOnlyLots(state, row) <= closable) return null;",
      why: "what only reduces is not less than nothing: the sum decides",
    },
  ]),
  ...inFile("engine/book/matching/fill-or-kill.ts", [
    {
      operator: "check",
      line: "if (firstGivesAll(state, market, match)) return true;",
      why: "only the shorter way to a yes: tried on a scratch it fills whole as well",
    },
    {
      line: "if (offered >= wanted) return { orders: found, offered, isAll: false };",
      why: "with more orders than are needed it comes to the same",
    },
    {
      operator: "check",
      line: "if (within.offered < left) return false;",
      why: "only the shorter way to a no: tried on a scratch it does not fill either",
    },
    {
      operator: "comparison",
      line: "if (level === NONE || orders.reference(order) > 0) return false;",
      why: "only the shorter way to a yes: tried on a scratch it fills whole as well",
    },
    {
      operator: "comparison",
      line: "if (!isWhole || orders.visible(first) < lots) return false;",
      after: "if (!isWhole || orders.visible(first) <= lots) return false;",
      why: "only the shorter way to a yes: tried on a scratch it fills whole as well",
    },
    {
      operator: ["check", "term"],
      line: "if (level === NONE || orders.reference(order) > 0) return false;",
      why: "what one order on show gives is no dearer than what the order has reserved for; and without a level there is no price to reach",
    },
    {
      operator: "check",
      line: "if (!match.reaches(price)) return false;",
      why: "an order that does not reach it meets nothing, and ends as unfilled all the same",
    },
  ]),
  ...inFile("engine/book/matching/matching.ts", [
    {
      operator: "comparison",
      line: "return (state.orders.isBuy(order) ? held < 0 : held > 0) ? Math.abs(held) : 0;",
      why: "where nothing is held it is nothing either way",
    },
    {
      operator: "term",
      line: "return rows.isolated(incomingRow) === 0 || !limitReserve(state, incomingRow, incomingHeld, incomingReserve, out);",
      after: "return (!limitReserve(state, incomingRow, incomingHeld, incomingReserve, out));",
      why: "a cross row reserves nothing, so that none of its orders can go",
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
      why: "where nothing is held no order is small enough",
    },
  ]),
  ...inFile("engine/book/matching/matching.ts", [
    {
      operator: "check",
      line: "if (level === NONE) return unmet(state, match);",
      why: "before the first level of the table stands nothing, which is within no bound",
    },
  ]),
  ...inFile("engine/book/matching/rehearsal.ts", [
    {
      operator: "check",
      line: "if (state.rows.reduceOnlyOrders(row) === 0 && state.rows.isolated(row) === 0) return remaining;",
      why: "an order that may open gives all that is left of it, and what its row holds after that is asked of the others alone: it only takes longer",
    },
  ]),
  ...inFile("engine/book/matching/side-cover.ts", [
    {
      operator: "check",
      line: "if (closing === 0) return 0 - openedFor;",
      why: "a close of nothing brings nothing: its share of margin and of cost is 0, and a flat row has neither",
    },
  ]),
  ...inFile("engine/book/orders/open-orders.ts", [
    {
      operator: "number",
      line: "if (after !== 0 && after > 0 === before > 0) return;",
      after: "if (after !== 0 && after > 0 === before > (-1)) return;",
      why: "a row that held nothing has nothing that only closes it",
    },
    {
      operator: "comparison",
      line: "if (after !== 0 && after > 0 === before > 0) return;",
      after: [
        "if (after !== 0 && after >= 0 === before > 0) return;",
        "if (after !== 0 && after > 0 === before >= 0) return;",
      ],
      why: "before the second half decides, nothing is left of neither",
    },
    {
      line: "const opposite = state.orders.isBuy(order) ? held < 0 : held > 0;",
      after: [
        "const opposite = state.orders.isBuy(order) ? held <= 0 : held > 0;",
        "const opposite = state.orders.isBuy(order) ? held < 1 : held > 0;",
        "const opposite = state.orders.isBuy(order) ? held < 0 : held >= 0;",
        "const opposite = state.orders.isBuy(order) ? held < 0 : held > (-1);",
      ],
      why: "where nothing is held there is nothing to close",
    },
  ]),
  ...inFile("engine/book/matching/incoming-order.ts", [
    {
      operator: "check",
      line: 'if (type === "FOK") return end(state, order, "FOK_UNFILLED", answer, out);',
      why: "what is matched at all was tried on a scratch and filled whole there, and does so here: it never gets to this line",
    },
  ]),
  ...inFile("engine/book/orders/open-orders.ts", [
    {
      operator: "check",
      line: "if (state.rows.reduceOnlyOrders(row) === 0 && state.rows.closingAlgos(row) === 0) return;",
      why: "without an order that only closes none is found that is cancelled: it only takes longer",
    },
  ]),
  ...inFile("engine/book/orders/order-reports.ts", [
    {
      operator: "number",
      line: "if (algo !== 0) state.followers.orderReported(state, algo, report, out);",
      after: "if (algo !== (-1)) state.followers.orderReported(state, algo, report, out);",
      why: "no algo order has the number 0: looking for it finds nothing, and only takes time",
    },
    {
      operator: "check",
      line: "if (report.tradeId === 0) return;",
      why: "a report that follows one without an execution has nothing to clear: it only takes longer",
    },
  ]),
  ...inFile("engine/book/orders/reserve-limit.ts", [
    {
      operator: "check",
      line: "if (closing === lots) return lots;",
      why: "what opens nothing needs nothing, and nothing is always affordable",
    },
    {
      operator: "comparison",
      line: "const closing = (buy ? held < 0 : held > 0) ? Math.min(lots, Math.abs(held)) : 0;",
      why: "where nothing is held it is nothing either way",
    },
    {
      operator: "comparison",
      line: [
        "const buyGoes = limitSide(state, row, true, enlarged && held < 0, out);",
        "const sellGoes = limitSide(state, row, false, enlarged && held > 0, out);",
      ],
      why: "where nothing was held, nothing was to be closed, and no side reserves more than before",
    },
  ]),
  ...inFile("engine/book/scratch/scratch.ts", [
    {
      operator: "check",
      line: "if (this.#brokers.has(number)) return;",
      why: "a second account for the same fees only collects them elsewhere, and no account's fees are looked at here",
    },
    {
      operator: "check",
      line: "if (orderTag <= NONE || this.#tags.has(orderTag)) return;",
      why: "a tag that is copied once more, or that is none, is the same wherever it is looked at",
    },
  ]),
  ...inFile("engine/book/state-changes.ts", [
    {
      operator: "term",
      line: "if (paused && market.isTrading) askForPipeline(state, market);",
      after: "if (paused) askForPipeline(state, market);",
      why: "while it stands still, all that follows is a look at those who hold something there, and they are due one anyway",
    },
    {
      operator: "term",
      line: "if (paused && market.isTrading) askForPipeline(state, market);",
      after: "if (market.isTrading) askForPipeline(state, market);",
      why: "where trading goes on as before, what follows from its prices has followed",
    },
  ]),
];
