// The end of a market. Rules 11.3.

import { describe, expect, test } from "bun:test";
import { type Millis, priceE8, ratioE10 } from "../../base/units.ts";
import { CLEARING, FEE_VENUE, INSURANCE } from "../../memory/account/accounts.ts";
import { EventLog } from "../../testing/event-log.ts";
import { depositByHand, openByHand } from "../../testing/hand-made.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { deposit, listMarket, openAccount, START } from "../../testing/setup.ts";
import { A, B, C, D, ONE, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const HOUR = 3_600_000;
const END = (START + HOUR) as Millis;

/** SOL and ETH, pinned at 150 and 3,000. A is long ten SOL, B short ten; both have paid fees. */
function open(): EventLog {
  const exchange = new SmallExchange({ maxMarkDeviation: ratioE10(1) });
  exchange.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 3_000 * ONE));
  exchange.apply({ type: "set_index_prices", at: START, prices: [{ market: 1, price: priceE8(3_000 * ONE) }] });
  exchange.pin(150);
  exchange.trade(A, "BUY", B, 150, 10);
  return new EventLog(exchange);
}

function announce(log: EventLog, delistAt = END): void {
  const { now } = log.exchange.state;
  log.apply(now, { type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "" });
  expect(log.apply(now, { type: "schedule_delisting", market: 0, delistAt }).rejection).toBeNull();
}

/** Sets the index every minute of the hour, and ticks every 15 seconds. */
function lastHour(log: EventLog, priceAt: (minute: number) => number): void {
  for (let at = START + 15_000; at <= END; at += 15_000) {
    if ((at - START) % 60_000 === 0) {
      const price = priceE8(Math.round(priceAt((at - START) / 60_000) * ONE));
      log.apply(at, { type: "set_index_prices", prices: [{ market: 0, price }] });
    }
    log.apply(at, { type: "tick" });
  }
}

const holding = (log: EventLog, account: number): number => log.exchange.state.accounts.holding(account);

test("at its time every order is cancelled, every row is closed at the mean index of half an hour, and PnL becomes balance", () => {
  const log = open();
  const { exchange } = log;
  const before = [A, B].map((account) => holding(log, account));
  const fees = [A, B].map((account) => exchange.engine.position(account, 0, "CROSS").cost as number);
  announce(log);
  exchange.rest(A, "SELL", 154, 10);
  // 150 until ten minutes before the end, 153 from then on.
  lastHour(log, (minute) => (minute >= 50 ? 153 : 150));
  const view = exchange.engine.market(0);
  // 41 of the 120 samples.
  const price = Math.round((79 * 150_000 + 41 * 153_000) / 120);
  expect(view).toMatchObject({ state: "DELISTED", stateReason: "DELISTING_TIME", mark: price, openInterest: 0 });
  expect(log.orders.at(-1)).toMatchObject({ account: A, reason: "MARKET_STATE" });
  const worth = 10 * price * 1_000;
  expect(log.transfers).toMatchObject([
    { account: B, kind: "delisting", quantity: 1_000, price, fee: 0, realizedPnl: 1_500_000_000 - worth },
    { account: A, kind: "delisting", quantity: -1_000, price, fee: 0, realizedPnl: worth - 1_500_000_000 },
  ] as never);
  const change = [A, B].map((account, i) => holding(log, account) - before[i]!);
  expect(change).toEqual([worth - fees[0]!, -worth - fees[1]!]);
  for (const account of [A, B, FEE_VENUE, CLEARING, INSURANCE]) {
    expect(exchange.engine.position(account, 0, "CROSS").cost as number).toBe(0);
  }
  expect(holding(log, FEE_VENUE)).toBeGreaterThan(0);
  expect(log.markets.slice(-2)).toMatchObject([
    { type: "delisted", price },
    { type: "state_changed", from: "DELISTING", to: "DELISTED", reason: "DELISTING_TIME" },
  ] as never);
});

test("a sample that is half an hour old no longer counts, one a millisecond later does", () => {
  for (const late of [0, 1]) {
    const log = open();
    log.apply(START, { type: "tick" });
    const first = START + 15_000;
    const end = (first + HOUR / 2) as Millis;
    announce(log, end);
    log.exchange.pin(152);
    log.apply(first + late, { type: "tick" });
    log.exchange.pin(150);
    log.apply(end - 15_000, { type: "tick" });
    log.apply(end, { type: "tick" });
    expect(log.exchange.engine.market(0).state).toBe("DELISTED");
    // Of the samples 152, 150 and 150 two or all three count.
    expect(log.exchange.engine.market(0).mark as number).toBe(late === 0 ? 150_000 : 150_667);
  }
});

