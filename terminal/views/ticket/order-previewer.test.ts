import { expect, test } from "bun:test";
import { ApiError } from "@evermark/client";
import { type OrderPreview, OrderPreviewer } from "./order-previewer.ts";
import type { OrderBody } from "./request.ts";

const order = (quantity: number): OrderBody => {
  return { symbol: "PERP_SOL_USDC", side: "BUY", order_type: "MARKET", order_quantity: quantity };
};
const said = (max_quantity: number) => ({ max_quantity }) as OrderPreview;
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A foresight whose questions are answered by hand, in the order asked. */
function asked() {
  const foresight = new OrderPreviewer();
  const questions: {
    readonly body: OrderBody;
    readonly answer: ReturnType<typeof Promise.withResolvers<OrderPreview>>;
  }[] = [];
  foresight.by((body) => {
    const answer = Promise.withResolvers<OrderPreview>();
    questions.push({ body, answer });
    return answer.promise;
  });
  return { foresight, questions };
}

test("only one question is asked at a time, and of those that come up meanwhile only the last", async () => {
  const { foresight, questions } = asked();
  for (const quantity of [1, 2, 3]) foresight.want(order(quantity));
  foresight.want(order(3));
  expect(questions.map(({ body }) => body.order_quantity)).toEqual([1]);
  questions[0]!.answer.resolve(said(1));
  await turn();
  expect(foresight.seen.get()).toBeNull();
  expect(questions.map(({ body }) => body.order_quantity)).toEqual([1, 3]);
  questions[1]!.answer.resolve(said(3));
  await turn();
  expect(foresight.seen.get()).toEqual({ body: order(3), preview: said(3), isOld: false });
});

test("an answer stays when the venue is down, and is marked as old", async () => {
  const { foresight, questions } = asked();
  foresight.want(order(1));
  questions[0]!.answer.resolve(said(1));
  await turn();
  foresight.again();
  questions[1]!.answer.reject(new Error("away"));
  await turn();
  expect(foresight.seen.get()).toMatchObject({ preview: said(1), isOld: true });
  foresight.again();
  questions[2]!.answer.resolve(said(2));
  await turn();
  expect(foresight.seen.get()).toMatchObject({ preview: said(2), isOld: false });
});

test("nothing is shown for a body that the venue can't read, or when nothing is asked", async () => {
  const { foresight, questions } = asked();
  foresight.want(order(1));
  questions[0]!.answer.reject(new ApiError({ status: 400, code: -1005, message: "unreadable" }));
  await turn();
  expect(foresight.seen.get()).toBeNull();
  foresight.want(order(2));
  foresight.want(null);
  questions[1]!.answer.resolve(said(2));
  await turn();
  expect(foresight.seen.get()).toBeNull();
});
