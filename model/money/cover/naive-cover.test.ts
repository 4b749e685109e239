// What an execution has to leave an account with, next to sums done by hand. Rules 2.3 (7), 5.9 (1).

import { describe, expect, test } from "bun:test";
import { feeE5, quantityE8 } from "@evermark/engine";
import { START } from "@evermark/engine/testing/setup.ts";
import { quantity } from "@evermark/engine/testing/vectors.ts";
import { outcomes, SmallModel } from "../../testing/small-model.ts";
import { partsOf } from "../rows/crossing.ts";

const RICH = "10000000";
const isolated = { marginMode: "ISOLATED" } as const;
const reduceOnly = { reduceOnly: true } as const;

describe("an execution that opens", () => {
  test("passes over a bid that cannot be covered at the present mark, and meets the next", () => {
    const model = new SmallModel(["310", RICH, RICH]);
    model.buy({ account: 0, size: "1", at: "3000" });
    model.buy({ account: 2, size: "1", at: "2990" });
    model.pin("2950");
    // 310 − 50 − 0.9 is less than a tenth of 2,950.
    expect(outcomes(model.sell({ account: 1, size: "1" }))).toEqual(["0 MARGIN", "2 filled 10000", "1 filled 10000"]);
    expect(model.held(0)).toBe(0n);
    expect(model.exchange.brokenInvariant()).toBeNull();
  });

  test("stops a market order where the book becomes too dear for it", () => {
    const model = new SmallModel(["305", RICH]);
    model.sell({ account: 1, size: "0.5", at: "3000" });
    model.sell({ account: 1, size: "0.5", at: "3080" });
    // 301.8 is needed at 3,000. The second half would leave 305 − 0.9 − 40 − 0.924 of the 300 that it needs.
    expect(outcomes(model.buy({ account: 0, size: "1" }))).toEqual(["1 filled 5000", "0 filled 5000", "0 MARGIN"]);
    expect(model.open(1)).toHaveLength(1);
  });

  test("counts the fee in force at that time", () => {
    const model = new SmallModel(["303", RICH]);
    model.buy({ account: 0, size: "1", at: "3000" });
    model.apply({ type: "set_broker_fees", at: START, broker: 0, takerFee: feeE5(1_000), makerFee: feeE5(1_000) });
    // 303 − 30.
    expect(outcomes(model.sell({ account: 1, size: "1" }))).toEqual(["0 MARGIN", "1 MARKET_REMAINDER"]);
  });

  test("of an isolated row needs its maintenance margin after its allocation", () => {
    for (const [mark, passes] of [
      ["2980", false], // 31.8 − 20 − 0.9 against 17.88
      ["2995", true], // 31.8 − 5 − 0.9 against 17.97
    ] as const) {
      const model = new SmallModel(["1000", RICH]);
      model.lever(0, 100, "ISOLATED");
      model.buy({ account: 0, size: "1", at: "3000", more: isolated });
      model.pin(mark);
      const first = outcomes(model.sell({ account: 1, size: "1" }))[0]!;
      expect(first).toBe(passes ? "0 filled 10000" : "0 MARGIN");
      expect(model.exchange.brokenInvariant()).toBeNull();
    }
  });
});

