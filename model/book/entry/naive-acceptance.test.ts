// Acceptance where the sums are close: amounts, several closing orders, placements sent twice, protection larger than
// an order may be, and what can be listed. Rules 1.3, 2.1, 2.2, 2.11, 3.4, 4.1, 5.4, 6.2.

import { describe, expect, test } from "bun:test";
import { type AlgoLeg, micros, type PlaceAlgoOrder, priceE8, quantityE8, ratioE10 } from "@evermark/engine";
import { listMarket, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket, money, price, quantity } from "@evermark/engine/testing/vectors.ts";
import { applyFill } from "../../money/rows/row-fills.ts";
import { emptyRow } from "../../state/records/naive-account.ts";
import { ETH, outcomes, SmallModel } from "../../testing/small-model.ts";

const RICH = "10000000";

describe("a market order by amount", () => {
  test("is charged with the most that it could buy at the lowest price of its range", () => {
    // 3,000 ÷ 2,910 is 1.0309: 309.27 of margin and a fee of 1.85562.
    for (const [deposit, rejection] of [
      ["311.125619", "insufficient_margin"],
      ["311.12562", null],
    ] as const) {
      const model = new SmallModel([deposit]);
      expect(model.buy({ account: 0, more: { amount: micros(3_000_000_000) } }).rejection).toBe(rejection);
    }
  });

  test("stays within the limits with that quantity", () => {
    const model = new SmallModel([RICH], { maxNotional: micros(3_092_000_000) });
    // 1.0309 × 3,000 = 3,092.7.
    expect(model.buy({ account: 0, more: { amount: micros(3_000_000_000) } }).rejection).toBe("position_limit");
    expect(model.buy({ account: 0, more: { amount: micros(2_999_000_000) } }).rejection).toBeNull();
  });

  test("is exempt as closing only if even that quantity does not turn the position", () => {
    const model = new SmallModel(["310", RICH]);
    model.sell({ account: 1, size: "1", at: "3000" });
    model.buy({ account: 0, size: "1" });
    model.pin("2980");
    // 2,891 ÷ 2,890.6 is 1.0001: not exempt, and 288.2 is less than the 298 that the position needs.
    expect(model.sell({ account: 0, more: { amount: micros(2_891_000_000) } }).rejection).toBe("insufficient_margin");
    expect(model.sell({ account: 0, more: { amount: micros(2_890_600_000) } }).rejection).toBeNull();
  });
});

test("a closing order is exempt only together with the orders that already close, reduce-only included", () => {
  const model = new SmallModel(["310", RICH]);
  model.sell({ account: 1, size: "1", at: "3000" });
  model.buy({ account: 0, size: "1" });
  model.pin("2980");
  const closing = { account: 0, size: "0.5", at: "3010" };
  model.sell({ ...closing, size: "0.6", more: { reduceOnly: true } });
  expect(model.sell(closing).rejection).toBe("insufficient_margin");
  expect(model.sell({ ...closing, size: "0.4" }).rejection).toBeNull();
});

test("two hundred resting orders refuse orders that could rest, and no others", () => {
  const model = new SmallModel([RICH, RICH]);
  for (let n = 0; n < 200; n++) model.buy({ account: 0, size: "0.01", at: "2900" });
  const more = (orderType: "POST_ONLY" | "IOC" | "FOK") => ({
    account: 0,
    size: "0.01",
    at: "2900",
    more: { orderType },
  });
  expect(model.buy(more("POST_ONLY")).rejection).toBe("refused");
  expect(model.buy({ account: 0, size: "0.01", at: "2900" }).rejection).toBe("refused");
  expect(model.buy({ account: 0, size: "0.01", more: { orderType: "BID" } }).rejection).toBe("refused");
  expect(model.buy(more("IOC")).rejection).toBeNull();
  expect(model.buy(more("FOK")).rejection).toBeNull();
  expect(model.buy({ account: 0, size: "0.01" }).rejection).toBeNull();
});

test("a placement sent again gets its first answer whatever has happened since; another body gets its first refusal", () => {
  const model = new SmallModel([RICH]);
  const order = { account: 0, size: "1", at: "2900", more: { clientOrderId: "once" } };
  const first = model.buy(order);
  model.enter("HALTED");
  expect(model.buy(order)).toMatchObject({ rejection: null, replayed: true, orderId: first.orderId });
  expect(model.buy({ ...order, size: "2" }).rejection).toBe("refused");
  model.enter("ACTIVE");
  expect(model.buy({ ...order, size: "2" }).rejection).toBe("duplicate");
  // Among the faults of another body the fields come first.
  expect(model.buy({ ...order, size: "0" }).rejection).toBe("invalid_parameter");
});

test("protection of a whole position fires however large the position has become", () => {
  for (const orderType of ["CLOSE_POSITION", "LIMIT"] as const) {
    const model = new SmallModel([RICH, RICH], { baseMax: quantityE8(100_000_000) });
    for (let n = 0; n < 3; n++) {
      model.sell({ account: 1, size: "1", at: "3000" });
      model.buy({ account: 0, size: "1" });
      model.buy({ account: 1, size: "1", at: "2980" });
    }
    const nothing = { price: priceE8(0), quantity: quantityE8(0), triggerPrice: priceE8(0), reduceOnly: true };
    const stop: AlgoLeg = {
      ...nothing,
      algoType: "STOP_LOSS",
      side: "SELL",
      orderType,
      price: priceE8(orderType === "LIMIT" ? Number(price("2980")) : 0),
      triggerPrice: priceE8(Number(price("2990"))),
    };
    const placed = model.apply({
      type: "place_algo_order",
      at: START,
      account: 0,
      market: ETH,
      algoType: "POSITIONAL_TP_SL",
      side: "SELL",
      orderType: "MARKET",
      ...nothing,
      clientOrderId: "",
      activatedPrice: priceE8(0),
      callbackRate: 0,
      callbackValue: priceE8(0),
      visible: true,
      tag: "",
      marginMode: "",
      children: [stop],
    } as unknown as PlaceAlgoOrder);
    expect(placed.rejection).toBeNull();
    const fired = outcomes(model.pin("2985"));
    expect(fired).toEqual(Array.from({ length: 3 }, () => ["1 filled 10000", "0 filled 10000"]).flat());
    expect(model.held(0)).toBe(0n);
  }
});

test("a row without position and cost leaves nothing behind", () => {
  const row = {
    ...emptyRow(),
    quantity: quantity("1"),
    cost: money("3000"),
    entryValue: price("3000") * quantity("1"),
  };
  Object.assign(row, { accruedFunding: 5n, settlePrice: 7n, lastSumUnitaryFunding: 9n });
  applyFill(row, -1n, quantity("1"), price("3000"), 0n);
  expect(row).toEqual(emptyRow());
});

test("a market is listed only if its maintenance margin bears what its own book can move the mark by", () => {
  const model = new SmallModel([]);
  // 0.5 % is the sum of a quarter of the initial margin and the discount of a claim.
  const margins = (baseMmr: number) => ({ baseImr: ratioE10(100_000_000), baseMmr: ratioE10(baseMmr) });
  const listed = (baseMmr: number, symbol: string) =>
    model.apply(listMarket({ ...defaultMarket("PERP_BTC_USDC"), ...margins(baseMmr), symbol }, Number(price("60000"))));
  expect(listed(49_999_999, "PERP_P_USDC").rejection).toBe("invalid_parameter");
  expect(listed(50_000_000, "PERP_Q_USDC").rejection).toBeNull();
});
