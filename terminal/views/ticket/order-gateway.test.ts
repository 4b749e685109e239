import { expect, test } from "bun:test";
import { AnswerLost, ApiError, type Client, NotSent } from "@evermark/client";
import { orderLineOf } from "./order-gateway.ts";
import type { TicketRequest } from "./request.ts";

const ORDER: TicketRequest = {
  to: "order",
  body: { symbol: "PERP_SOL_USDC", side: "BUY", order_type: "MARKET", order_quantity: "1", client_order_id: "mine" },
};
const ALGO = { to: "algo", body: { symbol: "PERP_SOL_USDC", algo_type: "STOP", client_order_id: "mine" } } as const;
const ANSWER = { order_id: 7, status: "FILLED" };

/** A client that records its calls. */
function clientThat(does: {
  readonly state?: string;
  readonly stream?: () => Promise<typeof ANSWER>;
  readonly find?: () => Promise<unknown>;
}) {
  const asked: string[] = [];
  const say = <Value>(what: string, value: Value | Promise<Value>) => {
    asked.push(what);
    return Promise.resolve(value);
  };
  const client = {
    streams: {
      private: { state: does.state ?? "live" },
      orders: { place: () => say("stream", does.stream?.() ?? ANSWER) },
    },
    orders: {
      placeOrder: () => say("rest", ANSWER),
      getOrderByClientId: () => say("find", does.find?.() ?? ANSWER),
    },
    algo: {
      placeAlgoOrder: () => say("algo", { order_id: 8 }),
      getAlgoOrderByClientId: () => say("find algo", does.find?.() ?? { algo_order_id: 8 }),
    },
  } as unknown as Client;
  return { asked, line: orderLineOf(client) };
}

const lost = () =>
  Promise.reject(
    new AnswerLost({
      ...{ method: "POST", path: "/v1/order", body: "", attempts: 1 },
      ...{ cause: new Error("gone"), safeAgain: "by its client_order_id" },
    }),
  );

test("an order is sent over the private stream while that is live, otherwise over REST", async () => {
  const live = clientThat({});
  expect(await live.line.place(ORDER)).toEqual({ orderId: 7, status: "FILLED" });
  expect(live.asked).toEqual(["stream"]);
  const away = clientThat({ state: "connecting" });
  await away.line.place(ORDER);
  expect(away.asked).toEqual(["rest"]);
});

test("an order that the stream did not send is sent over REST; one that it lost is not sent again automatically", async () => {
  const unsent = clientThat({ stream: () => Promise.reject(new NotSent("order.place", "not open")) });
  await unsent.line.place(ORDER);
  expect(unsent.asked).toEqual(["stream", "rest"]);
  const gone = clientThat({ stream: lost });
  expect(gone.line.place(ORDER)).rejects.toBeInstanceOf(AnswerLost);
  await Promise.resolve();
  expect(gone.asked).toEqual(["stream"]);
});

test("algo orders have their own endpoints", async () => {
  const { asked, line } = clientThat({});
  expect(await line.place(ALGO)).toEqual({ orderId: 8, status: "WAITS" });
  expect(await line.find(ALGO)).toEqual({ orderId: 8, status: "WAITS" });
  expect(asked).toEqual(["algo", "find algo"]);
});

test("an order that the venue does not know is null; one that it refused gets its refusal again", async () => {
  const unknown = new ApiError({ status: 400, code: -1006, message: "not found" });
  expect(await clientThat({ find: () => Promise.reject(unknown) }).line.find(ORDER)).toBeNull();
  const refused = clientThat({ find: () => Promise.resolve({ order_id: 7, status: "REJECTED" }) });
  await refused.line.find(ORDER);
  expect(refused.asked).toEqual(["find", "rest"]);
  expect(clientThat({ find: lost }).line.find(ORDER)).rejects.toBeInstanceOf(AnswerLost);
});
