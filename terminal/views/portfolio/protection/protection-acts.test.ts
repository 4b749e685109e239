import { describe, expect, test } from "bun:test";
import { AnswerLost, ApiError } from "@evermark/client";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { AlgoOrder, Position } from "../../../session/asking/answers.ts";
import type { AlgoBody } from "../../../session/orders/order-body.ts";
import { rowsOf } from "./algo-tree.ts";
import { completingGroup, completingPair, missingLeg } from "./protection-acts.ts";

const SYMBOL = "PERP_SOL_USDC";
const POSITION = { symbol: SYMBOL, margin_mode: "CROSS", position_qty: 2.5 } as Position;
const LOST = new AnswerLost({
  ...{ method: "POST", path: "/v1/algo/order", body: "", attempts: 1, safeAgain: "by its client_order_id" },
  cause: new Error("gone"),
});
const refusal = (status: number, code: number) => new ApiError({ status, code, message: "no" });

let ids = 100;

function order(algo_type: AlgoOrder["algo_type"], more: Partial<AlgoOrder> = {}): AlgoOrder {
  ids += 1;
  const waiting = { algo_status: "NEW", is_triggered: "false", is_activated: true, trigger_status: null } as const;
  const of = { symbol: SYMBOL, margin_mode: "CROSS", side: "SELL", type: "MARKET", order_tag: null } as const;
  const figures = { quantity: 1, price: null, trigger_price: null };
  return { ...waiting, ...of, ...figures, algo_order_id: ids, algo_type, child_orders: [], ...more } as AlgoOrder;
}

const withLegs = (...legs: readonly AlgoOrder[]) => ({ child_orders: legs as unknown as AlgoOrder["child_orders"] });
const loss = () => order("STOP_LOSS", { trigger_price: 130 });
const profit = () => order("TAKE_PROFIT", { trigger_price: 170 });

interface WaitingOrder {
  readonly algo_type: string;
  readonly legs: AlgoBody["child_orders"];
  readonly quantity: unknown;
}

/** A venue that keeps one pair per position; after each step it records which orders wait. */
function venue(first: AlgoOrder) {
  const waits = new Map<string, WaitingOrder>();
  const seen = new Set<string>();
  const history: string[][] = [];
  let step = 0;
  let losesAt = 0;
  let refused: string | undefined;
  waits.set(String(first.algo_order_id), { algo_type: first.algo_type, legs: undefined, quantity: first.quantity });
  const done = () => {
    history.push([...waits.values()].map(({ algo_type }) => algo_type));
    step += 1;
    // The answer is lost, but the request was carried out.
    if (step === losesAt) throw LOST;
  };
  const cancel = (name: string) => {
    if (!waits.delete(name)) throw refusal(400, -1006);
    done();
  };
  const algo = {
    placeAlgoOrder: async ({ client_order_id, algo_type, child_orders, quantity }: AlgoBody) => {
      if (!seen.has(client_order_id!)) {
        const isSecond = [...waits.values()].some((one) => one.algo_type === algo_type);
        if (algo_type === refused || (algo_type === "POSITIONAL_TP_SL" && isSecond)) throw refusal(400, -1005);
        seen.add(client_order_id!);
        waits.set(client_order_id!, { algo_type, legs: child_orders, quantity });
      }
      done();
    },
    cancelAlgoOrder: async ({ order_id }: { order_id: number }) => cancel(String(order_id)),
    cancelAlgoOrderByClientId: async ({ client_order_id }: { client_order_id: string }) => cancel(client_order_id),
  };
  const session = { client: { algo }, refreshOrders: () => {} } as unknown as AccountSession;
  return {
    ...{ session, waits, history },
    loseAt: (at: number) => {
      losesAt = at;
    },
    refuse: (algo_type: AlgoOrder["algo_type"]) => {
      refused = algo_type;
    },
  };
}

const PRICES = { TAKE_PROFIT: "175", STOP_LOSS: "130" };

