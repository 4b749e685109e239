// A snapshot is the whole state: an engine started from one continues like the engine that wrote it.

import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { micros, millis, priceE8, quantityE8 } from "../base/units.ts";
import { UNDATED } from "../language/commands/account-commands.ts";
import type { Command } from "../language/commands/commands.ts";
import { Engine } from "../run/engine.ts";
import { Recorder } from "../testing/recorder.ts";
import { addBroker, amendOrder, deposit, listMarket, openAccount, placeOrder, START } from "../testing/setup.ts";
import { A, B, C, D, ONE, SmallExchange, USDC } from "../testing/small-exchange.ts";
import { defaultMarket } from "../testing/vectors.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

/** One of everything that the state can hold. */
function everything(): SmallExchange {
  const market = new SmallExchange();
  const at = START;
  market.apply(listMarket(defaultMarket("PERP_BTC_USDC"), 60_000 * ONE));
  market.apply(addBroker("another", 30, 0));
  market.apply(openAccount(90, "another"));
  const terms = { key: "ed25519:k", scope: "read", expiration: millis(7) };
  market.apply({ type: "bind_key", at, account: A, ...terms, signedAt: at });
  market.apply({ type: "bind_key", at, account: B, ...terms, signedAt: millis(UNDATED) });
  market.apply({ type: "set_leverage", at, account: A, market: 1, leverage: 50, marginMode: "CROSS" });
  market.apply({ type: "set_leverage", at, account: B, market: 0, leverage: 2, marginMode: "ISOLATED" });
  // Entry values with a fine part, a closed position with a cost, realized profit.
  for (const [price, size] of [
    [150, 3],
    [150.001, 4],
  ] as const) {
    market.trade(A, "BUY", B, price, size);
  }
  market.trade(A, "SELL", C, 151, 1.36);
  market.trade(D, "BUY", C, 150, 1);
  market.trade(D, "SELL", C, 150, 1);
  market.apply({ type: "settle_pnl", at, account: A, nonce: 0 });
  // Orders of every kind, partly filled ones, freed rows, levels that were removed, remembered ids.
  market.rest(A, "SELL", 152, 1, { reduceOnly: true, clientOrderId: "reduce" });
  market.rest(A, "SELL", 160, 1, { reduceOnly: true });
  market.rest(A, "SELL", 153, 5, { visible: quantityE8(2 * ONE), tag: "täg" });
  market.rest(B, "SELL", 153, 5, { visible: quantityE8(0), clientOrderId: "hidden" });
  market.order(C, "BUY", "LIMIT", 153, 1.5, { clientOrderId: "done" });
  market.order(C, "BUY", "LIMIT", 150, 30_000, { clientOrderId: "poor" });
  for (const price of [148, 147, 149]) market.rest(C, "BUY", price, 1);
  market.order(D, "BUY", "BID", 0, 0, { amount: micros(500 * USDC) });
  const gone = market.rest(D, "BUY", 146, 1);
  market.cancel(D, gone);
  market.apply({ type: "cancel_all_after", at, account: C, triggerAfterMs: 90_000 });
  // Prices that follow their sources, and pinned prices.
  const report = (source: number, price: number) => ({
    market: 0,
    source,
    price: priceE8(price * ONE),
    volume: quantityE8(source * ONE),
  });
  market.apply({ type: "set_index_prices", at, prices: [{ market: 1, price: priceE8(59_000 * ONE) }] });
  for (let third = 1; third <= 3; third++) {
    const now = millis(START + third * 20_000);
    market.apply({ type: "oracle_prices", at: now, prices: [report(0, 150), report(1, 151), report(2, 152)] });
    market.apply({ type: "tick", at: now });
  }
  market.engine.audit();
  return market;
}

/** Commands that touch everything that `everything` left behind. */
const afterwards: readonly Command[] = [
  placeOrder({ account: D, side: "BUY", orderType: "MARKET", quantity: quantityE8(7 * ONE) }),
  placeOrder({
    account: B,
    side: "SELL",
    price: priceE8(153 * ONE),
    quantity: quantityE8(5 * ONE),
    visible: quantityE8(0),
    clientOrderId: "hidden",
  }),
  placeOrder({ account: C, price: priceE8(153 * ONE), quantity: quantityE8(ONE), clientOrderId: "done" }),
  amendOrder({ account: C, orderId: 17, price: priceE8(149.5 * ONE) }),
  placeOrder({ account: D, side: "SELL", price: priceE8(149 * ONE), quantity: quantityE8(ONE) }),
  openAccount(91, "another"),
  openAccount(A, "builder"),
  deposit(A, 5, `faucet:${A}:1`),
  deposit(B, 5, "new"),
  { type: "bind_key", at: START, account: B, key: "ed25519:k", scope: "read", expiration: millis(7), signedAt: START },
  { type: "set_leverage", at: START, account: A, market: -1, leverage: 100, marginMode: "CROSS" },
  { type: "settle_pnl", at: START, account: D, nonce: 0 },
  { type: "tick", at: millis(START + 100_000) },
  { type: "tick", at: millis(Math.ceil(START / 86_400_000) * 86_400_000) },
];

