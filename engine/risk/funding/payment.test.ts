// When funding is paid, by which rows, and with which samples. Rules 6.3 to 6.6.

import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { EventLog } from "../../testing/event-log.ts";
import { addBroker, deposit, openAccount, START } from "../../testing/setup.ts";
import { A, B, C, D, ONE, SmallExchange } from "../../testing/small-exchange.ts";

const HOUR = 3_600_000;
/** The first funding time of a market with this period, listed at the start. */
const due = (hours: number) => Math.ceil(START / (hours * HOUR)) * hours * HOUR;

/** SOL pinned at 150, with A long and B short 10. */
function open(changes: Partial<MarketParameters> = {}): EventLog {
  const exchange = new SmallExchange({ fundingPeriodHours: 1, ...changes });
  exchange.pin(150);
  exchange.trade(A, "BUY", B, 150, 10);
  return new EventLog(exchange);
}

const cost = ({ exchange }: EventLog, account: number) => exchange.engine.position(account, 0, "CROSS").cost as number;
const paid = (log: EventLog) => log.fundings.flatMap((event) => (event.type === "paid" ? [event] : []));
const applied = (log: EventLog) => log.fundings.flatMap((event) => (event.type === "applied" ? [event] : []));

/** Moves an account's whole position to the insurance fund. */
function giveToFund({ exchange: { state } }: EventLog, account: number): void {
  const from = state.rows.find(account, 0, "CROSS");
  const to = state.rows.obtain(state.accounts, INSURANCE, 0, "CROSS");
  state.rows.setCost(to, state.rows.cost(to) + state.rows.cost(from));
  state.rows.setCost(from, 0);
  state.rows.setEntryMicros(to, state.rows.entryMicros(to) + state.rows.entryMicros(from));
  state.rows.setEntryMicros(from, 0);
  state.rows.setQuantity(to, state.rows.quantity(from));
  state.rows.setQuantity(from, 0);
}

/** An ask at 149, deep enough for the impact notional: the market trades 1 ÷ 150 below the index. */
function deepAsk({ exchange }: EventLog): void {
  for (let n = 0; n < 4; n++) exchange.rest(C, "SELL", 149, 200);
}

