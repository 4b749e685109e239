import { describe, expect, test } from "bun:test";
import { KeptOrders, type TabStorage } from "./kept-orders.ts";
import type { OrderRequest } from "./order-body.ts";

const order = (client_order_id: string): OrderRequest => ({
  to: "order",
  body: { symbol: "PERP_SOL_USDC", side: "BUY", order_type: "MARKET", order_quantity: "1", client_order_id },
});

function storage(): TabStorage & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, text) => void held.set(name, text),
    removeItem: (name) => void held.delete(name),
  };
}

describe("an order that is being sent", () => {
  test("is known to the next page until its outcome is known", () => {
    const tab = storage();
    const before = new KeptOrders(tab, "0xa");
    before.keep("ticket", order("one"));
    before.keep("PERP_BTC_USDC CROSS", order("two"));
    const after = new KeptOrders(tab, "0xa");
    expect([...after.all()]).toEqual([
      ["ticket", order("one")],
      ["PERP_BTC_USDC CROSS", order("two")],
    ]);
    after.drop("ticket");
    after.drop("ticket");
    after.drop("PERP_BTC_USDC CROSS");
    expect(tab.held.size).toBe(0);
  });

  test("belongs to its account alone", () => {
    const tab = storage();
    new KeptOrders(tab, "0xa").keep("ticket", order("one"));
    expect(new KeptOrders(tab, "0xb").all().size).toBe(0);
  });
});

test("anything that is not a named order is left out", () => {
  for (const text of [
    "",
    "{",
    "null",
    '{"a":1}',
    '[["ticket",null]]',
    '[["ticket",{"to":"order","body":{}}]]',
    "[1]",
  ]) {
    const tab = storage();
    tab.setItem("evermark.sending.0xa", text);
    expect(new KeptOrders(tab, "0xa").all().size).toBe(0);
  }
});

test("in a browser that stores nothing, orders are placed all the same", () => {
  const full: TabStorage = {
    ...storage(),
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(() => new KeptOrders(full, "0xa").keep("ticket", order("one"))).not.toThrow();
});