describe("an execution that closes", () => {
  /** Long 1 at 3,000 with 18.2 left at 2,960, of which 17.76 is maintenance margin. */
  function stretched(): SmallModel {
    const model = new SmallModel(["60", RICH]);
    model.lever(0, 100);
    model.sell({ account: 1, size: "1", at: "3000" });
    model.buy({ account: 0, size: "1" });
    model.pin("2960");
    return model;
  }

  test("may cost what maintenance margin does not need", () => {
    const model = stretched();
    model.buy({ account: 1, size: "1", at: "2959" });
    // 18.2 − 0.5 − 0.8877 against 8.88.
    model.sell({ account: 0, size: "0.5" });
    expect(model.held(0)).toBe(quantity("0.5"));
  });

  test("may not cost what the rest needs, if that leaves a worse ratio", () => {
    const model = stretched();
    model.buy({ account: 1, size: "1", at: "2940" });
    // 18.2 − 10 − 0.882 against 8.88; and 7.318 × 17.76 is less than 18.2 × 8.88.
    expect(outcomes(model.sell({ account: 0, size: "0.5" }))).toEqual(["0 MARGIN"]);
    // 18.2 − 20 − 1.764.
    expect(outcomes(model.sell({ account: 0, size: "1" }))).toEqual(["0 MARGIN"]);
  });

  test("may cost everything, and no more", () => {
    const model = stretched();
    model.buy({ account: 1, size: "1", at: "2945" });
    // 18.2 − 15 − 1.767.
    model.sell({ account: 0, size: "1", more: reduceOnly });
    expect(model.held(0)).toBe(0n);
    expect(model.exchange.margin(0).totalCollateral).toBe(1_433_000);
  });

  test("at the mark or better is always allowed", () => {
    const model = stretched();
    // 1 above the mark for a half, and a fee of 0.4443.
    model.sell({ account: 0, size: "0.5", at: "2962" });
    expect(outcomes(model.buy({ account: 1, size: "0.5" }))[0]).toBe("0 filled 5000");
  });

  test("of a whole isolated row leaves no debt", () => {
    for (const [bid, outcome] of [
      ["2978", "1 filled 10000"], // 20 − 12 − 1.7868
      ["2970", "0 MARGIN"], // 20 − 20 − 1.782
    ] as const) {
      const model = isolatedLong();
      model.buy({ account: 1, size: "1", at: bid });
      expect(outcomes(model.sell({ account: 0, size: "1", more: { ...isolated, ...reduceOnly } }))[0]).toBe(outcome);
      expect(model.state.lostToExecutions).toBe(0n);
    }
  });

  test("of a part of an isolated row leaves what the rest needs, after what is paid out", () => {
    for (const [bid, outcome] of [
      ["2970", "1 filled 5000"], // 15.009 − 5.9 against 8.97
      ["2969", "0 MARGIN"], // 14.5093 − 5.9; and 8.6093 × 17.94 is less than 20 × 8.97
    ] as const) {
      const model = isolatedLong();
      model.buy({ account: 1, size: "1", at: bid });
      expect(outcomes(model.sell({ account: 0, size: "0.5", more: isolated }))[0]).toBe(outcome);
    }
  });

  /** Long 1 at 3,000 with a margin of 31.8 and 20 left of it at 2,990, of which 17.94 is maintenance margin. */
  function isolatedLong(): SmallModel {
    const model = new SmallModel(["1000", RICH]);
    model.lever(0, 100, "ISOLATED");
    model.sell({ account: 1, size: "1", at: "3000" });
    model.buy({ account: 0, size: "1", more: isolated });
    model.pin("2990");
    return model;
  }
});

describe("an execution that crosses zero", () => {
  test("is a close and an opening, and the opening bears the odd micro of the fee", () => {
    const parts = partsOf(3n, { direction: -1n, quantity: 7n, fee: 10n });
    expect(parts).toEqual({ closing: { quantity: 3n, fee: 4n }, opening: { quantity: 4n, fee: 6n } });
    const rebate = partsOf(-3n, { direction: 1n, quantity: 7n, fee: -10n });
    expect(rebate).toEqual({ closing: { quantity: 3n, fee: -5n }, opening: { quantity: 4n, fee: -5n } });
    expect(partsOf(3n, { direction: 1n, quantity: 7n, fee: 10n }).opening).toEqual({ quantity: 7n, fee: 10n });
  });

  test("does not even close where it could not open", () => {
    const model = new SmallModel(["310", RICH]);
    model.sell({ account: 1, size: "1", at: "3000" });
    model.buy({ account: 0, size: "1" });
    model.sell({ account: 0, size: "1", at: "3010" });
    model.buy({ account: 1, size: "0.5", at: "3000" });
    model.sell({ account: 0, size: "0.5", more: reduceOnly });
    expect(model.withdraw(0, "150").rejection).toBeNull();
    model.pin("3080");
    // 157.3 + 40 − 70 − 0.903 against the 154 of a short of a half.
    expect(outcomes(model.buy({ account: 1, size: "1" }))).toEqual(["0 MARGIN", "1 MARKET_REMAINDER"]);
    expect(model.held(0)).toBe(quantity("0.5"));
  });
});