describe("a payment", () => {
  test("goes from long to short when the rate is above zero, and changes the unsettled PnL", () => {
    const log = open();
    const before = [A, B].map((account) => cost(log, account));
    log.apply(due(1) - 15_000, { type: "tick" });
    log.apply(due(1), { type: "tick" });
    // An empty book: interest alone, 0.01 % × 1 ÷ 8 of 1,500.
    const fee = 18_750;
    expect([A, B].map((account, i) => cost(log, account) - before[i]!)).toEqual([fee, -fee]);
    expect(log.exchange.engine.position(A, 0, "CROSS").accruedFunding as number).toBe(fee);
    const { lastFundingRate, nextFundingTime, lastFundingTime } = log.exchange.engine.market(0);
    expect([lastFundingRate, nextFundingTime, lastFundingTime] as number[]).toEqual([125_000, due(1) + HOUR, due(1)]);
    expect(paid(log)).toMatchObject([
      { account: B, fee: -fee, at: due(1), marginMode: "CROSS" },
      { account: A, fee, at: due(1), rate: 125_000, mark: 150_000 },
    ]);
    log.exchange.apply({ type: "settle_pnl", at: START, account: A, nonce: 0 });
    expect(log.exchange.engine.position(A, 0, "CROSS").accruedFunding as number).toBe(0);
  });

  test("does not carry over to the next position after one is closed that neither owes nor is owed", () => {
    const log = open();
    const { exchange } = log;
    // Makers pay no fee, so that the position can get back exactly what it has paid.
    exchange.apply(addBroker("free", 60, 0));
    const E = exchange.apply(openAccount(10, "free")).created;
    exchange.apply(deposit(E, 10_000_000_000, `faucet:${E}:1`));
    exchange.trade(B, "SELL", E, 150, 10);
    const row = () => exchange.engine.position(E, 0, "CROSS");
    log.apply(due(1) - 15_000, { type: "tick" });
    log.apply(due(1), { type: "tick" });
    expect([row().cost, row().accruedFunding] as number[]).toEqual([1_500_018_750, 18_750]);
    // 1.25 × 150.001 + 8.75 × 150.002 = 1,500.01875.
    exchange.trade(C, "BUY", E, 150.001, 1.25);
    exchange.trade(C, "BUY", E, 150.002, 8.75);
    const gone = { quantity: 0, cost: 0, accruedFunding: 0, settlePrice: 0, openedAt: 0, averageOpenPrice: 0 };
    expect(row() as object).toMatchObject(gone);
    exchange.trade(C, "SELL", E, 150, 1);
    expect(row() as object).toMatchObject({ accruedFunding: 0, settlePrice: 0, openedAt: exchange.engine.now });
    exchange.engine.audit();
  });

  test("stays with a closed position until its profit or loss is settled", () => {
    const log = open();
    const { exchange } = log;
    const row = () => exchange.engine.position(A, 0, "CROSS");
    log.apply(due(1) - 15_000, { type: "tick" });
    log.apply(due(1), { type: "tick" });
    exchange.trade(A, "SELL", B, 150, 10);
    expect([row().accruedFunding, row().openedAt] as number[]).toEqual([18_750, START]);
    exchange.apply({ type: "settle_pnl", at: START, account: A, nonce: 0 });
    expect(row() as object).toMatchObject({ cost: 0, accruedFunding: 0, settlePrice: 0, openedAt: 0 });
    exchange.engine.audit();
  });

  test("is rounded against both sides, and the insurance fund keeps the residual", () => {
    const log = open({ minNotional: micros(0) });
    // One lot is worth 1.5 USDC and pays 18.75 micros.
    log.exchange.trade(C, "BUY", D, 150, 0.01);
    const before = cost(log, INSURANCE);
    log.apply(due(1), { type: "tick" });
    expect(paid(log).map(({ account, fee }) => [account, fee])).toEqual([
      [D, -18],
      [C, 19],
      [B, -18_750],
      [A, 18_750],
    ] as never);
    expect(cost(log, INSURANCE) - before).toBe(-1);
  });

  test("is not paid by the insurance fund: receivers share what the others pay", () => {
    const log = open();
    const { sol } = log.exchange;
    log.exchange.trade(C, "BUY", B, 150, 30);
    // The fund takes over A's position: 10 of the 40 that pay.
    giveToFund(log, A);
    log.apply(due(1), { type: "tick" });
    expect(sol.lastFundingRate).toBe(125_000);
    expect(paid(log).map(({ account, fee }) => [account, fee])).toEqual([
      [C, 56_250],
      [B, -56_250],
      [INSURANCE, 0],
    ] as never);
  });

  test("that is not paid in full is shared by notional, rounded down", () => {
    const log = open();
    const { state } = log.exchange;
    log.exchange.trade(C, "BUY", D, 150, 7.01);
    const from = state.rows.find(A, 0, "CROSS");
    const to = state.rows.obtain(state.accounts, INSURANCE, 0, "CROSS");
    state.rows.setCost(to, state.rows.cost(to) + state.rows.cost(from));
    state.rows.setCost(from, 0);
    state.rows.setEntryMicros(to, state.rows.entryMicros(to) + state.rows.entryMicros(from));
    state.rows.setEntryMicros(from, 0);
    state.rows.setQuantity(to, state.rows.quantity(from));
    state.rows.setQuantity(from, 0);
    log.apply(due(1), { type: "tick" });
    // C owes 13,143.75 and pays 13,144; the fund would owe 18,750. So 13,144 of 31,894 are available to the receivers.
    expect(paid(log).map(({ account, fee }) => [account, fee])).toEqual([
      [D, -Math.floor((13_143 * 13_144) / 31_894)],
      [C, 13_144],
      [B, -Math.floor((18_750 * 13_144) / 31_894)],
      [INSURANCE, 0],
    ] as never);
    log.exchange.engine.audit();
  });

  test("is paid to the insurance fund as to any other account", () => {
    const log = open();
    giveToFund(log, B);
    log.apply(due(1), { type: "tick" });
    expect(paid(log).map(({ account, fee }) => [account, fee])).toEqual([
      [A, 18_750],
      [INSURANCE, -18_750],
    ] as never);
  });

  test("leaves a payer what the fund could lose with the position", () => {
    // A notional of 1,500 keeps 7.5: twice 0.125 % for the mark's band and 0.25 % for the discount.
    for (const [collateral, fee, rest] of [
      [7.51875, 18_750, 7.5],
      [7.51, 10_000, 7.5],
      [7.5, 0, 7.5],
      [7.4, 0, 7.4],
    ] as const) {
      const log = open();
      const { state, engine } = log.exchange;
      const spare = engine.margin(A).totalCollateral - Math.round(collateral * 1_000_000);
      state.accounts.setHolding(A, state.accounts.holding(A) - spare);
      state.accounts.setHolding(INSURANCE, state.accounts.holding(INSURANCE) + spare);
      log.apply(due(1), { type: "tick" });
      expect(paid(log).map(({ fee: paidFee }) => paidFee as number)).toEqual([0 - fee, fee]);
      // Below the maintenance margin of 9 this becomes a liquidation, and nothing of it is lost to another account.
      expect(engine.margin(A).totalCollateral / 1_000_000).toBe(rest);
      expect(engine.liquidations.isLiquidating(A, -1)).toBe(true);
    }
  });

  test("without a sample has rate 0, and is reported all the same", () => {
    const exchange = new SmallExchange({ fundingPeriodHours: 1 });
    exchange.trade(A, "BUY", B, 150, 10);
    const log = new EventLog(exchange);
    // The venue starts, and its sources have not reported yet.
    log.apply(due(1) - 30_000, { type: "start_session", resumesAt: millis(due(1)) });
    log.tickThrough(due(1) - 30_000, due(1));
    expect([applied(log).map(({ rate }) => rate as number), paid(log)]).toEqual([[0], []]);
  });

  test("is skipped in a halt, and the next one has its own samples", () => {
    const log = open();
    log.apply(due(1) - 30_000, { type: "tick" });
    log.apply(due(1) - 20_000, { type: "set_market_state", market: 0, state: "HALTED", reason: "" });
    log.apply(due(1), { type: "tick" });
    expect([applied(log), log.exchange.engine.market(0).nextFundingTime as number]).toEqual([[], due(1) + HOUR]);
    log.apply(due(1) + 5_000, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "" });
    log.apply(due(1) + HOUR, { type: "tick" });
    expect(applied(log).map(({ at }) => at as number)).toEqual([due(1) + HOUR]);
  });
});

