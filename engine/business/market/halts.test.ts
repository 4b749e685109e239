// Halts of the whole venue. Rules 11.4.

import { expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8 } from "../../base/units.ts";
import { type LiquidationEvent, silent } from "../../language/events/events.ts";
import { setSolvencyHalt } from "../../risk/fund/solvency-halt.ts";
import { EventLog } from "../../testing/event-log.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { amendOrder, listMarket, START } from "../../testing/setup.ts";
import { A, ONE, SmallExchange, shown } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

function two(): EventLog {
  const exchange = new SmallExchange();
  exchange.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 3_000 * ONE));
  exchange.pin(150);
  return new EventLog(exchange);
}

const set = (log: EventLog, market: number, state: "HALTED" | "ACTIVE" | "REDUCE_ONLY") =>
  log.apply(log.exchange.state.now, { type: "set_market_state", market, state, reason: "" }).rejection;

test("the operator halts every trading market, and later resumes those that this halted", () => {
  const log = two();
  set(log, 1, "REDUCE_ONLY");
  set(log, 0, "HALTED");
  log.changes();
  expect(log.apply(START, { type: "halt_venue", halted: true, reason: "fire" }).rejection).toBeNull();
  expect(log.changes()).toEqual(["1 REDUCE_ONLY HALTED VENUE_HALT"]);
  expect(log.exchange.engine.venue()).toMatchObject({ halted: true, haltReason: "fire" });
  expect(log.exchange.engine.market(1)).toMatchObject({ stateReason: "VENUE_HALT", stateDetail: "fire" });
  expect(codeOf(log.apply(START, { type: "halt_venue", halted: true, reason: "again" }).rejection)).toBe(-1012);
  // A single market cannot resume while the whole venue is halted.
  expect(wordsOf(set(log, 1, "ACTIVE"))).toContain("stays so while the venue is halted");
  log.apply(START, { type: "halt_venue", halted: false, reason: "out" });
  expect(log.changes()).toEqual(["1 HALTED REDUCE_ONLY OPERATOR"]);
  expect(log.exchange.engine.market(0).state).toBe("HALTED");
  expect(log.venues).toEqual([
    { type: "venue_halt", halted: true, reason: "fire", at: START },
    { type: "venue_halt", halted: false, reason: "out", at: START },
  ]);
  expect(codeOf(log.apply(START, { type: "halt_venue", halted: false, reason: "" }).rejection)).toBe(-1012);
});

test("no market starts trading while the venue is halted", () => {
  const log = two();
  const { exchange } = log;
  exchange.apply(listMarket({ ...defaultMarket("PERP_BTC_USDC"), gated: true }, 60_000 * ONE));
  log.apply(START, { type: "halt_venue", halted: true, reason: "fire" });
  exchange.apply(listMarket(defaultMarket("PERP_NEAR_USDC"), 5 * ONE));
  const open = (state: "PENDING" | "POST_ONLY") =>
    log.apply(START, { type: "set_market_state", market: 2, state, reason: "" }).rejection;
  expect(open("PENDING")).toBeNull();
  expect(wordsOf(open("POST_ONLY"))).toContain("stays so while the venue is halted");
  expect(exchange.engine.market(3)).toMatchObject({ state: "HALTED", stateReason: "VENUE_HALT", stateDetail: "fire" });
  log.apply(START, { type: "halt_venue", halted: false, reason: "" });
  expect(open("POST_ONLY")).toBeNull();
  expect(exchange.engine.market(3).state).toBe("ACTIVE");
});

test("a market that was halted before, and could resume automatically, waits for the venue", () => {
  const log = two();
  log.exchange.sol.pinned = false;
  const say = (at: number) =>
    log.apply(at, {
      type: "oracle_prices",
      prices: [{ market: 0, source: 0, price: priceE8(150 * ONE), volume: quantityE8(0) }],
    });
  say(START);
  log.tickThrough(START, START + 21_000);
  log.apply(START + 21_000, { type: "halt_venue", halted: true, reason: "fire" });
  log.tickThrough(START + 21_000, START + 55_000, say);
  log.apply(START + 55_000, { type: "halt_venue", halted: false, reason: "" });
  expect(log.changes().filter((change) => change.startsWith("0"))).toEqual([
    "0 ACTIVE HALTED STALE_INDEX",
    "0 HALTED HALTED VENUE_HALT",
    "0 HALTED ACTIVE OPERATOR",
  ]);
});

test("a solvency halt is reported when it begins and when it ends, and trading goes on", () => {
  const log = two();
  const { state } = log.exchange;
  for (const halted of [true, true, false, false]) setSolvencyHalt(state, halted, log);
  expect(log.venues).toEqual([
    { type: "solvency_halt", halted: true, at: START },
    { type: "solvency_halt", halted: false, at: START },
  ]);
  setSolvencyHalt(state, true, log);
  expect(log.exchange.engine.venue().solvencyHalt).toBe(true);
  expect(log.exchange.order(A, "BUY", "LIMIT", 150, 1).code).toBeNull();
});

