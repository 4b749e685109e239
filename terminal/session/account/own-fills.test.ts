import { expect, test } from "bun:test";
import type { Report } from "../asking/answers.ts";
import type { AccountEvent, AccountSession } from "./account-session.ts";
import { OwnFills } from "./own-fills.ts";

const SYMBOL = "PERP_ETH_USDC";

function account() {
  const listeners = new Set<(event: AccountEvent) => void>();
  const answers: (() => void)[] = [];
  const row = { id: 1, executed_timestamp: 10, side: "BUY", executed_price: 5, executed_quantity: 2 };
  const session = {
    client: {
      orders: {
        getTrades: () => new Promise((resolve) => answers.push(() => resolve({ rows: [row] }))),
      },
    },
    listen(listener: (event: AccountEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as AccountSession;
  const emit = (event: AccountEvent) => {
    for (const listener of listeners) listener(event);
  };
  const answer = async () => {
    answers.shift()?.();
    await new Promise(setImmediate);
  };
  return { session, emit, answer, answers, listeners };
}

function report(tradeId: number, symbol = SYMBOL): AccountEvent {
  const fill = { tradeId, timestamp: 20, side: "SELL", executedPrice: 6, executedQuantity: 1 };
  return { type: "report", report: { symbol, ...fill } as Report, seenAt: 0 };
}

test("fills come from the list and from reports, each once", async () => {
  const { session, emit, answer, answers } = account();
  const own = new OwnFills(session, SYMBOL);
  emit(report(2));
  emit(report(2));
  emit(report(0));
  emit(report(3, "PERP_BTC_USDC"));
  await answer();
  expect([...own.fills.get().keys()].sort()).toEqual([1, 2]);
  expect(own.fills.get().get(1)).toEqual({ id: 1, at: 10, side: "BUY", price: 5, quantity: 2 });
  emit({ type: "again" });
  expect(answers).toHaveLength(1);
  own.end();
});

test("no listener runs after the end", () => {
  const { session, listeners } = account();
  new OwnFills(session, SYMBOL).end();
  expect(listeners.size).toBe(0);
});