test("a market whose time comes while the venue is down is closed at the mean of the half hour before its time", () => {
  const log = open();
  log.apply(START, { type: "tick" });
  const first = START + 15_000;
  announce(log, (first + HOUR / 2 - 5_000) as Millis);
  log.exchange.pin(152);
  log.apply(first, { type: "tick" });
  log.exchange.pin(150);
  log.apply(first + 15_000, { type: "tick" });
  log.apply(first + HOUR / 2, { type: "tick" });
  // 152 is half an hour before the first second back, and 5 seconds less before the announced time.
  expect(log.exchange.engine.market(0)).toMatchObject({ state: "DELISTED", mark: 150_667 });
});

test("after its end no index data of a market is kept", () => {
  const log = open();
  announce(log);
  lastHour(log, () => 150);
  log.tickThrough(END, END + 60_000);
  expect(log.exchange.sol.indexSamples).toEqual([]);
});

test("the mean index is rounded to the nearest tick", () => {
  const log = open();
  announce(log);
  // 81 of the 120 samples are a tick higher.
  lastHour(log, (minute) => (minute >= 40 ? 150.001 : 150));
  expect(log.exchange.engine.market(0).mark as number).toBe(150_001);
});

test("after its end a market has no price, no funding and no index that could be stale", () => {
  const log = open();
  announce(log);
  lastHour(log, () => 150);
  const { fundings, prices } = log;
  fundings.length = 0;
  prices.length = 0;
  log.tickThrough(END, END + 60_000);
  log.apply(END + 24 * HOUR, { type: "tick" });
  expect(prices.every(({ market }) => market === 1)).toBe(true);
  expect(fundings.every(({ market }) => market === 1)).toBe(true);
  const set = log.apply(log.exchange.state.now, {
    type: "set_index_prices",
    prices: [{ market: 0, price: priceE8(ONE) }],
  });
  expect(codeOf(set.rejection)).toBe(-1012);
});

test("with less than half an hour of samples it is the mean of those there are, and without any the index", () => {
  const log = open();
  announce(log, (START + 14_000) as Millis);
  log.tickThrough(START, START + 14_000);
  expect(log.exchange.engine.market(0)).toMatchObject({ state: "DELISTED", mark: 150_000 });
});

