// The permanent parts of the encoding: a journal that is written today can be read by every later version.

import { expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8 } from "../../base/units.ts";
import {
  CANCEL_REASONS,
  MARGIN_MODES,
  MARKET_STATES,
  ORDER_STATUSES,
  ORDER_TYPES,
  SIDES,
} from "../../base/vocabulary.ts";
import { addBroker, amendOrder, deposit, listMarket, openAccount, placeOrder, START } from "../../testing/setup.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { UNDATED } from "../commands/account-commands.ts";
import type { Command } from "../commands/commands.ts";
import { decodeCommand, encodeCommand } from "./codec.ts";
import { PARAMETERS } from "./parameter-bytes.ts";

const at = START;
const commands: readonly Command[] = [
  listMarket(defaultMarket("PERP_SOL_USDC"), 1),
  addBroker("b", 60, 30),
  openAccount(0, "b"),
  { type: "bind_key", at, account: 0, key: "k", scope: "read", expiration: millis(0), signedAt: at },
  deposit(0, 1, "r"),
  { type: "set_leverage", at, account: 0, market: 0, leverage: 1, marginMode: "CROSS" },
  placeOrder({}),
  amendOrder({}),
  { type: "cancel_order", at, account: 0, market: 0, orderId: 1, clientOrderId: "" },
  { type: "cancel_all_orders", at, account: 0, market: 0 },
  { type: "cancel_all_after", at, account: 0, triggerAfterMs: 0 },
  { type: "settle_pnl", at, account: 0, nonce: 0 },
  { type: "oracle_prices", at, prices: [] },
  { type: "set_index_prices", at, prices: [] },
  { type: "tick", at },
];

test("words that are written as their index in a list keep their index", () => {
  expect([SIDES, ORDER_TYPES, MARGIN_MODES, ORDER_STATUSES] as object).toEqual([
    ["BUY", "SELL"],
    ["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"],
    ["CROSS", "ISOLATED"],
    ["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"],
  ]);
  expect(MARKET_STATES.indexOf("ACTIVE")).toBe(3);
  expect(CANCEL_REASONS[0]).toBe("");
});

test("transfers, moves of margin and claims from before the field for signed requests have none", () => {
  const common = { at, account: 0 };
  const claim = { liquidationId: 1, ratio: 2, extraRatio: 0, limits: [], ratios: [] };
  const carrying: readonly Command[] = [
    { type: "transfer_funds", ...common, receivers: [], nonce: 0 },
    { type: "move_position_margin", ...common, market: 0, direction: "ADD", amount: micros(1) },
    { type: "claim_liquidation", ...common, ...claim },
    { type: "claim_insurance_fund", ...common, claimId: 1, market: 0, quantity: quantityE8(1), limitPrice: priceE8(0) },
  ];
  for (const command of carrying) {
    const bytes = encodeCommand(command);
    const expected = { ...command, request: null };
    expect(decodeCommand(bytes)).toEqual(expected);
    expect(decodeCommand(bytes.slice(0, -1))).toEqual(expected);
  }
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
    "00", // not until a disconnect
  ];
  expect(Buffer.from(encodeCommand(command)).toString("hex")).toBe(fields.join(""));
});

test("a command of an unknown type is a fault: a newer version wrote it", () => {
  const bytes = encodeCommand({ type: "tick", at }).slice();
  for (const tag of [0, 200, 255]) {
    bytes[0] = tag;
    expect(() => decodeCommand(bytes)).toThrow(`a command of an unknown type (tag=${tag})`);
  }
});

test("bytes that are left over, or missing, are a fault for every type", () => {
  for (const command of commands) {
    const bytes = encodeCommand(command).slice();
    expect(() => decodeCommand(Uint8Array.from([...bytes, 0]))).toThrow("a command's bytes are not used up");
    for (let length = 0; length < shortest(command, bytes.length); length++) {
      expect(() => decodeCommand(bytes.subarray(0, length))).toThrow("encoded bytes end too early");
    }
  }
});

/** The length of a command's bytes before later fields were added to it. */
function shortest(command: Command, length: number): number {
  // A listing then lacked the parameters that were declared later: numbers and flags.
  if (command.type === "list_market") {
    const later = PARAMETERS.filter(([, , absent]) => absent !== undefined);
    return length - later.reduce((sum, [, kind]) => sum + (kind === "f64" ? 8 : 1), 0);
  }
  // A binding lacked its message's time, the key's tag and the signer.
  if (command.type === "bind_key") return length - 10;
  // A deposit lacked its place on the chain, the opening of an account whether it is for a deposit, and a placement whether it
  // ends with its connection.
  if (["credit_deposit", "open_account", "place_order"].includes(command.type)) return length - 1;
  return command.type === "settle_pnl" ? length - 8 : length;
}

test("a binding from before the time of its message was kept is undated", () => {
  const terms = { account: 3, key: "k", scope: "read", expiration: millis(9) };
  const bytes = encodeCommand({ type: "bind_key", at, ...terms, signedAt: millis(7) });
  const expected = { type: "bind_key", at, ...terms, tag: null, signer: null } as const;
  for (const further of [0, 1, 2]) {
    expect(decodeCommand(bytes.subarray(0, bytes.length - further))).toEqual({ ...expected, signedAt: millis(7) });
  }
  const older = bytes.subarray(0, bytes.length - 10);
  expect(decodeCommand(older)).toEqual({ ...expected, signedAt: millis(UNDATED) });
});

test("a settlement from before nonces were kept has none", () => {
  const bytes = encodeCommand({ type: "settle_pnl", at, account: 3, nonce: 7 });
  expect(decodeCommand(bytes.subarray(0, bytes.length - 8))).toEqual({ type: "settle_pnl", at, account: 3, nonce: 0 });
});
