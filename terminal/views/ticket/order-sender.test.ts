import { describe, expect, test } from "bun:test";
import { AnswerLost, ApiError, NotSent } from "@evermark/client";
import { GESTURE_MS, OrderSender, type Placed } from "./order-sender.ts";
import type { TicketRequest } from "./request.ts";

const BUY: TicketRequest = {
  to: "order",
  body: { symbol: "PERP_SOL_USDC", side: "BUY", order_type: "MARKET", order_quantity: "1" },
};
const SELL: TicketRequest = { to: "order", body: { ...BUY.body, side: "SELL" } } as TicketRequest;
const FILLED: Placed = { orderId: 7, status: "FILLED" };

/** A sender whose line answers when the test decides. */
function sender(left?: TicketRequest) {
  const sent: string[] = [];
  const asked: string[] = [];
  const marks: string[] = [];
  const kept: (string | null)[] = [];
  let answers: ReturnType<typeof Promise.withResolvers<Placed>>[] = [];
  let finds: ReturnType<typeof Promise.withResolvers<Placed | null>>[] = [];
  let atMs = 10_000;
  let ids = 0;
  const waiting = <Value>(list: ReturnType<typeof Promise.withResolvers<Value>>[]) => {
    const one = Promise.withResolvers<Value>();
    list.push(one);
    return one.promise;
  };
  const at = new OrderSender(
    {
      place: ({ body }) => {
        sent.push(body.client_order_id!);
        return waiting(answers);
      },
      find: ({ body }) => {
        asked.push(body.client_order_id!);
        return waiting(finds);
      },
    },
    {
      newId: () => `id-${++ids}`,
      now: () => atMs,
      mark: (moment) => marks.push(moment),
      keep: (request) => kept.push(request === null ? null : request.body.client_order_id!),
    },
    left,
  );
  return {
    ...{ at, sent, asked, marks, kept },
    later: (ms: number) => {
      atMs += ms;
    },
    answer: async (placed: Placed | Error) => {
      const [one, ...rest] = answers;
      answers = rest;
      if (placed instanceof Error) one!.reject(placed);
      else one!.resolve(placed);
      await turn();
    },
    find: async (found: Placed | null | Error) => {
      const [one, ...rest] = finds;
      finds = rest;
      if (found instanceof Error) one!.reject(found);
      else one!.resolve(found);
      await turn();
    },
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));
const lost = () =>
  new AnswerLost({
    ...{ method: "POST", path: "/v1/order", body: "", attempts: 1 },
    ...{ cause: new Error("gone"), safeAgain: "by its client_order_id" },
  });

describe("one click places one order", () => {
  test("however often it is clicked while the answer is awaited", async () => {
    const { at, sent, answer } = sender();
    for (let n = 0; n < 5; n++) at.submit(BUY);
    at.submit(SELL);
    expect(sent).toEqual(["id-1"]);
    await answer(FILLED);
    expect(at.sending.get()).toMatchObject({ is: "placed", placed: FILLED });
  });

  test("even if the second half of a double click comes after the answer", async () => {
    const { at, sent, answer, later } = sender();
    at.submit(BUY);
    await answer(FILLED);
    later(GESTURE_MS - 1);
    at.submit(BUY);
    expect(sent).toEqual(["id-1"]);
    later(1);
    at.submit(BUY);
    expect(sent).toEqual(["id-1", "id-2"]);
  });

  test("and a different order can be placed immediately with another click", async () => {
    const { at, sent, answer } = sender();
    at.submit(BUY);
    await answer(FILLED);
    at.submit(SELL);
    expect(sent).toEqual(["id-1", "id-2"]);
  });

  test("and the trader's own client order id is kept", async () => {
    const { at, sent } = sender();
    at.submit({ to: "order", body: { ...BUY.body, client_order_id: "mine" } } as TicketRequest);
    expect(sent).toEqual(["mine"]);
  });
});

