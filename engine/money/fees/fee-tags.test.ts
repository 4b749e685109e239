// Fee tags: who creates them, what an order with one pays, and who receives it. Rules 8.4.

import { describe, expect, test } from "bun:test";
import { feeE5, millis, priceE8, quantityE8 } from "../../base/units.ts";
import type { CreateFeeTag, EditFeeTag } from "../../language/commands/commands.ts";
import { Engine } from "../../run/engine.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { addBroker, amendOrder, deposit, listMarket, openAccount, START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const at = START;
const create = (enumId: string, rate: number, more: Partial<CreateFeeTag> = {}): CreateFeeTag => ({
  type: "create_fee_tag",
  at,
  broker: 1,
  enumId,
  name: "Referrals of spring",
  description: "",
  rate: feeE5(rate),
  overrides: [],
  ...more,
});
const edit = (enumId: string, more: Partial<EditFeeTag>): EditFeeTag => ({
  type: "edit_fee_tag",
  at,
  broker: 1,
  enumId,
  name: null,
  description: null,
  rate: feeE5(0),
  replacesOverrides: false,
  overrides: [],
  ...more,
});
const archive = (enumId: string) => ({ type: "archive_fee_tag", at, broker: 1, enumId }) as const;
const unarchive = (enumId: string) => ({ type: "unarchive_fee_tag", at, broker: 1, enumId }) as const;
const onSol = (rate: number) => ({ market: 0, rate: feeE5(rate) });

/** Builder 1, "tagger", owns tags; the traders are builder 0's. */
function exchange(): SmallExchange {
  const market = new SmallExchange();
  market.apply(addBroker("tagger", 60, 30));
  return market;
}

const income = (market: SmallExchange, broker: number) => {
  const row = market.state.rows.find(market.engine.fees.broker(broker).feeAccount, 0, "CROSS");
  return row === -1 ? 0 : 0 - market.state.rows.cost(row);
};