describe("an order that meets one that cannot be executed", () => {
  /** A bid for a half that would fail, and one that would not; at 2,950. */
  function withWeakBid(): SmallModel {
    const model = new SmallModel(["155", RICH, RICH]);
    model.buy({ account: 0, size: "0.5", at: "3000" });
    model.buy({ account: 2, size: "0.5", at: "2990" });
    model.pin("2950");
    return model;
  }
  const fok = { orderType: "FOK" } as const;

  test("if FOK, does without it, and leaves it in place when the rest is not enough", () => {
    const model = withWeakBid();
    expect(outcomes(model.sell({ account: 1, size: "1", at: "2980", more: fok }))).toEqual(["1 FOK_UNFILLED"]);
    expect(model.open(0)).toHaveLength(1);
  });

  test("if FOK, executes completely where the others are enough, and the weak one is cancelled", () => {
    const model = withWeakBid();
    const filled = ["0 MARGIN", "2 filled 5000", "1 filled 5000"];
    expect(outcomes(model.sell({ account: 1, size: "0.5", at: "2980", more: fok }))).toEqual(filled);
    expect(model.open(0)).toHaveLength(0);
  });

  test("if FOK, does not execute at all where its own account could not bear all of it", () => {
    const model = new SmallModel(["400", RICH]);
    model.buy({ account: 1, size: "0.3", at: "2990" });
    model.buy({ account: 1, size: "1", at: "2920" });
    // Valued at the best bid it needs 375 + 12.5 + 2.2425; selling at 2,920 costs 76 + 1.6644 of 400 − 3 − 0.5382.
    expect(outcomes(model.sell({ account: 0, size: "1.25", at: "2920", more: fok }))).toEqual(["0 FOK_UNFILLED"]);
    const ioc = outcomes(model.sell({ account: 0, size: "1.25", at: "2920", more: { orderType: "IOC" } }));
    expect(ioc).toEqual(["1 filled 3000", "0 filled 3000", "0 MARGIN"]);
  });

  test("if POST_ONLY, counts on it, and is cancelled when visible quantity is behind it", () => {
    const model = withWeakBid();
    const weak = new SmallModel(["155", RICH, RICH]);
    weak.buy({ account: 0, size: "0.5", at: "3000", more: { visible: quantityE8(0) } });
    weak.buy({ account: 2, size: "0.5", at: "3000" });
    weak.pin("2950");
    const postOnly = { orderType: "POST_ONLY" } as const;
    const answer = weak.sell({ account: 1, size: "0.5", at: "3000", more: postOnly });
    expect(outcomes(answer)).toEqual(["0 MARGIN", "1 POST_ONLY_CROSS"]);
    // A visible one is reached whether it could bear the execution or not, and stays.
    expect(outcomes(model.sell({ account: 1, size: "0.5", at: "3000", more: postOnly }))).toEqual([
      "1 POST_ONLY_CROSS",
    ]);
    expect(model.open(0)).toHaveLength(1);
  });
});

describe("an isolated order", () => {
  test("is refused if what it opens would be short of maintenance margin at its reference price", () => {
    const model = new SmallModel(["1000", RICH]);
    model.lever(0, 100, "ISOLATED");
    // 32.224 − 40 − 1.824.
    expect(model.buy({ account: 0, size: "1", at: "3040", more: isolated }).rejection).toBe("insufficient_margin");
    // 31.853 − 5 − 1.803 against 18.
    expect(model.buy({ account: 0, size: "1", at: "3005", more: isolated }).rejection).toBeNull();
  });

  test("is judged together with the row that it adds to", () => {
    const model = new SmallModel(["1000", RICH]);
    model.lever(0, 100, "ISOLATED");
    model.sell({ account: 1, size: "1", at: "3000" });
    model.buy({ account: 0, size: "1", more: isolated });
    // With 12 more of equity an addition at 3,012 passes that would not on its own: 31.9272 − 12 − 1.8072 against 18.
    const alone = new SmallModel(["1000", RICH]);
    alone.lever(0, 100, "ISOLATED");
    const order = { account: 0, size: "1", at: "3013", more: isolated };
    // 31.9378 − 13 − 1.8078 = 17.13.
    expect(alone.buy(order).rejection).toBe("insufficient_margin");
    // 31.8 − 1.8 more against 36.
    expect(model.buy(order).rejection).toBeNull();
  });
});