describe("an order whose answer is lost", () => {
  test("is looked up, and found", async () => {
    const { at, asked, answer, find } = sender();
    at.submit(BUY);
    await answer(lost());
    expect(at.sending.get()).toMatchObject({ is: "lost", found: "asking" });
    expect(asked).toEqual(["id-1"]);
    await find(FILLED);
    expect(at.sending.get()).toMatchObject({ is: "placed", placed: FILLED });
  });

  test("but that the venue does not have is sent again under the same name, and nothing else before", async () => {
    const { at, sent, answer, find, later } = sender();
    at.submit(BUY);
    await answer(lost());
    await find(null);
    expect(at.sending.get()).toMatchObject({ is: "lost", found: "nothing" });
    later(60_000);
    at.submit(BUY);
    at.submit(SELL);
    expect(sent).toEqual(["id-1"]);
    at.sendAgain();
    at.sendAgain();
    expect(sent).toEqual(["id-1", "id-1"]);
    await answer(FILLED);
    expect(at.sending.get().is).toBe("placed");
    later(GESTURE_MS);
    at.submit(BUY);
    expect(sent).toEqual(["id-1", "id-1", "id-2"]);
  });

  test("while the venue is down can be looked up again, or given up", async () => {
    const { at, asked, sent, answer, find } = sender();
    at.submit(BUY);
    await answer(lost());
    await find(lost());
    expect(at.sending.get()).toMatchObject({ is: "lost", found: "unreachable" });
    void at.ask();
    void at.ask();
    expect(asked).toEqual(["id-1", "id-1"]);
    expect(at.sending.get()).toMatchObject({ is: "lost", found: "unreachable" });
    at.forget();
    // The answer to the look-up comes too late to matter.
    await find(FILLED);
    expect(at.sending.get()).toEqual({ is: "idle" });
    at.submit(SELL);
    expect(sent).toEqual(["id-1", "id-2"]);
  });

  test("is found by its report, whatever the look-up returns", async () => {
    const { at, answer, find } = sender();
    at.submit(BUY);
    await answer(lost());
    at.heard({ clientOrderId: "another", orderId: 6, status: "FILLED" });
    expect(at.sending.get().is).toBe("lost");
    at.heard({ clientOrderId: "id-1", orderId: 7, status: "PARTIAL_FILLED" });
    await find(null);
    expect(at.sending.get()).toMatchObject({ is: "placed", placed: { orderId: 7, status: "PARTIAL_FILLED" } });
  });
});

describe("an order that was under way when the page was left", () => {
  const left = { to: "order", body: { ...BUY.body, client_order_id: "before" } } as TicketRequest;

  test("is stored from before it is sent until its outcome is known", async () => {
    const { at, kept, answer, find } = sender();
    at.submit(BUY);
    expect(kept).toEqual(["id-1"]);
    await answer(lost());
    await find(lost());
    expect(kept).toEqual(["id-1"]);
    void at.ask();
    await find(FILLED);
    expect(kept).toEqual(["id-1", null]);
  });

  test("is looked up by the next page, which sends nothing else meanwhile", async () => {
    const { at, asked, sent, kept, find } = sender(left);
    at.submit(SELL);
    expect(sent).toEqual([]);
    void at.ask();
    expect(asked).toEqual(["before"]);
    await find(FILLED);
    expect(at.sending.get()).toMatchObject({ is: "placed", placed: FILLED });
    expect(kept).toEqual([null]);
    at.submit(SELL);
    expect(sent).toEqual(["id-2"]);
  });

  test("and never arrived is sent again under its name only when the trader wants it", async () => {
    const { at, sent, find } = sender(left);
    void at.ask();
    await find(null);
    expect(at.sending.get()).toMatchObject({ is: "lost", found: "nothing" });
    expect(sent).toEqual([]);
    at.sendAgain();
    expect(sent).toEqual(["before"]);
  });
});

test("a lost order that turns out to be refused is refused, with the reason", async () => {
  const { at, answer, find } = sender();
  at.submit(BUY);
  await answer(lost());
  await find(new ApiError({ status: 503, code: -1011, message: "maintenance" }));
  expect(at.sending.get()).toMatchObject({ is: "lost", found: "unreachable" });
  void at.ask();
  await find(new ApiError({ status: 400, code: -1101, message: "insufficient margin" }));
  expect(at.sending.get()).toMatchObject({ is: "refused", refusal: { code: -1101 } });
});

test("a refusal is shown, and the next order gets another name", async () => {
  const { at, sent, answer, marks } = sender();
  at.submit(BUY);
  const refusal = new ApiError({ status: 400, code: -1101, message: "insufficient margin" });
  await answer(refusal);
  expect(at.sending.get()).toMatchObject({ is: "refused", refusal: { code: -1101 } });
  at.submit(SELL);
  expect(sent).toEqual(["id-1", "id-2"]);
  expect(marks).toEqual(["click", "answer", "click"]);
});

test("an order that was not sent is no order", async () => {
  const { at, answer } = sender();
  at.submit(BUY);
  await answer(new NotSent("order.place", "no connection"));
  expect(at.sending.get().is).toBe("not sent");
  at.clear();
  expect(at.sending.get()).toEqual({ is: "idle" });
});

test("an order's report is marked once it is seen", async () => {
  const { at, answer, marks } = sender();
  at.submit(BUY);
  at.heard({ clientOrderId: "id-1", orderId: 7, status: "NEW" });
  await answer(FILLED);
  expect(marks).toEqual(["click", "report", "answer"]);
});