test("while the clock is in doubt nothing trades and no money leaves, and orders stay until they are cancelled", () => {
  const log = two();
  const { exchange } = log;
  const [kept, cancelled] = [exchange.rest(A, "BUY", 149, 1), exchange.rest(A, "BUY", 148, 1)];
  const halts = (halted: boolean) => log.apply(exchange.state.now, { type: "halt_for_clock", halted }).rejection;
  expect(halts(true)).toBeNull();
  expect(codeOf(halts(true))).toBe(-1012);
  expect(exchange.engine.venue().clockHalt).toBe(true);
  const placed = exchange.order(A, "BUY", "POST_ONLY", 140, 1).rejection;
  expect(shown(placed)).toMatchObject({ code: -1011 });
  expect(wordsOf(placed)).toContain("until the venue's clock is right");
  expect(codeOf(amend(log, kept))).toBe(-1011);
  expect(shown(transfer(log))).toMatchObject({ code: -1012, message: expect.stringContaining("clock is in doubt") });
  exchange.cancel(A, cancelled);
  expect(exchange.engine.findOrder(cancelled)).toBeUndefined();
  expect(exchange.engine.findOrder(kept)).toBeDefined();
  expect(halts(false)).toBeNull();
  expect(codeOf(halts(false))).toBe(-1012);
  expect(exchange.order(A, "BUY", "LIMIT", 148, 1).rejection).toBeNull();
  expect(log.venues).toEqual([
    { type: "clock_halt", halted: true, at: START },
    { type: "clock_halt", halted: false, at: START },
  ]);
});

test("what a price set off while the clock was in doubt happens when the doubt ends", () => {
  const log = two();
  const { exchange } = log;
  const orderId = exchange.rest(A, "BUY", 150, 1);
  const say = (at: number, halted: boolean) => log.apply(at, { type: "halt_for_clock", halted });
  say(START, true);
  exchange.pin(120);
  log.apply(START + 1_000, { type: "tick" });
  expect(exchange.engine.findOrder(orderId)).toBeDefined();
  log.orders.length = 0;
  say(START + 1_000, false);
  expect(log.orders).toMatchObject([{ orderId, reason: "PRICE_RANGE" }]);
});

test.each([
  [3, "by the command that says so", [[]]],
  [2, "from the next tick on", []],
] as const)(
  "existing offers are withdrawn when the clock is in doubt: under behaviour %i %s",
  (behaviour, _when, offered) => {
    const world = new LiquidationWorld({ SOL: 150 });
    world.state.behaviour = behaviour;
    const user = world.user(20);
    world.open(user, "SOL", 10, 1_500, { leverage: 100 });
    expect(world.pin({ SOL: 148.5 }).liquidations.map(({ type }) => type)).toEqual(["triggered", "offered"]);
    const positions: unknown[] = [];
    const liquidation = (event: LiquidationEvent) => "positions" in event && positions.push(event.positions);
    // The engine is driven directly: the world's audit supports only the present behaviour.
    world.engine.apply({ type: "halt_for_clock", at: world.state.now, halted: true }, { ...silent, liquidation });
    expect(positions).toEqual([...offered]);
    expect(world.wait(1).flatMap(({ liquidations }) => liquidations).length + positions.length).toBe(1);
  },
);

test("maintenance that ends in the meantime does not affect the clock halt, nor the other way round", () => {
  const log = two();
  const { exchange } = log;
  const window = { startAt: millis(START + 1_000), endAt: millis(START + 2_000), message: "" };
  log.apply(START, { type: "schedule_maintenance", ...window });
  log.apply(START, { type: "halt_for_clock", halted: true });
  log.tickThrough(START, START + 62_000);
  expect(exchange.engine.venue().maintenance.phase).toBe("none");
  expect(codeOf(exchange.order(A, "BUY", "LIMIT", 148, 1).rejection)).toBe(-1011);
  const next = { startAt: millis(START + 63_000), endAt: millis(START + 90_000), message: "" };
  log.apply(START + 62_000, { type: "schedule_maintenance", ...next });
  log.tickThrough(START + 62_000, START + 63_000);
  log.apply(START + 63_000, { type: "halt_for_clock", halted: false });
  expect(wordsOf(exchange.order(A, "BUY", "LIMIT", 148, 1).rejection)).toBe("The system is under maintenance.");
});

function amend(log: EventLog, orderId: number) {
  return log.exchange.apply(amendOrder({ account: A, orderId, price: priceE8(148 * ONE) })).rejection;
}

function transfer(log: EventLog) {
  const { state } = log.exchange;
  const sub = { account: A, number: 1, accountId: `0x${"5".repeat(64)}`, description: "" };
  const { created } = log.apply(state.now, { type: "add_sub_account", ...sub });
  const receivers = [{ account: created, amount: micros(1_000_000) }];
  return log.apply(state.now, { type: "transfer_funds", account: A, nonce: 0, receivers }).rejection;
}