describe("a pair that gets its missing leg", () => {
  test("is replaced by one with both, and the position is protected all the time", async () => {
    const pair = order("POSITIONAL_TP_SL", withLegs(loss()));
    const { session, waits, history } = venue(pair);
    expect(await completingPair(session, POSITION, pair, PRICES).send()).toContain("are set");
    expect(history).toEqual([
      ["POSITIONAL_TP_SL", "TP_SL"],
      ["TP_SL"],
      ["TP_SL", "POSITIONAL_TP_SL"],
      ["POSITIONAL_TP_SL"],
    ]);
    const [left] = waits.values();
    expect(left?.legs).toMatchObject([
      { algo_type: "TAKE_PROFIT", type: "CLOSE_POSITION", side: "SELL", trigger_price: "175", reduce_only: true },
      { algo_type: "STOP_LOSS", type: "CLOSE_POSITION", side: "SELL", trigger_price: "130", reduce_only: true },
    ]);
  });

  for (const step of [1, 2, 3, 4]) {
    test(`also when the answer to step ${step} is lost: it goes on where it was`, async () => {
      const pair = order("POSITIONAL_TP_SL", withLegs(loss()));
      const { session, waits, history, loseAt } = venue(pair);
      loseAt(step);
      const act = completingPair(session, POSITION, pair, PRICES);
      await expect(act.send()).rejects.toBe(LOST);
      expect(await act.find(LOST)).toContain("are set");
      expect([...waits.values()].map(({ algo_type }) => algo_type)).toEqual(["POSITIONAL_TP_SL"]);
      expect(history.every((waiting) => waiting.length > 0)).toBe(true);
    });
  }

  test("stays as it is when the venue refuses the stand-in", async () => {
    const pair = order("POSITIONAL_TP_SL", withLegs(loss()));
    const { session, waits, refuse } = venue(pair);
    refuse("TP_SL");
    await expect(completingPair(session, POSITION, pair, PRICES).send()).rejects.toBeInstanceOf(ApiError);
    expect(waits.size).toBe(1);
  });

  test("is reported as being for the present size only, when the venue refuses a pair for the whole position", async () => {
    const pair = order("POSITIONAL_TP_SL", withLegs(loss()));
    const { session, waits, refuse } = venue(pair);
    refuse("POSITIONAL_TP_SL");
    expect(await completingPair(session, POSITION, pair, PRICES).send()).toContain("present size of 2.5 SOL");
    expect([...waits.values()]).toMatchObject([{ algo_type: "TP_SL", quantity: "2.5" }]);
  });
});

test("a partial take profit gets a stop loss of the same size, placed before the first is cancelled", async () => {
  const group = order("TP_SL", { quantity: 0.75, ...withLegs({ ...profit(), type: "LIMIT", price: 169.5 }) });
  const { session, waits, history } = venue(group);
  await completingGroup(session, group, { kind: "STOP_LOSS", price: "120.5" }).send();
  expect(history).toEqual([["TP_SL", "TP_SL"], ["TP_SL"]]);
  expect([...waits.values()]).toMatchObject([
    {
      quantity: "0.75",
      legs: [
        { algo_type: "TAKE_PROFIT", type: "LIMIT", trigger_price: "170", price: "169.5", side: "SELL" },
        { algo_type: "STOP_LOSS", type: "MARKET", trigger_price: "120.5", side: "SELL", reduce_only: true },
      ],
    },
  ]);
  expect([...waits.values()][0]?.legs?.[1]?.price).toBeUndefined();
});

test("a leg can be added where one waits alone, but not while the entry can still change its size", () => {
  const missing = (one: AlgoOrder, at = 0) => missingLeg(rowsOf([one])[at]!);
  expect(missing(order("TP_SL", withLegs(loss())))).toBe("TAKE_PROFIT");
  expect(missing(order("POSITIONAL_TP_SL", withLegs(profit())))).toBe("STOP_LOSS");
  expect(missing(order("TP_SL", withLegs(loss(), profit())))).toBeUndefined();
  expect(missing(order("STOP"))).toBeUndefined();
  const bracket = (algo_status: AlgoOrder["algo_status"], is_activated: boolean) =>
    order("BRACKET", { algo_status, ...withLegs(order("TP_SL", { is_activated, ...withLegs(loss()) })) });
  expect(missing(bracket("NEW", false), 1)).toBeUndefined();
  expect(missing(bracket("PARTIAL_FILLED", true), 1)).toBeUndefined();
  expect(missing(bracket("FILLED", true), 1)).toBe("TAKE_PROFIT");
});
