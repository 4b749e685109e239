import { expect, test } from "bun:test";
import { nameOfRequest, type OrderState, outcomeOf } from "./outcome.ts";
import type { TicketRequest } from "./request.ts";

const ORDER: TicketRequest = {
  to: "order",
  body: { symbol: "PERP_ETH_USDC", side: "SELL", order_type: "LIMIT", order_price: "3000", order_quantity: "1234.5" },
};
const state = (part: Partial<OrderState>): OrderState => {
  return { status: "NEW", executed: 0, averagePrice: 0, price: 3_000, fee: 0, reason: "", ...part };
};

test("an order is named by what was requested", () => {
  expect(nameOfRequest(ORDER)).toBe("Sell 1,234.5 ETH");
  const { order_quantity: _, ...body } = ORDER.body as { order_quantity?: unknown };
  expect(nameOfRequest({ to: "order", body: { ...body, order_amount: "50" } } as TicketRequest)).toBe(
    "Sell ETH for 50 USDC",
  );
  expect(nameOfRequest({ to: "algo", body: { symbol: "PERP_ETH_USDC", algo_type: "POSITIONAL_TP_SL" } })).toBe(
    "Protection of the ETH position",
  );
});

test("the outcome is shown with its figures", () => {
  const said = (part: Partial<OrderState>) => {
    const { tone, title, text } = outcomeOf(ORDER, state(part));
    return [tone, title, text].join(" | ");
  };
  expect(said({})).toBe("good | Sell 1,234.5 ETH waits at 3,000 | ");
  expect(said({ status: "FILLED", executed: 1_234.5, averagePrice: 3_000.12345678, fee: 1.5 })).toBe(
    "good | Sell 1,234.5 ETH filled at 3,000.12345678 | Fee 1.5 USDC.",
  );
  expect(said({ status: "CANCELLED", executed: 1, averagePrice: 3_000, reason: "IOC_REMAINDER" })).toBe(
    "good | 1 of Sell 1,234.5 ETH filled at 3,000 | Fee 0 USDC. No more liquidity was available at this price or better.",
  );
  expect(said({ status: "CANCELLED", reason: "POST_ONLY_CROSS" })).toBe(
    "bad | Sell 1,234.5 ETH not placed | It would have traded at once.",
  );
  const bracket = { to: "algo", body: { ...ORDER.body, algo_type: "BRACKET", quantity: "1" } } as TicketRequest;
  expect(outcomeOf(bracket, null).title).toBe("Sell 1 ETH placed, with its take profit or stop loss");
  expect(outcomeOf(bracket, state({ status: "FILLED", executed: 1, averagePrice: 3_001, fee: 0.75 }))).toEqual({
    tone: "good",
    title: "Sell 1 ETH filled at 3,001",
    text: "Fee 0.75 USDC. Its take profit or stop loss waits for the mark price.",
  });
  expect(outcomeOf(bracket, state({})).text).toBe("Its take profit or stop loss is inactive until it fills.");
  expect(outcomeOf(ORDER, null).title).toBe("Sell 1,234.5 ETH waits for the mark price");
});
