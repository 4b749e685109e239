import { expect, test } from "bun:test";
import { numberToHex } from "viem";
import type { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { gasFor } from "./sweep-transaction.ts";

const asked = (gas: number) => {
  const node = { name: "node", request: async () => numberToHex(gas) } as unknown as JsonRpcNode;
  return gasFor([node], { to: "0x", data: "0x" });
};

test("a sweep that would take more gas than any does is not sent with less, which it would use up and fail", async () => {
  expect(await asked(200_000)).toBe(250_000n);
  expect(await asked(5_000_000)).toBe(5_000_000n);
  expect(await asked(5_000_001)).toBeNull();
});