function live(engine: Engine): object[] {
  return afterwards.map((command) => {
    const recorder = new Recorder();
    const at = millis(Math.max(engine.now, command.at));
    const answer = { ...engine.apply({ ...command, at }, recorder) };
    return { answer, ...recorder };
  });
}

describe("an engine restored from a snapshot", () => {
  test("has the same state, to the byte, and reads the same", () => {
    const { engine } = everything();
    const restored = Engine.restore(engine.snapshot());
    expect(restored.stateHash()).toBe(engine.stateHash());
    restored.audit();
    for (const account of [A, B, C, D, 10]) {
      expect(restored.account(account)).toEqual(engine.account(account));
      expect(restored.margin(account)).toEqual(engine.margin(account));
      expect(restored.positions(account)).toEqual(engine.positions(account));
      expect(restored.openOrders(account, -1)).toEqual(engine.openOrders(account, -1));
      expect(restored.accountsOfWallet(engine.account(account).wallet)).toEqual([account]);
    }
    for (const market of [0, 1]) {
      expect(restored.market(market)).toEqual(engine.market(market));
      for (const side of ["BUY", "SELL"] as const) {
        expect(restored.bookSide(market, side, 99)).toEqual(engine.bookSide(market, side, 99));
      }
    }
    expect(restored.findOrderByClientId(B, "hidden")).toEqual(engine.findOrderByClientId(B, "hidden")!);
    for (const account of [A, B]) {
      expect(restored.findKey(account, "ed25519:k")).toEqual(engine.findKey(account, "ed25519:k")!);
    }
  });

  test("continues identically: the same answers, the same events, the same state", () => {
    const { engine } = everything();
    const restored = Engine.restore(engine.snapshot());
    const [one, other] = [live(engine), live(restored)];
    expect(other).toEqual(one);
    expect(restored.stateHash()).toBe(engine.stateHash());
    restored.audit();
  });

  test("does not share its bytes with the one that wrote them", () => {
    const { engine } = everything();
    const bytes = engine.snapshot();
    const before = bytes.slice();
    const restored = Engine.restore(bytes);
    live(restored);
    live(engine);
    expect(bytes).toEqual(before);
  });
});

test("the exchange restored here has something of everything", () => {
  const { state, sol, engine } = everything();
  expect(state.rows.entryFine(state.rows.find(A, 0, "CROSS"))).toBeGreaterThan(0);
  expect([state.accounts.armed.size, sol.basis.length, state.lastMatchId > 0, state.lastTick > 0]).toEqual([
    1,
    1,
    true,
    true,
  ]);
  expect(state.rows.reduceOnlyOrders(state.rows.find(A, 0, "CROSS"))).toBe(1);
  expect(
    [engine.openOrders(A, -1), engine.openOrders(B, -1), engine.openOrders(C, -1)].map((open) => open.length > 0),
  ).toEqual([true, true, true]);
  expect(state.rows.settlePrice(state.rows.find(A, 0, "CROSS")) as number).toBe(150_000);
  expect(state.orders.used).toBeGreaterThan(engine.openOrders(A, -1).length);
});

test("an empty engine has a snapshot as well", () => {
  const engine = new Engine();
  expect(Engine.restore(engine.snapshot()).stateHash()).toBe(engine.stateHash());
});

test("the state hash is the SHA-256 of the snapshot, and every command changes it", () => {
  const { engine } = everything();
  const hash = engine.stateHash();
  expect(hash).toBe(createHash("sha256").update(engine.snapshot()).digest("hex"));
  engine.apply({ type: "oracle_prices", at: engine.now, prices: [] }, new Recorder());
  expect(engine.stateHash()).not.toBe(hash);
});

test("bytes that are not a snapshot of this format are a fault", () => {
  const bytes = writeSnapshot(everything().state).slice();
  expect(() => readSnapshot(bytes.subarray(0, bytes.length - 1))).toThrow("encoded bytes end too early");
  expect(() => readSnapshot(Uint8Array.from([...bytes, 0]))).toThrow("encoded bytes are used up");
  expect(() => readSnapshot(new Uint8Array())).toThrow("encoded bytes end too early");
  const other = bytes.slice();
  other[0] = 8;
  expect(() => readSnapshot(other)).toThrow("a snapshot of a format that is no longer read (format=8)");
});