describe("a loss beyond the balance", () => {
  const E = 9;

  /**
   * E has 700 USDC. For almost half an hour SOL was at 130, and just now it is at 150: the mean will be near 130, which
   * the former behaviour does not expect.
   */
  function fallen(): EventLog {
    const log = open();
    log.exchange.state.behaviour = 2;
    expect(log.exchange.apply(openAccount(E, "builder")).created).toBe(E);
    log.exchange.apply(deposit(E, 700 * USDC, "faucet:9:1"));
    log.exchange.pin(130);
    for (let at = START + 15_000; at <= START + HOUR / 2; at += 15_000) log.apply(at, { type: "tick" });
    log.exchange.pin(150);
    return log;
  }

  function delist(log: EventLog): void {
    const { now } = log.exchange.state;
    announce(log, (now + 14_000) as Millis);
    log.apply(now + 14_000, { type: "tick" });
    expect(log.exchange.engine.market(0)).toMatchObject({ state: "DELISTED", mark: 130_000 });
    log.exchange.engine.audit();
  }

  test("is covered by what the account has earned elsewhere", () => {
    const log = fallen();
    log.exchange.trade(E, "BUY", C, 150, 10);
    log.exchange.rest(D, "SELL", 3_000, 1, { market: 1 });
    log.exchange.rest(E, "BUY", 3_000, 1, { market: 1 });
    const { now } = log.exchange.state;
    log.apply(now, { type: "set_index_prices", prices: [{ market: 1, price: priceE8(4_000 * ONE) }] });
    log.exchange.trade(E, "BUY", C, 150, 50);
    delist(log);
    // −1,200 of SOL, +1,000 of ETH, and fees.
    expect(holding(log, E)).toBeGreaterThan(480 * USDC);
    expect(holding(log, E)).toBeLessThan(500 * USDC);
    expect(log.exchange.engine.position(E, 1, "CROSS").unsettledPnl as number).toBe(0);
    expect(holding(log, INSURANCE)).toBe(0);
  });

  test("does not exist where the balance is exactly what is owed, and then PnL elsewhere stays unsettled", () => {
    const settlements: number[] = [];
    const earnedAfter = (missing: number, size = 1) => {
      const log = fallen();
      log.exchange.trade(E, "BUY", C, 150, 10);
      log.exchange.rest(D, "SELL", 3_000, size, { market: 1 });
      log.exchange.rest(E, "BUY", 3_000, size, { market: 1 });
      const { now, accounts } = log.exchange.state;
      log.apply(now, { type: "set_index_prices", prices: [{ market: 1, price: priceE8(4_000 * ONE) }] });
      const owed = log.exchange.engine.position(E, 0, "CROSS").cost - 1_300 * USDC;
      depositByHand(log.exchange.state, E, owed - missing - accounts.holding(E));
      delist(log);
      settlements.push(log.entries.filter(({ account, kind }) => account === E && kind === "settlement").length);
      return [holding(log, E), log.exchange.engine.position(E, 1, "CROSS").unsettledPnl as number];
    };
    const [left, earned] = earnedAfter(0);
    expect(left).toBe(0);
    expect(earned).toBeGreaterThan(990 * USDC);
    expect(earnedAfter(1)).toEqual([earned! - 1, 0]);
    // Exactly that much missing: everything is settled before the take-over. A micro more: only the take-over happens,
    // which settles as well.
    const [, little] = earnedAfter(0, 0.1);
    for (const missing of [little!, little! + 1]) expect(earnedAfter(missing, 0.1)).toEqual([0, 0]);
    expect(settlements).toEqual([1, 2, 1, 3, 2]);
  });

  test("of an account that has other positions is left to its liquidation, which follows in the same tick", () => {
    const log = fallen();
    log.exchange.trade(E, "BUY", C, 150, 40);
    log.exchange.rest(D, "SELL", 3_000, 0.01, { market: 1 });
    log.exchange.rest(E, "BUY", 3_000, 0.01, { market: 1 });
    delist(log);
    expect(log.transfers.filter(({ account }) => account === E)).toMatchObject([
      { kind: "delisting", market: 0 },
      { kind: "takeover", market: 1 },
    ]);
    expect(log.exchange.engine.margin(E)).toMatchObject({ holding: 0, accountValue: 0 });
    expect(holding(log, INSURANCE)).toBeLessThan(0);
  });

  test.each([["nothing else"], ["an isolated position besides"]])(
    "of an account that has %s is borne by the insurance fund",
    (which) => {
      const log = fallen();
      if (which !== "nothing else") {
        const long = {
          account: E,
          against: A,
          market: 1,
          quantity: 1_000,
          cost: 300 * USDC,
          margin: 100 * USDC,
        } as const;
        openByHand(log.exchange.state, { ...long, marginMode: "ISOLATED" });
      }
      log.exchange.trade(E, "BUY", C, 150, 40);
      delist(log);
      const lost = log.entries.filter(({ kind }) => kind === "shortfall");
      expect(lost.map(({ account }) => account)).toEqual([INSURANCE, E]);
      // −800 of SOL and the fees of opening.
      expect(lost[1]!.amount).toBeGreaterThan(100 * USDC);
      expect(lost[1]!.amount).toBeLessThan(110 * USDC);
      expect([holding(log, E), holding(log, INSURANCE)]).toEqual([0, -lost[1]!.amount]);
    },
  );

  test("of the insurance fund stays its own, and is not reported as a settlement", () => {
    const log = fallen();
    openByHand(log.exchange.state, { account: INSURANCE, against: A, market: 0, quantity: 1_000, cost: 1_500 * USDC });
    // D and E have positions only elsewhere.
    log.exchange.rest(D, "SELL", 3_000, 0.01, { market: 1 });
    log.exchange.rest(E, "BUY", 3_000, 0.01, { market: 1 });
    const { now } = log.exchange.state;
    announce(log, (now + 14_000) as Millis);
    const { funds, ledger } = log.exchange.apply({ type: "tick", at: (now + 14_000) as Millis });
    expect(holding(log, INSURANCE)).toBe(-200 * USDC);
    expect(ledger.filter(({ kind }) => kind === "shortfall")).toEqual([]);
    const settled = funds.flatMap((each) => (each.type === "settled" ? [each.account as number] : []));
    expect(settled).toContain(A);
    for (const other of [INSURANCE, D, E]) expect(settled).not.toContain(other);
  });

  test("that came while the market was halted is borne by the insurance fund as well", () => {
    const log = open();
    const { exchange } = log;
    exchange.apply(openAccount(E, "builder"));
    exchange.apply(deposit(E, 700 * USDC, "faucet:9:1"));
    exchange.trade(E, "BUY", C, 150, 40);
    log.apply(START, { type: "set_market_state", market: 0, state: "HALTED", reason: "" });
    log.apply(START, { type: "schedule_delisting", market: 0, delistAt: (START + HOUR / 2) as Millis });
    exchange.pin(130);
    for (let at = START + 15_000; at <= START + HOUR / 2; at += 15_000) log.apply(at, { type: "tick" });
    expect(exchange.engine.market(0)).toMatchObject({ state: "DELISTED", mark: 130_000 });
    // −800 of SOL and the fees of opening.
    expect(holding(log, E)).toBe(0);
    expect(-holding(log, INSURANCE)).toBeGreaterThan(100 * USDC);
    expect(-holding(log, INSURANCE)).toBeLessThan(110 * USDC);
    exchange.engine.audit();
  });

  test("is covered by what isolated orders reserve: the youngest are cancelled, and the rest can still be paid for", () => {
    const log = fallen();
    log.exchange.trade(E, "BUY", C, 150, 10);
    const isolated = { market: 1, marginMode: "ISOLATED" } as const;
    const older = log.exchange.rest(E, "BUY", 2_990, 0.5, isolated);
    const younger = log.exchange.rest(E, "BUY", 2_990, 1.2, isolated);
    expect(log.exchange.engine.margin(E).isolatedOrderFrozen).toBeGreaterThan(500 * USDC);
    delist(log);
    expect(log.orders.at(-1)).toMatchObject({ orderId: younger, status: "CANCELLED", reason: "MARGIN" });
    expect(log.exchange.engine.openOrders(E, -1).map(({ orderId }) => orderId)).toEqual([older]);
    log.exchange.order(D, "SELL", "LIMIT", 2_990, 0.5, { market: 1 });
    log.exchange.engine.audit();
    expect(log.exchange.engine.position(E, 1, "ISOLATED").quantity).toBeGreaterThan(0);
    expect(log.exchange.engine.margin(E).withdrawable).toBeGreaterThan(0);
  });
});