describe("a sample", () => {
  test("is taken every 15 seconds and refreshes the estimate", () => {
    const log = open();
    deepAsk(log);
    log.tickThrough(START, START + 60_000);
    const estimates = log.fundings.filter(({ type }) => type === "estimated");
    expect(estimates.map(({ at }) => at - START)).toEqual([15_000, 30_000, 45_000, 60_000]);
    // −1 ÷ 150 counts as −0.8333 %, the interest part adds 0.00125 %, and the floor is −0.375 %.
    expect(log.exchange.engine.market(0)).toMatchObject({
      estFundingRate: -37_500_000,
      estFundingTime: START + 60_000,
    });
  });

  test("of a book that is too thin is 0, and hidden orders are not counted in the book", () => {
    const log = open();
    log.exchange.rest(C, "SELL", 149, 1);
    for (let n = 0; n < 4; n++) log.exchange.rest(C, "SELL", 149, 200, { visible: quantityE8(0) });
    log.tickThrough(START, START + 15_000);
    expect(log.exchange.engine.market(0).estFundingRate as number).toBe(125_000);
  });

  test("at a funding time belongs to that payment; one that comes late belongs to the next", () => {
    const log = open();
    deepAsk(log);
    log.apply(due(1), { type: "tick" });
    expect(applied(log)).toMatchObject([{ rate: -37_500_000, at: due(1) }]);
    expect(log.exchange.sol.funding.premiums).toBe(0);
    // There is no tick at the next hour: its payment has no samples, and the sample taken now does not count for it.
    log.apply(due(1) + HOUR + 3_000, { type: "tick" });
    expect(applied(log).at(-1)).toMatchObject({ rate: 0, at: due(1) + HOUR });
    expect(log.exchange.sol.funding.premiums).toBe(1);
    // One hour is missed and the next is met: the sample belongs to the hour that is met.
    log.exchange.sol.funding.premiums = 0;
    log.apply(due(1) + 3 * HOUR, { type: "tick" });
    expect(applied(log).slice(-2)).toMatchObject([
      { rate: 0, at: due(1) + 2 * HOUR },
      { rate: -37_500_000, at: due(1) + 3 * HOUR },
    ]);
  });
});

