// What is permanent in the encoding: a journal that was written today is read by every later version.

import { expect, test } from "bun:test";
import { decodeCommand, encodeCommand } from "./codec.ts";
import type { Command } from "./commands.ts";
import { addBroker, amendOrder, deposit, listMarket, openAccount, placeOrder, START } from "./testing/setup.ts";
import { defaultMarket } from "./testing/vectors.ts";
import { millis, priceE8, quantityE8 } from "./units.ts";
import { CANCEL_REASONS, MARGIN_MODES, MARKET_STATES, ORDER_STATUSES, ORDER_TYPES, SIDES } from "./vocabulary.ts";

const at = START;
const commands: readonly Command[] = [
  listMarket(defaultMarket("PERP_SOL_USDC"), 1),
  addBroker("b", 60, 30),
  openAccount(0, "b"),
  { type: "bind_key", at, account: 0, key: "k", scope: "read", expiration: millis(0) },
  deposit(0, 1, "r"),
  { type: "set_leverage", at, account: 0, market: 0, leverage: 1, marginMode: "CROSS" },
  placeOrder({}),
  amendOrder({}),
  { type: "cancel_order", at, account: 0, market: 0, orderId: 1, clientOrderId: "" },
  { type: "cancel_all_orders", at, account: 0, market: 0 },
  { type: "cancel_all_after", at, account: 0, triggerAfterMs: 0 },
  { type: "settle_pnl", at, account: 0 },
  { type: "oracle_prices", at, prices: [] },
  { type: "set_index_prices", at, prices: [] },
  { type: "tick", at },
];

test("each type of command has its permanent number", () => {
  expect(Object.fromEntries(commands.map((command) => [command.type, encodeCommand(command)[0]]))).toEqual({
    list_market: 1,
    add_broker: 2,
    open_account: 3,
    bind_key: 4,
    credit_deposit: 5,
    set_leverage: 6,
    place_order: 7,
    amend_order: 8,
    cancel_order: 9,
    cancel_all_orders: 10,
    cancel_all_after: 11,
    settle_pnl: 12,
    oracle_prices: 13,
    set_index_prices: 14,
    tick: 15,
  });
});

test("the words that are written as their place in a list keep their places", () => {
  expect([SIDES, ORDER_TYPES, MARGIN_MODES, ORDER_STATUSES] as object).toEqual([
    ["BUY", "SELL"],
    ["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"],
    ["CROSS", "ISOLATED"],
    ["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"],
  ]);
  expect(MARKET_STATES.indexOf("ACTIVE")).toBe(3);
  expect(CANCEL_REASONS[0]).toBe("");
});

test("a placement's bytes, field by field", () => {
  const command = placeOrder({
    at: millis(1),
    account: 5,
    market: 2,
    side: "SELL",
    orderType: "POST_ONLY",
    price: priceE8(2),
    quantity: quantityE8(3),
    clientOrderId: "id",
    tag: "t",
    marginMode: "ISOLATED",
    postOnlyAdjust: true,
  });
  const one = "000000000000f03f";
  const fields = [
    "07",
    one, // at
    "05000000",
    "02000000",
    "01", // SELL
    "04", // POST_ONLY
    "0000000000000040", // price 2
    "0000000000000840", // quantity 3
    "0000000000000000", // no amount
    "000000000000f0bf", // visible −1
    "00", // not reduce-only
    "02000000",
    "6964",
    "0000000000000000", // no slippage
    "ffffffff", // no level
    "01",
    "01000000",
    "74",
    "02", // ISOLATED
    "00",
  ];
  expect(Buffer.from(encodeCommand(command)).toString("hex")).toBe(fields.join(""));
});

test("a command of an unknown type is a fault: a newer version wrote it", () => {
  const bytes = encodeCommand({ type: "tick", at }).slice();
  for (const tag of [0, 16, 255]) {
    bytes[0] = tag;
    expect(() => decodeCommand(bytes)).toThrow(`a command of an unknown type (tag=${tag})`);
  }
});

test("bytes that are left over, or missing, are a fault for every type", () => {
  for (const command of commands) {
    const bytes = encodeCommand(command).slice();
    expect(() => decodeCommand(Uint8Array.from([...bytes, 0]))).toThrow("a command's bytes are used up");
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeCommand(bytes.subarray(0, length))).toThrow("encoded bytes end too early");
    }
  }
});