describe("an announcement", () => {
  test("needs a REDUCE_ONLY market and a future time; another one moves the time", () => {
    const log = open();
    const schedule = (delistAt: number, market = 0) =>
      log.apply(START, { type: "schedule_delisting", market, delistAt: delistAt as Millis }).rejection;
    expect(shown(schedule(END))).toMatchObject({ code: -1012, detail: { market_state: "ACTIVE" } });
    announce(log);
    expect(shown(schedule(START))).toMatchObject({ code: -1005, detail: { field: "delist_time" } });
    expect(codeOf(schedule(END, 9))).toBe(-1005);
    expect(schedule(END + HOUR)).toBeNull();
    expect(log.exchange.engine.market(0)).toMatchObject({ state: "DELISTING", delistAt: END + HOUR });
    lastHour(log, () => 150);
    expect(log.exchange.engine.market(0).state).toBe("DELISTING");
  });

  test("for a halted market holds through the halt, and the end comes all the same", () => {
    const log = open();
    log.apply(START, { type: "set_market_state", market: 0, state: "HALTED", reason: "" });
    expect(log.apply(START, { type: "schedule_delisting", market: 0, delistAt: END }).rejection).toBeNull();
    const go = (state: "ACTIVE" | "DELISTING") =>
      log.apply(START, { type: "set_market_state", market: 0, state, reason: "" }).rejection;
    expect(wordsOf(go("ACTIVE"))).toContain("is about to be delisted");
    lastHour(log, () => 150);
    expect(log.exchange.engine.market(0)).toMatchObject({ state: "DELISTED", openInterest: 0 });
  });
});
