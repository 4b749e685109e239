import { expect, test } from "bun:test";
import { numberToHex } from "viem";
import type { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import { estimateSweepGas } from "./sweep-transaction.ts";

const answered = (request: () => Promise<unknown>) => {
  const node = { name: "node", request } as unknown as JsonRpcNode;
  return estimateSweepGas([node], { to: "0x", data: "0x" });
};
const asked = (gas: number) => answered(async () => numberToHex(gas));

test("a sweep that needs too much gas is not sent with less, which it would use up and fail", async () => {
  expect(await asked(200_000)).toBe(250_000n);
  expect(await asked(5_000_000)).toBe(5_000_000n);
  expect(await asked(5_000_001)).toBe("it would take 5000001 gas, more than any sweep does");
  const refused = new ChainTrouble("refused", "gas required exceeds allowance (50000)");
  expect(await answered(() => Promise.reject(refused))).toBe(`its gas can't be estimated: ${refused.message}`);
  const away = new ChainTrouble("away", "no answer");
  expect(answered(() => Promise.reject(away))).rejects.toBe(away);
});
