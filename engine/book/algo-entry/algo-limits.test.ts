// The conditions around an algo order: margin modes, market states, maintenance, liquidation. Rules 0.3, 5.8, 7.3, 11.3, 11.5.

import { describe, expect, test } from "bun:test";
import { BEHAVIOUR } from "../../base/behaviour.ts";
import { feeE5, millis } from "../../base/units.ts";
import { AlgoExchange, both, bracket, change, leg, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { openByHand } from "../../testing/hand-made.ts";
import { addBroker, listMarket, START } from "../../testing/setup.ts";
import { A, B, C, ONE, USDC } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const stop = (more = {}) => placeAlgo({ triggerPrice: price(148), quantity: size(1), ...more });
const tpSl = (more = {}) =>
  placeAlgo({ algoType: "TP_SL", orderType: "", quantity: size(2), children: both("SELL", 160, 140), ...more });

describe("an algo order", () => {
  test("gets the default margin mode, and its ordinary order gets the algo order's mode", () => {
    const market = new AlgoExchange();
    market.run({ type: "set_margin_mode", at: market.engine.now, account: A, market: 0, marginMode: "ISOLATED" });
    market.place(stop());
    market.place(stop({ marginMode: "CROSS" }));
    expect([market.view(1).marginMode, market.view(2).marginMode]).toEqual(["ISOLATED", "CROSS"]);
    market.rest(B, "BUY", 147, 2);
    market.mark(148);
    const held = (mode: "CROSS" | "ISOLATED") => market.engine.position(A, 0, mode).quantity as number;
    expect([held("CROSS"), held("ISOLATED")]).toEqual([-100, -100]);
  });

  test("on an isolated position does not affect the cross position", () => {
    const market = new AlgoExchange();
    market.trade(A, "BUY", B, 150, 2);
    const isolated = market.place(tpSl({ marginMode: "ISOLATED", side: "BUY", children: both("BUY", 140, 160) }));
    const cross = market.place(tpSl());
    market.rest(A, "SELL", 151, 1, { marginMode: "ISOLATED" });
    market.order(B, "BUY", "LIMIT", 151, 1);
    market.trade(A, "SELL", B, 150, 2);
    expect([market.isOpen(isolated), market.isOpen(cross)]).toEqual([true, false]);
    market.order(C, "SELL", "LIMIT", 150, 1);
    market.order(A, "BUY", "LIMIT", 150, 1, { marginMode: "ISOLATED" });
    expect(market.isOpen(isolated)).toBe(false);
  });

  test("with an unknown fee tag is refused", () => {
    const market = new AlgoExchange();
    expect(market.run(stop({ tag: "enum:builder:NONE" })).code).toBe(-1005);
  });

  test("fires with its fee tag, and pays it, although the tag's owner has archived it; until behaviour 5 it did not", () => {
    const firedUnder = (behaviour: number) => {
      const market = new AlgoExchange();
      market.state.behaviour = behaviour;
      market.apply(addBroker("tagger", 60, 30));
      const tag = { name: "", description: "", rate: feeE5(10), overrides: [] };
      market.apply({ type: "create_fee_tag", at: START, broker: 1, enumId: "T", ...tag, name: "t" });
      market.trade(A, "BUY", B, 150, 1);
      market.place(stop({ reduceOnly: true, tag: "enum:tagger:T" }));
      market.rest(B, "BUY", 147.5, 1);
      market.apply({ type: "archive_fee_tag", at: START, broker: 1, enumId: "T" });
      expect(market.run(stop({ tag: "enum:tagger:T" })).code).toBe(-1005);
      market.mark(148);
      const own = market.orders.filter(({ account }) => account === A);
      return own.map(({ cause, tagFee }) => `${cause} ${tagFee}`);
    };
    expect(firedUnder(BEHAVIOUR)).toEqual(["new 0", "fill 14750"]);
    expect(firedUnder(4)).toEqual(["rejected 0"]);
  });

  test("waits while its market is halted, and fires when it resumes", () => {
    const market = new AlgoExchange();
    market.place(stop());
    const set = (state: "HALTED" | "ACTIVE") =>
      market.run({ type: "set_market_state", at: market.engine.now, market: 0, state, reason: "" });
    set("HALTED");
    expect(market.run(stop()).code).toBe(-1012);
    expect(market.amend(1, change(1, { triggerPrice: price(147) })).code).toBe(-1012);
    market.mark(147.5);
    expect(market.view(1).isTriggered).toBe(false);
    set("ACTIVE");
    expect(market.story).toEqual(["1 triggered NEW", "1 cancelled CANCELLED MARKET_REMAINDER"]);
  });

  test("is refused while the clock is in doubt like any other order", () => {
    const market = new AlgoExchange();
    market.run({ type: "halt_for_clock", at: market.engine.now, halted: true });
    const { rejection } = market.order(A, "BUY", "LIMIT", 149, 1);
    expect(market.run(stop()).rejection).toEqual(rejection!);
  });

  test("is neither placed nor changed during maintenance and the minute after it, but can be cancelled", () => {
    const market = new AlgoExchange();
    for (let n = 0; n < 3; n++) market.place(stop());
    const startAt = millis(market.engine.now + 60_000);
    const endAt = millis(startAt + 60_000);
    market.run({ type: "schedule_maintenance", at: market.engine.now, startAt, endAt, message: "" });
    for (const at of [startAt, endAt]) {
      market.run({ type: "tick", at });
      expect(market.run(stop()).code).toBe(-1011);
      expect(market.amend(3, change(3, { triggerPrice: price(147) })).code).toBe(-1011);
      expect(market.cancelAlgo(at === startAt ? 1 : 2).code).toBe(null);
    }
    market.run({ type: "tick", at: millis(endAt + 60_000) });
    expect(market.run(stop()).code).toBe(null);
  });

  test("that is placed again gets its first answer, whatever would refuse another one", () => {
    const market = new AlgoExchange();
    const named = (more = {}) => market.run(stop({ clientOrderId: "x", ...more }));
    const first = named();
    const answers = (code: number) => {
      const again = named();
      expect([again.code, again.replayed, again.algoOrderId]).toEqual([null, true, first.algoOrderId]);
      expect(named({ triggerPrice: price(147) }).code).toBe(code);
      expect(named({ market: 7 }).code).toBe(-1005);
    };
    const set = (state: "HALTED" | "ACTIVE") =>
      market.run({ type: "set_market_state", at: market.engine.now, market: 0, state, reason: "" });
    answers(-1007);
    set("HALTED");
    answers(-1012);
    set("ACTIVE");
    const startAt = millis(market.engine.now + 60_000);
    const endAt = millis(startAt + 60_000);
    market.run({ type: "schedule_maintenance", at: market.engine.now, startAt, endAt, message: "" });
    market.run({ type: "tick", at: startAt });
    answers(-1011);
    market.run({ type: "tick", at: endAt });
    answers(-1011);
    const same = stop({ clientOrderId: "x" });
    const others = [
      { ...same, clientOrderId: "y" },
      { ...same, account: B },
      { ...same, side: "BUY" as const },
    ];
    expect([same, ...others].map((each) => market.engine.algoOrders.isRepeated(each))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("that opens is rejected when it fires in a market that only closes", () => {
    const market = new AlgoExchange();
    market.trade(A, "BUY", B, 150, 2);
    market.place(stop());
    market.place(stop({ side: "BUY", triggerPrice: price(149) }));
    market.run({ type: "set_market_state", at: market.engine.now, market: 0, state: "REDUCE_ONLY", reason: "" });
    market.rest(B, "BUY", 147.5, 5);
    market.mark(148);
    expect(market.emitted.map(({ id, cause }) => [id, cause])).toEqual([
      [1, "triggered"],
      [1, "fill"],
      [2, "rejected"],
    ]);
  });
});

describe("a liquidation", () => {
  /** A is 10,000 long with 100,000 USDC left; a STOP and a TP_SL of A wait for 147, and the entry of a BRACKET rests. */
  function nearTheEnd(): AlgoExchange {
    const market = new AlgoExchange();
    const long = { account: A, against: B, market: 0, quantity: 1_000_000, cost: 2_400_000 * USDC };
    openByHand(market.state, long);
    market.place(stop({ triggerPrice: price(147) }));
    market.place(tpSl({ children: both("SELL", 160, 147) }));
    market.place(
      bracket({ orderType: "LIMIT", price: price(154), quantity: size(1) }, "TP_SL", [leg("STOP_LOSS", "BUY", 160)]),
    );
    market.rest(C, "BUY", 146, 5);
    return market;
  }

  test("cancels every algo order before one of them fires at the same price", () => {
    const market = nearTheEnd();
    market.mark(147);
    expect(market.engine.liquidations.offers().length).toBe(1);
    expect(market.engine.algoOrders.open(A, -1)).toEqual([]);
    expect(new Set(market.emitted.map(({ cause }) => cause))).toEqual(new Set(["cancelled"]));
    expect(new Set(market.emitted.map(({ reason }) => reason))).toEqual(new Set(["LIQUIDATION", "ENTRY_UNFILLED"]));
    expect(market.state.lastTradeId).toBe(0);
  });

  test("refuses new ones while it lasts", () => {
    const market = nearTheEnd();
    market.mark(147);
    expect(market.run(stop({ triggerPrice: price(140) })).code).toBe(-1012);
  });

  test("refuses them for the maintenance in its last minute; until behaviour 5, for the liquidation", () => {
    const refusedUnder = (behaviour: number) => {
      const market = nearTheEnd();
      market.state.behaviour = behaviour;
      market.mark(147);
      const at = market.engine.now;
      const asked = () => market.run(stop({ triggerPrice: price(140) })).code;
      const [startAt, endAt] = [millis(at + 60_000), millis(at + 120_000)];
      market.run({ type: "schedule_maintenance", at, startAt, endAt, message: "" });
      market.run({ type: "tick", at: startAt });
      const during = asked();
      market.run({ type: "tick", at: endAt });
      const after = asked();
      market.run({ type: "set_market_state", at, market: 0, state: "HALTED", reason: "" });
      return [during, after, asked()];
    };
    expect(refusedUnder(BEHAVIOUR)).toEqual([-1011, -1011, -1012]);
    expect(refusedUnder(4)).toEqual([-1011, -1012, -1012]);
  });

  test("of an isolated row refuses isolated ones only, whatever the account's default is", () => {
    const market = new AlgoExchange();
    market.apply({ type: "set_margin_mode", at: market.engine.now, account: A, market: 0, marginMode: "ISOLATED" });
    const long = { account: A, against: B, market: 0, quantity: 1_000, cost: 1_500 * USDC, margin: 27 * USDC };
    openByHand(market.state, { ...long, marginMode: "ISOLATED" });
    market.mark(148);
    expect(market.engine.liquidations.isLiquidating(A, 0)).toBe(true);
    expect(market.run(stop({ triggerPrice: price(140) })).code).toBe(-1012);
    expect(market.run(stop({ triggerPrice: price(140), marginMode: "CROSS" })).code).toBeNull();
    expect(market.engine.tradingBlocked(A, 0)).toBeNull();
  });

  test("of an isolated row cancels the algo orders of its own market and mode", () => {
    const market = new AlgoExchange();
    market.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 150 * ONE));
    const isolated = { marginMode: "ISOLATED" } as const;
    const ids = [isolated, { ...isolated, market: 1 }, {}].map((of) =>
      market.place(stop({ triggerPrice: price(140), ...of })),
    );
    const long = { account: A, against: B, market: 0, quantity: 1_000, cost: 1_500 * USDC, margin: 27 * USDC };
    openByHand(market.state, { ...long, ...isolated });
    market.mark(148);
    expect(ids.map((id) => market.isOpen(id))).toEqual([false, true, true]);
  });
});