describe("an order with a fee tag", () => {
  test("pays the tag's fee on top, all of it to the tag's owner", () => {
    const market = exchange();
    market.apply(create("SPRING", 10));
    market.rest(A, "SELL", 150, 2, { tag: "enum:tagger:SPRING" });
    const { orders } = market.order(B, "BUY", "LIMIT", 150, 2, { tag: "plain" });
    const fills = orders.filter((each) => each.cause === "fill");
    expect(fills.map(({ fee, tagFee, tagFeeRate, tag }) => ({ fee, tagFee, tagFeeRate, tag })) as object[]).toEqual([
      { fee: 90_000 + 30_000, tagFee: 30_000, tagFeeRate: 10, tag: "enum:tagger:SPRING" },
      { fee: 180_000, tagFee: 0, tagFeeRate: 0, tag: "plain" },
    ]);
    // Builder 0 earns the maker's 3 bps, and half of the taker's 6.
    expect([income(market, 0), income(market, 1)]).toEqual([90_000 + 90_000, 30_000]);
    expect(fills[0]!.totalFee as number).toBe(120_000);
    market.engine.audit();
  });

  test("pays each fee, rounded up separately", () => {
    const market = exchange();
    market.apply(create("T", 1));
    market.rest(A, "SELL", 149.993, 0.07);
    const { orders } = market.order(B, "BUY", "IOC", 150, 0.07, { tag: "enum:tagger:T" });
    const { fee, tagFee } = orders.find((each) => each.cause === "fill" && each.account === B)!;
    // 10.49951 at 6 bps is 6,299.706 micros, and at a tenth of a bp 104.9951.
    expect([fee, tagFee] as number[]).toEqual([6_300 + 105, 105]);
  });

  test("pays the rate in force when it executes, an override of the market first", () => {
    const market = exchange();
    market.apply(create("T", 10, { overrides: [onSol(20)] }));
    market.rest(A, "SELL", 150, 3, { tag: "enum:tagger:T" });
    const rateOf = () => market.order(B, "BUY", "LIMIT", 150, 1).orders[1]!.tagFeeRate as number;
    expect(rateOf()).toBe(20);
    market.apply(edit("T", { replacesOverrides: true, rate: feeE5(30) }));
    expect(rateOf()).toBe(30);
    // An archived tag is refused on new orders; existing orders keep paying it.
    market.apply(archive("T"));
    expect(rateOf()).toBe(30);
    expect(market.order(B, "BUY", "LIMIT", 149, 1, { tag: "enum:tagger:T" }).code).toBe(-1005);
    market.engine.audit();
  });

  test("needs margin for the tag's fee when it is accepted and when it is amended", () => {
    const market = exchange();
    market.apply(create("DEAR", 1_000));
    const poor = market.apply(openAccount(50, "builder")).created;
    market.apply(deposit(poor, 1_000 * USDC, "poor"));
    // At 10 times leverage 9,900 need 990, and 5.94 of fee; the tag's 99 are too much.
    const tag = "enum:tagger:DEAR";
    expect(market.order(poor, "BUY", "LIMIT", 150, 66, { tag }).code).toBe(-1101);
    const { orderId } = market.order(poor, "BUY", "LIMIT", 150, 60, { tag });
    const amend = { account: poor, orderId, price: priceE8(150 * ONE), quantity: quantityE8(66 * ONE) };
    expect(market.apply(amendOrder(amend)).code).toBe(-1101);
    market.cancel(poor, orderId);
    expect(market.order(poor, "BUY", "LIMIT", 150, 66).code).toBeNull();
  });

  test("is refused unless the tag is known, active and in three parts", () => {
    const market = exchange();
    market.apply(create("T", 10));
    for (const tag of [
      "enum:T",
      "enum:tagger",
      "enum:tagger:t",
      "enum:tagger:T:T",
      "enum::T",
      "enum:nobody:T",
      "enum:builder:T",
      `enum:tagger:${"T".repeat(37)}`,
      `enum:${"x".repeat(65)}:T`,
    ]) {
      const { rejection } = market.order(A, "BUY", "LIMIT", 150, 1, { tag });
      expect([tag, codeOf(rejection), wordsOf(rejection)]).toEqual([tag, -1005, "order_tag is invalid"]);
    }
    for (const tag of ["Enum:tagger:NO", "enum", "tagger:T", "enumerate:x:y"]) {
      expect([tag, market.order(A, "BUY", "LIMIT", 150, 1, { tag }).code]).toEqual([tag, null]);
    }
    market.apply(archive("T"));
    expect(market.order(A, "BUY", "LIMIT", 150, 1, { tag: "enum:tagger:T" }).code).toBe(-1005);
    market.apply(unarchive("T"));
    expect(market.order(A, "BUY", "LIMIT", 150, 1, { tag: "enum:tagger:T" }).code).toBeNull();
  });

  test("sent again gets its first answer, even if the tag was archived in between", () => {
    const market = exchange();
    market.apply(create("T", 10));
    const send = () => market.order(A, "BUY", "LIMIT", 150, 1, { tag: "enum:tagger:T", clientOrderId: "once" });
    const first = send();
    market.apply(archive("T"));
    expect(send()).toMatchObject({ code: null, replayed: true, orderId: first.orderId });
  });
});

describe("a tag's use", () => {
  test("is counted over all builders: accepted orders, volume, fees", () => {
    const market = exchange();
    market.apply(create("T", 10));
    const own = market.apply(openAccount(50, "tagger")).created;
    const tag = "enum:tagger:T";
    market.rest(A, "SELL", 150, 2, { tag });
    market.order(B, "BUY", "LIMIT", 150, 1, { tag });
    // Too poor: REJECTED, and not counted.
    expect(market.order(own, "BUY", "LIMIT", 150, 1, { tag }).code).toBe(-1101);
    expect(market.engine.fees.tag(1, "T")).toMatchObject({ orders: 2, volume: 300 * USDC, fees: 30_000 } as object);
  });
});

