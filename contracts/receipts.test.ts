// A node that says late what came of a transaction, one that never does, and one that fails.

import { expect, test } from "bun:test";
import { createPublicClient, custom, type Hex } from "viem";
import { receiptOf } from "./receipts.ts";

const hash: Hex = `0x${"ab".repeat(32)}`;
const receipt = { transactionHash: hash, blockNumber: "0x7", status: "0x1", logs: [] };

/** @param answers one after the other, the last of them from then on */
function nodeThat(...answers: (() => unknown)[]) {
  const asked: string[] = [];
  const request = async ({ method }: { method: string }) => {
    asked.push(method);
    return answers[Math.min(asked.length, answers.length) - 1]!();
  };
  return { asked, client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }) }) };
}

test("a receipt is asked for again until the node has it, whether or not another block comes", async () => {
  const { asked, client } = nodeThat(
    () => null,
    () => null,
    () => receipt,
  );
  expect(await receiptOf(client, hash, "a deposit")).toMatchObject({ status: "success", blockNumber: 7n });
  expect(asked).toEqual(Array(3).fill("eth_getTransactionReceipt"));
});

test("one that does not come in time is named by what was awaited", async () => {
  const { client } = nodeThat(() => null);
  const asking = receiptOf(client, hash, "a deposit", 0);
  await expect(asking).rejects.toThrow(`the chain does not say what came of a deposit, for 0 s: transaction ${hash}`);
});

test("what the node says otherwise is said at once", async () => {
  const { asked, client } = nodeThat(() => {
    throw new Error("out of order");
  });
  await expect(receiptOf(client, hash, "a deposit")).rejects.toThrow("out of order");
  expect(asked.length).toBe(1);
});
