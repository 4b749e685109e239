// Changes in `engine/risk/liquidation/` and `engine/risk/fund/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const liquidation: readonly Explanation[] = [
  ...inFile("engine/risk/fund/adl-ranking.ts", [
    {
      operator: "term",
      line: "if (state.rows.quantity(row) > 0 !== held > 0 && state.accounts.isUser(state.rows.account(row)))",
      after: "if ((state.rows.quantity(row) > 0 !== held > 0))",
      why: "of all accounts that belong to no user, only the fund has positions, and its own position is not on the opposite side of itself",
    },
    {
      operator: "number",
      line: 'return modeOf(first) === "CROSS" ? -1 : 1;',
      after: ['return modeOf(first) === "CROSS" ? -2 : 1;', 'return modeOf(first) === "CROSS" ? -1 : 2;'],
      why: "a sort only reads the sign",
    },
    {
      line: "if (state.rows.quantity(row) > 0 !== held > 0 && state.accounts.isUser(state.rows.account(row)))",
      after: [
        "if (state.rows.quantity(row) >= 0 !== held > 0 && state.accounts.isUser(state.rows.account(row)))",
        "if (state.rows.quantity(row) > (-1) !== held > 0 && state.accounts.isUser(state.rows.account(row)))",
        "if (state.rows.quantity(row) > 0 !== held >= 0 && state.accounts.isUser(state.rows.account(row)))",
        "if (state.rows.quantity(row) > 0 !== held > (-1) && state.accounts.isUser(state.rows.account(row)))",
      ],
      why: "neither is zero: both are open positions",
    },
    {
      operator: "comparison",
      line: "const entry = ((size < 0n ? -size : size) * average) / E10_BIG;",
      why: "a position has at least one lot",
    },
    {
      operator: "number",
      line: "const roi = divFloor(profit * BigInt(E8), entry > 0n ? entry : 1n);",
      after: "const roi = divFloor(profit * BigInt(E8), entry > 1n ? entry : 1n);",
      why: "a value of 1 is divided by 1 either way",
    },
    {
      line: "return { row, roi, leverage, score: roi > 0n ? roi * leverage : 0n };",
      after: [
        "return { row, roi, leverage, score: roi >= 0n ? roi * leverage : 0n };",
        "return { row, roi, leverage, score: roi > (-1n) ? roi * leverage : 0n };",
      ],
      why: "zero times the leverage is zero",
    },
    {
      operator: "comparison",
      line: "if (one !== other) return one > other ? -1 : 1;",
      after: "if (one !== other) return one >= other ? -1 : 1;",
      why: "they are not equal here",
    },
    {
      operator: "number",
      line: "if (one !== other) return one > other ? -1 : 1;",
      after: ["if (one !== other) return one > other ? -2 : 1;", "if (one !== other) return one > other ? -1 : 2;"],
      why: "a sort only reads the sign",
    },
  ]),
  ...inFile("engine/risk/fund/fund-need.ts", [
    {
      line: "return tooMuch <= 0n ? 0 : Number((tooMuch + lotValue - 1n) / lotValue);",
      after: [
        "return tooMuch < 0n ? 0 : Number((tooMuch + lotValue - 1n) / lotValue);",
        "return tooMuch <= (-1n) ? 0 : Number((tooMuch + lotValue - 1n) / lotValue);",
      ],
      why: "an excess of zero needs zero lots",
    },
  ]),
  ...inFile("engine/risk/fund/fund-price.ts", [
    {
      operator: "comparison",
      line: "return lots > 0 === mark > index ? mark : index;",
      after: "return lots > 0 === mark >= index ? mark : index;",
      why: "where mark and index are equal, either is the price",
    },
    {
      operator: "comparison",
      line: "return lots > 0 === mark > index ? mark : index;",
      after: "return lots >= 0 === mark > index ? mark : index;",
      why: "the quantity that changes hands is never zero lots",
    },
  ]),
  ...inFile("engine/risk/fund/insurance-fund.ts", [
    {
      line: "if (listed !== undefined && held > 0 === listed.quantity > 0 && held !== 0) {",
      after: [
        "if (listed !== undefined && held >= 0 === listed.quantity > 0 && held !== 0) {",
        "if (listed !== undefined && held > (-1) === listed.quantity > 0 && held !== 0) {",
        "if (listed !== undefined && held > 0 === listed.quantity >= 0 && held !== 0) {",
        "if (listed !== undefined && held > 0 === listed.quantity > (-1) && held !== 0) {",
      ],
      why: "without a position the last part of the condition decides, and no claim is for zero lots",
    },
  ]),
  ...inFile("engine/risk/liquidation/claims.ts", [
    {
      operator: "term",
      line: "if (of === undefined || offer === undefined || offer.rows.length === 0) {",
      after: [
        "if ((of === undefined) || offer.rows.length === 0) {",
        "if ((offer === undefined) || offer.rows.length === 0) {",
      ],
      why: "an offer is found through its liquidation: where one exists, so does the other",
    },
  ]),
  ...inFile("engine/risk/liquidation/deleveraging.ts", [
    {
      line: "giveAway(state, market, row, held > 0 ? -lots : lots, out);",
      after: [
        "giveAway(state, market, row, held >= 0 ? -lots : lots, out);",
        "giveAway(state, market, row, held > (-1) ? -lots : lots, out);",
      ],
      why: "a flat row gives nothing away",
    },
  ]),
  ...inFile("engine/risk/liquidation/liquidation-checks.ts", [
    {
      operator: "term",
      line: "if (open.has(subject) || (watch.suspects.has(subject) && !isHeld(state, subject))) found.add(subject);",
      after: "if (open.has(subject) || ((!isHeld(state, subject)))) found.add(subject);",
      why: "a touched subject was checked, and is not a suspect only if it is above maintenance: checking it once more finds the same",
    },
    {
      line: "return open.size > 0 && open.has(subject) ? false : look(state, subject);",
      after: [
        "return open.has(subject) ? false : look(state, subject);",
        "return open.size >= 0 && open.has(subject) ? false : look(state, subject);",
        "return open.size > 1 && open.has(subject) ? false : look(state, subject);",
        "return open.size > (-1) && open.has(subject) ? false : look(state, subject);",
      ],
      why: "without open liquidations the set has no subject: the size check only saves the look-up",
    },
    {
      operator: "check",
      line: "if (!fundConcerned) return;",
      why: "what did not concern the fund left its inventory and its solvency unchanged: it only takes longer",
    },
    {
      operator: "comparison",
      line: "if (liquidations.watch.suspects.size > 0 || liquidations.open.size > 0) {",
      why: "without a suspect and without a liquidation nothing is found to check",
    },
    {
      operator: "comparison",
      line: [
        "for (let n = 0; n < touched.size; n++) looksSettled(state, touched.at(n));",
        "for (let n = 0; n < state.touched.size; n++) {",
        "for (let n = 0; n < touched.size; n++) if (followDebts(state, touched.at(n))) concerned = true;",
      ],
      why: "past the last entry there is nothing, or an account that was touched earlier: it is only checked once more",
    },
    {
      operator: "comparison",
      line: "if (state.touched.size > 0) forgetSettled(state);",
      why: "without any, there is nothing to forget",
    },
    {
      line: "if (watch.suspects.size === 0 && open.size === 0 && !debts.mayBeAny) return false;",
      why: "every command except those of orders recounts, and no fill puts an account into debt that was not (mayCloseTo): while nothing is owed it only takes more or less time",
    },
    {
      operator: ["check", "term"],
      line: "if (state.behaviour < STANDSTILL_SINCE || !isAnyMarketStill(state)) return false;",
      why: "in the earlier behaviour only an account in liquidation counted, and it concerns the fund anyway; where no market stands still there are no debts that count, and one more check of the fund finds it unchanged",
    },
    {
      operator: "term",
      line: "if (open.has(subject) || (watch.suspects.has(subject) && !isHeld(state, subject))) found.add(subject);",
      after: "if (open.has(subject) || (watch.suspects.has(subject))) found.add(subject);",
      why: "a subject that is held back is then checked, and left as it is",
    },
  ]),
  ...inFile("engine/risk/liquidation/liquidation-fee.ts", [
    { operator: "comparison", line: "return holding.quantity > 0 ? lots : -lots;", why: "no position has zero lots" },
  ]),
  ...inFile("engine/risk/liquidation/offers.ts", [
    {
      operator: "comparison",
      line: "return quantity > 0 ? shareOf(quantity, percent) : -shareOf(-quantity, percent);",
      why: "no position has zero lots",
    },
    {
      line: "for (let percent = 1; percent < 100; percent++) {",
      after: [
        "for (let percent = 1; percent <= 100; percent++) {",
        "for (let percent = 1; percent < 101; percent++) {",
      ],
      why: "the whole is offered when less is not enough",
    },
  ]),
  ...inFile("engine/risk/liquidation/take-over.ts", [
    {
      operator: "check",
      line: "if (row === NONE) continue;",
      why: "the slot before the first row of the table is empty, which is not 0, and no holding belongs to it",
    },
  ]),
];