describe("creating a tag", () => {
  test("is refused by code, in the documented order", () => {
    const market = exchange();
    market.apply(create("T", 10));
    const codeOf = (tag: CreateFeeTag) => market.apply(tag).code;
    expect(codeOf(create("A".repeat(37), 10))).toBe(-1209);
    for (const id of ["", "a", "A-B", "Ä"]) expect([id, codeOf(create(id, 10))]).toEqual([id, -1207]);
    expect(codeOf(create("T", 10))).toBe(-1201);
    expect([0, 1_001].map((rate) => codeOf(create("N", rate)))).toEqual([-1208, -1208]);
    expect(codeOf(create("N", 10, { overrides: [onSol(0)] }))).toBe(-1208);
    expect(codeOf(create("N", 10, { overrides: [{ market: 1, rate: feeE5(5) }] }))).toBe(-1210);
    expect(codeOf(create("N", 10, { overrides: [onSol(5), onSol(6)] }))).toBe(-1210);
    expect(codeOf(create("N", 10, { name: "" }))).toBe(-1005);
    expect(codeOf(create("N", 10, { name: "x".repeat(129) }))).toBe(-1005);
    expect(codeOf(create("N", 10, { description: "x".repeat(1_025) }))).toBe(-1005);
    expect(codeOf(create("N", 10, { name: "x".repeat(128), description: "x".repeat(1_024) }))).toBeNull();
    expect(codeOf(create("N", 10, { broker: 5 }))).toBe(-1006);
    // Another builder may use the same id.
    expect(codeOf(create("T", 10, { broker: 0 }))).toBeNull();
  });

  test("is limited to ten active ones; archiving one makes room", () => {
    const market = exchange();
    for (let n = 0; n < 10; n++) expect(market.apply(create(`T${n}`, 10)).code).toBeNull();
    expect(market.apply(create("T10", 10)).code).toBe(-1206);
    market.apply(archive("T3"));
    expect(market.apply(create("T10", 10)).code).toBeNull();
    expect(market.apply(unarchive("T3")).code).toBe(-1206);
    // Tags of another builder do not count.
    expect(market.apply(create("T", 10, { broker: 0 })).code).toBeNull();
  });
});

describe("a tag", () => {
  test("can be edited while it is active, field by field", () => {
    const market = exchange();
    market.apply(listMarket(defaultMarket("PERP_ARB_USDC"), ONE));
    market.apply(create("T", 10, { overrides: [{ market: 1, rate: feeE5(4) }, onSol(3)] }));
    const shown = () => {
      const { name, description, rate, overrides } = market.engine.fees.tag(1, "T")!;
      return { name, description, rate, overrides } as object;
    };
    expect(shown()).toMatchObject({ overrides: [onSol(3), { market: 1, rate: 4 }] });
    market.apply(edit("T", { name: "New" }));
    market.apply(edit("T", { description: "words", overrides: [onSol(9)] }));
    expect(shown()).toMatchObject({ name: "New", description: "words", rate: 10, overrides: [onSol(3), { rate: 4 }] });
    market.apply(edit("T", { replacesOverrides: true, overrides: [onSol(9)] }));
    expect(shown()).toMatchObject({ overrides: [onSol(9)] });
    market.apply(edit("T", { replacesOverrides: true }));
    expect(shown()).toMatchObject({ overrides: [] });
    expect(
      [edit("T", { rate: feeE5(2_000) }), edit("X", {}), edit("T", { name: "" })].map((c) => market.apply(c).code),
    ).toEqual([-1208, -1202, -1005]);
    // An edit refused for one field changes no other.
    expect(market.apply(edit("T", { name: "Other", rate: feeE5(2_000) })).code).toBe(-1208);
    expect(shown()).toMatchObject({ name: "New", rate: 10 });
    market.apply(archive("T"));
    expect(market.apply(edit("T", { name: "x" })).code).toBe(-1203);
  });

  test("is archived once, and can be restored within thirty days", () => {
    const market = exchange();
    market.apply(create("T", 10));
    expect([archive("X"), unarchive("X"), unarchive("T")].map((c) => market.apply(c).code)).toEqual([
      -1202, -1202, -1012,
    ]);
    expect(market.apply(archive("T")).code).toBeNull();
    expect(market.apply(archive("T")).code).toBe(-1204);
    const days = (n: number) => millis(START + n * 86_400_000);
    market.apply({ ...unarchive("T"), at: days(30) });
    expect(market.engine.fees.tag(1, "T")!.active).toBe(true);
    market.apply({ ...archive("T"), at: days(31) });
    expect(market.apply({ ...unarchive("T"), at: millis(days(61) + 1) }).code).toBe(-1205);
  });
});

test("tags, their use and the orders that carry them survive a restart", () => {
  const market = exchange();
  market.apply(create("T", 10, { overrides: [onSol(20)] }));
  market.apply(create("A", 10));
  market.apply(archive("A"));
  market.rest(A, "SELL", 150, 2, { tag: "enum:tagger:T" });
  market.order(B, "BUY", "LIMIT", 150, 1);
  const restored = Engine.restore(market.engine.snapshot());
  expect(restored.stateHash()).toBe(market.engine.stateHash());
  expect(restored.fees.tags(1)).toEqual(market.engine.fees.tags(1));
  expect(restored.fees.tags(1).map((tag) => tag.enumId)).toEqual(["A", "T"]);
});
