import { expect, test } from "bun:test";
import { explorerLink } from "./explorer-link.ts";
import { type AssetRow, movementRows } from "./movement-rows.ts";
import { sentDeposits } from "./sent-deposits.ts";

const row: AssetRow = {
  id: "7",
  tx_id: "0xAB",
  side: "DEPOSIT",
  token: "USDC",
  amount: 12.5,
  fee: 0,
  trans_status: "PENDING",
  created_time: 5,
  updated_time: 5,
  chain_id: "196",
  confirmations: null,
  confirmations_required: null,
  estimated_time: null,
};
const sent = { accountId: "0x1", transaction: "0xab", amount: "12.5", sentAtMs: 4 };

test("a sent deposit is listed until the venue has a record of it", () => {
  const other = { ...sent, transaction: "0xcd" };
  expect(movementRows([row], [sent, other]).map(({ state, amount }) => [state, amount])).toEqual([
    ["sent", "12.5"],
    ["PENDING", 12.5],
  ]);
});

test("a deposit and a withdrawal may have the same id", () => {
  const ids = movementRows([row, { ...row, side: "WITHDRAW" }], []).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

test("an invalid value stored by another version is no deposit", () => {
  expect(sentDeposits({ "funds.sent": [sent, null, { ...sent, amount: 5 }, "0xab"] })).toEqual([sent]);
  expect(sentDeposits({ "funds.sent": "none" })).toEqual([]);
  expect(sentDeposits({})).toEqual([]);
});

test("only an explorer with a web address is linked to, and only for hashes", () => {
  const hash = `0x${"ab".repeat(32)}`;
  expect(explorerLink("https://scan.example/", hash)).toBe(`https://scan.example/tx/${hash}`);
  expect(explorerLink("javascript:alert(1)", hash)).toBeUndefined();
  expect(explorerLink(null, hash)).toBeUndefined();
  expect(explorerLink("https://scan.example", "faucet:1:1")).toBeUndefined();
});