test("every funding time that was missed is settled once, each with the samples of its own period", () => {
  const log = open();
  log.tickThrough(START, START + 15_000);
  log.apply(due(1) + 3 * HOUR + 1_000, { type: "tick" });
  expect(applied(log).map(({ rate, at }) => [rate, at])).toEqual([
    [125_000, due(1)],
    [0, due(1) + HOUR],
    [0, due(1) + 2 * HOUR],
    [0, due(1) + 3 * HOUR],
  ] as never);
  expect(paid(log).length).toBe(2);
});

test("a change of period, cap and floor waits for the next payment", () => {
  const log = open();
  deepAsk(log);
  const change = { type: "set_market_rules", market: 0 } as const;
  const answer = log.apply(START, {
    ...change,
    fundingPeriodHours: 4,
    floorFunding: ratioE10(-10_000_000),
  });
  expect(answer.rejection).toBeNull();
  expect(log.exchange.engine.market(0)).toMatchObject({
    parameters: { fundingPeriodHours: 1, floorFunding: -37_500_000 },
    pendingFunding: { fundingPeriodHours: 4, capFunding: 37_500_000, floorFunding: -10_000_000 },
  });
  log.tickThrough(due(1) - 20_000, due(1));
  expect(applied(log)).toMatchObject([{ rate: -37_500_000 }]);
  expect(log.exchange.engine.market(0)).toMatchObject({
    parameters: { fundingPeriodHours: 4, floorFunding: -10_000_000 },
    pendingFunding: null,
    nextFundingTime: due(4),
  });
  log.tickThrough(due(4) - 20_000, due(4));
  expect(applied(log).at(-1)).toMatchObject({ rate: -10_000_000, at: due(4) });
});

test("a change of only one of them waits as well", () => {
  const change = { type: "set_market_rules", market: 0 } as const;
  const terms = { fundingPeriodHours: 1, capFunding: 37_500_000, floorFunding: -37_500_000 };
  for (const one of [
    { fundingPeriodHours: 4 },
    { capFunding: ratioE10(5_000) },
    { floorFunding: ratioE10(-5_000) },
  ] as const) {
    const log = open();
    expect(log.apply(START, { ...change, ...one }).rejection).toBeNull();
    expect(log.exchange.engine.market(0).pendingFunding as object).toEqual({ ...terms, ...one });
  }
  const log = open();
  log.apply(START, { ...change, priceRange: ratioE10(10_000_000) });
  expect(log.exchange.engine.market(0).pendingFunding).toBeNull();
});

test("a payment changes the row, and sets its time and version", () => {
  const log = open();
  const before = log.exchange.engine.position(A, 0, "CROSS");
  log.apply(due(1), { type: "tick" });
  const after = log.exchange.engine.position(A, 0, "CROSS");
  expect([after.version - before.version, after.updatedAt as number]).toEqual([1, due(1)]);
});

test("the mark price leans on the last rate until the next payment, and no longer at that very second", () => {
  // With so much margin the mark's band is its factor times the funding cap.
  const fee = { stdLiquidationFee: ratioE10(1_000_000_000), liquidatorFee: ratioE10(500_000_000) };
  const log = open({ baseImr: ratioE10(5_000_000_000), baseMmr: ratioE10(2_500_000_000), ...fee });
  deepAsk(log);
  // A last price below anything that the rate could do to the index.
  log.exchange.order(D, "BUY", "LIMIT", 149, 1);
  log.apply(due(1), { type: "tick" });
  expect(log.exchange.sol.mark as number).toBe(150_000);
  log.apply(due(1) + 1_000, { type: "tick" });
  // 150 × (1 − 3 % × 3,599 ÷ 28,800): the rate of one hour is −0.375 %, of eight −3 %.
  expect(log.exchange.sol.mark as number).toBe(149_438);
  log.apply(due(1) + HOUR, { type: "tick" });
  expect(log.exchange.sol.mark as number).toBe(150_000);
});

test("a market pinned in the middle of a period keeps its samples", () => {
  const log = open();
  log.tickThrough(START, START + 30_000);
  log.apply(START + 31_000, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(140 * ONE) }] });
  expect(log.exchange.sol.funding.premiums).toBe(2);
});
