// Withdrawals paid by a real vault on a real chain.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { vaultAbi } from "@evermark/contracts";
import { encodeFunctionData, type Hex, parseTransaction } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { localSigner } from "../keys/local-signer.ts";
import type { Call } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import type { ChainWriter } from "./chain-writer.ts";
import { OPERATOR_KEY, PayerWorld } from "./testing/payer-world.ts";

let world: PayerWorld;
beforeAll(async () => {
  world = await PayerWorld.start();
});
afterAll(() => world.stop());

/** Runs rounds and mines blocks until the withdrawals have ended. */
async function untilEnded(executor: ReturnType<PayerWorld["executor"]>, ids: readonly number[]): Promise<void> {
  for (let rounds = 0; rounds < 100; rounds++) {
    await executor.round();
    if (ids.every((id) => world.find(id) === undefined)) return;
    await world.mine();
  }
  throw new Error(`withdrawals ${ids} did not end: ${world.trouble}`);
}

const USDC = 1_000_000n;
const vaultCall = (functionName: "emergencyPause" | "emergencyUnpause"): Hex =>
  encodeFunctionData({ abi: vaultAbi, functionName });
const lastTransaction = (id: number) => world.find(id)!.transactions.at(-1)!;

test("a withdrawal is paid to the wallet that signed it, less the fee, once the vault's event is at safe depth", async () => {
  const account = world.open();
  const id = await world.request(account, 250);
  const executor = world.executor();
  await executor.round();
  expect(world.find(id)!).toMatchObject({ state: "PROCESSING", transactions: [{ chainNonce: 0 }] });
  expect(await world.heldBy(account)).toBe(0n);
  expect(executor.find(id)).toEqual({ block: null, payableAt: null, isHeld: false });
  await world.mine();
  await executor.round();
  const mined = Number(await world.client.getBlockNumber({ cacheTime: 0 }));
  expect(executor.find(id)).toEqual({ block: mined, payableAt: null, isHeld: false });
  expect(await world.heldBy(account)).toBe(249n * USDC);
  // Mined, but not yet at safe depth.
  expect(world.find(id)!.state).toBe("PROCESSING");
  await world.mine();
  await executor.round();
  expect(world.states(id)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
  expect(world.trouble).toBe("");
});

test("a process that ends between noting and sending, or after sending, is followed by one that pays once", async () => {
  const account = world.open();
  const first = await world.request(account, 10);
  const unsent = world.executor({ changed: (parts) => ({ ...parts, writer: deaf(parts.writer) }) });
  await unsent.round();
  const noted = lastTransaction(first).transaction;
  await world.mine();
  expect(await world.heldBy(account)).toBe(0n);

  // The next process sends exactly the bytes that were noted; the one after it does not know that they were sent.
  await world.executor().round();
  await world.executor().round();
  expect(lastTransaction(first).transaction).toBe(noted);
  expect(world.find(first)!.transactions).toHaveLength(1);
  await untilEnded(world.executor(), [first]);
  expect(await world.heldBy(account)).toBe(9n * USDC);
});

test("a hundred withdrawals at once are all paid, in a few blocks, by consecutive transactions", async () => {
  const accounts = Array.from({ length: 100 }, () => world.open());
  const ids = await Promise.all(accounts.map((account) => world.request(account, 20)));
  const before = await world.client.getBlockNumber({ cacheTime: 0 });
  await untilEnded(world.executor(), ids);
  for (const account of accounts) expect(await world.heldBy(account)).toBe(19n * USDC);
  expect(Number((await world.client.getBlockNumber({ cacheTime: 0 })) - before)).toBeLessThanOrEqual(8);
});

test("a receiver that the token refuses gets nothing, and the account its money back", async () => {
  const account = world.open();
  const id = await world.request(account, 30);
  await world.blacklist(account, true);
  await untilEnded(world.executor(), [id]);
  expect(world.states(id)).toEqual(["PENDING", "PROCESSING", "FAILED"]);
  expect(Number(world.memory.engine.margin(account).holding)).toBe(10_000_000_000);
});

test("a withdrawal that the vault can't pay waits for money, and lets smaller ones pass", async () => {
  const account = world.open();
  const funds = await world.vaultHolds();
  const big = Number(funds / USDC) + 1_000;
  world.memory.deposit(account, big);
  const [large, small] = [await world.request(account, big), await world.request(account, 5)];
  const executor = world.executor();
  await executor.round();
  expect([world.find(large)!.state, world.find(small)!.state]).toEqual(["PENDING_REBALANCE", "PROCESSING"]);
  await world.fund(2_000n * USDC);
  // It is also above the cap, so it waits in the vault's queue as well.
  for (let blocks = 0; blocks < 3; blocks++) {
    await executor.round();
    await world.mine();
  }
  await world.client.increaseTime({ seconds: 3_601 });
  await untilEnded(executor, [large, small]);
  expect(world.states(large)).toEqual(["PENDING", "PENDING_REBALANCE", "PENDING", "PROCESSING", "COMPLETED"]);
});

test("a withdrawal above the vault's cap is paid when its queue delay is over", async () => {
  await world.fund(400_000n * USDC);
  const account = world.open();
  world.memory.deposit(account, 300_000);
  const id = await world.request(account, 200_000);
  const executor = world.executor({ timing: { retryMs: 0 } });
  for (let blocks = 0; blocks < 4; blocks++) {
    await executor.round();
    await world.mine();
  }
  expect([world.find(id)!.state, await world.heldBy(account)]).toEqual(["PROCESSING", 0n]);
  expect(world.trouble).toBe("");
  // Another process finds it in the queue, and when it can be paid.
  const next = world.executor({ timing: { retryMs: 0 } });
  expect(next.find(id)).toEqual({ block: null, payableAt: null, isHeld: false });
  await next.round();
  const { timestamp } = await world.client.getBlock();
  const { payableAt, ...rest } = next.find(id);
  expect(rest).toEqual({ block: null, isHeld: false });
  expect(Math.abs(payableAt! - (Number(timestamp) + 3_600))).toBeLessThan(60);
  await world.client.increaseTime({ seconds: 3_601 });
  await world.mine();
  await untilEnded(next, [id]);
  expect(await world.heldBy(account)).toBe(199_999n * USDC);
  expect(world.states(id).at(-1)).toBe("COMPLETED");
});

test("while the vault or the operator has paused, or money is missing, nothing is sent and nothing is lost", async () => {
  const account = world.open();
  const id = await world.request(account, 7);
  let missing: string | null = "the vault holds 5 USDC too little";
  const executor = world.executor({ mayPay: () => missing, timing: { retryMs: 0 } });
  await executor.round();
  expect([world.find(id)!.state, world.trouble]).toEqual(["PENDING", "the vault holds 5 USDC too little"]);
  missing = null;
  world.memory.apply({ type: "pause_withdrawals", paused: true });
  await executor.round();
  expect([world.find(id)!.state, world.trouble]).toEqual(["PENDING", "withdrawals are paused by the operator"]);
  world.memory.apply({ type: "pause_withdrawals", paused: false });
  await world.asOwner(vaultCall("emergencyPause"));
  await executor.round();
  await executor.round();
  expect(world.find(id)!).toMatchObject({ state: "PENDING", transactions: [] });
  expect(world.trouble).toBe("the vault is paused");
  expect(executor.find(id).isHeld).toBe(true);
  await world.asOwner(vaultCall("emergencyUnpause"));
  await untilEnded(executor, [id]);
  expect(world.trouble).toBe("");
  expect(world.states(id)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
});

test("a withdrawal that was sent and then met a paused vault is tried again", async () => {
  const account = world.open();
  const id = await world.request(account, 8);
  const executor = world.executor({ timing: { retryMs: 0 } });
  await executor.round();
  // The pause overtakes the payment: the guardian pays a higher price.
  await world.client.dropTransaction({ hash: lastTransaction(id).transaction as Hex });
  await world.asOwner(vaultCall("emergencyPause"));
  await world.executor().round();
  await world.mine(2);
  await executor.round();
  expect(world.find(id)!).toMatchObject({ state: "PENDING", attempts: 1 });
  await world.asOwner(vaultCall("emergencyUnpause"));
  await untilEnded(executor, [id]);
  expect(world.states(id)).toEqual(["PENDING", "PROCESSING", "PENDING", "PROCESSING", "COMPLETED"]);
  expect(await world.heldBy(account)).toBe(7n * USDC);
});

test("a withdrawal that service and vault disagree about is given back before anything is sent, and raises an alarm", async () => {
  const account = world.open();
  const executor = world.executor();
  await executor.round();
  const id = await world.request(account, 9, { signedFor: 9_000_001 });
  await executor.round();
  expect(world.states(id)).toEqual(["PENDING", "FAILED"]);
  expect(world.reason(id)).toBe("the vault refuses it: SignatureInvalid");
  expect(world.trouble).toContain(`service and vault disagree about withdrawal ${id}`);
});

test("when a foreign transaction takes the operator's nonce, the withdrawal is sent again with another", async () => {
  const account = world.open();
  const id = await world.request(account, 11);
  const executor = world.executor({ timing: { retryMs: 0 } });
  await executor.round();
  const { chainNonce, transaction } = lastTransaction(id);
  await world.client.dropTransaction({ hash: transaction as Hex });
  await world.asOperator(world.token, "0x", chainNonce);
  await world.mine(2);
  await untilEnded(executor, [id]);
  expect(world.states(id)).toEqual(["PENDING", "PROCESSING", "PENDING", "PROCESSING", "COMPLETED"]);
  expect(await world.heldBy(account)).toBe(10n * USDC);
});

test("a withdrawal submitted to the vault by hand is found and completed, never paid again", async () => {
  const account = world.open();
  const [sent, unsent] = [await world.request(account, 12), await world.request(account, 13)];
  const held = world.executor({ mayPay: () => "held" });
  await held.round();
  const number = await world.operatorNumber();
  const data = await Promise.all([sent, unsent].map((id) => world.payingCallOf(id)));
  await world.asOperator(world.vault, data[0]!, number);
  await world.asOperator(world.vault, data[1]!, number + 1);
  await world.mine();
  const executor = world.executor({ timing: { retryMs: 0 } });
  await executor.round();
  expect([world.find(sent)!.state, world.find(unsent)!.transactions]).toEqual(["PENDING", []]);
  await world.mine(50);
  await untilEnded(executor, [sent, unsent]);
  expect(world.states(sent)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
  expect(await world.heldBy(account)).toBe(23n * USDC);
});

test("a transaction below the base fee is sent again, replaced at a higher price, and whichever is mined counts", async () => {
  const account = world.open();
  const id = await world.request(account, 14);
  let now = 0;
  const executor = world.executor({ now: () => now });
  await executor.round();
  const first = lastTransaction(id);
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 11n });
  await world.mine();
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 11n });
  await world.mine();
  expect(await world.heldBy(account)).toBe(0n);
  now = 179_000;
  await executor.round();
  expect(world.find(id)!.transactions).toHaveLength(1);
  now = 181_000;
  await executor.round();
  const second = lastTransaction(id);
  expect(second.chainNonce).toBe(first.chainNonce);
  const price = (raw: string): bigint => parseTransaction(raw as `0x02${string}`).maxFeePerGas!;
  expect(price(second.raw) * 8n).toBeGreaterThanOrEqual(price(first.raw) * 9n);
  now = 601_000;
  await executor.round();
  expect(world.trouble).toContain(`open for more than 10 minutes, of which number ${id}`);
  await untilEnded(executor, [id]);
  expect(world.trouble).toBe("");
  expect(await world.heldBy(account)).toBe(13n * USDC);
});

test("a block that is replaced takes its payment with it, and the same transaction is sent again", async () => {
  const account = world.open();
  const id = await world.request(account, 15);
  const executor = world.executor();
  await executor.round();
  const { transaction } = lastTransaction(id);
  const before = await world.client.snapshot();
  await world.mine();
  await executor.round();
  expect(await world.heldBy(account)).toBe(14n * USDC);
  await world.client.revert({ id: before });
  await world.client.dropTransaction({ hash: transaction as Hex });
  await world.mine();
  expect(await world.heldBy(account)).toBe(0n);
  await executor.round();
  await untilEnded(executor, [id]);
  expect(world.states(id)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
  expect(await world.heldBy(account)).toBe(14n * USDC);
});

test("an executor whose key the vault does not know sends nothing, and one without gas reports that", async () => {
  const account = world.open();
  const id = await world.request(account, 16);
  const executor = world.executor({ signer: localSigner(generatePrivateKey()) });
  await executor.round();
  expect(world.find(id)!).toMatchObject({ state: "PENDING", transactions: [] });
  expect(world.trouble).toContain("gas lasts for 0 withdrawals");
  expect(world.trouble).toContain("the vault does not know the operator's key");
  await untilEnded(world.executor({ signer: localSigner(OPERATOR_KEY) }), [id]);
});

test("a call that takes more gas than it can be given is reported and not sent, until it takes less", async () => {
  const account = world.open();
  const id = await world.request(account, 11);
  let takes = 3_000_001n;
  const executor = world.executor({
    timing: { retryMs: 0 },
    changed: (parts) => ({ ...parts, writer: { ...asked(parts.writer), gasOf: async () => takes } }),
  });
  await executor.round();
  expect(world.find(id)!).toMatchObject({ state: "PENDING", transactions: [] });
  expect(world.trouble).toBe("a call would take 3000001 gas, more than it can be given: it is not sent");
  takes = 2_500_000n;
  await executor.round();
  expect(world.trouble).toBe("");
  // The limit has a margin, up to the bound.
  expect(parseTransaction(lastTransaction(id).raw as Hex).gas).toBe(3_000_000n);
  await untilEnded(executor, [id]);
  expect(await world.heldBy(account)).toBe(10n * USDC);
});

test("a call that no block has room for is not sent until blocks have room, even if it was handed in", async () => {
  const account = world.open();
  const id = await world.request(account, 12);
  let room = 90_000n;
  let isRefused = false;
  const executor = world.executor({
    timing: { retryMs: 0 },
    changed: (parts) => {
      const gasOf = (call: Call) => {
        if (isRefused) throw new ChainTrouble("refused", "gas required exceeds allowance (90000)");
        return parts.writer.gasOf(call);
      };
      return { ...parts, writer: { ...asked(parts.writer), gasOf, blockGasMax: async () => room } };
    },
  });
  const before = await world.operatorNumber();
  executor.handIn({ to: world.vault, data: await world.payingCallOf(id) });
  for (const message of ["more than it can be given", "gas required exceeds allowance"]) {
    await executor.round();
    expect(world.find(id)!).toMatchObject({ state: "PENDING", transactions: [] });
    expect(world.trouble).toContain(message);
    expect(world.trouble).toContain("not sent");
    await world.mine();
    isRefused = true;
  }
  expect(await world.operatorNumber()).toBe(before);
  [room, isRefused] = [30_000_000n, false];
  await untilEnded(executor, [id]);
  expect(await world.heldBy(account)).toBe(11n * USDC);
  // The call that was handed in went first.
  expect(await world.operatorNumber()).toBeGreaterThan(before);
  expect(world.trouble).toBe("");
});

test("in the end the vault has paid what the venue has booked, and the fees belong to the venue", async () => {
  expect(world.memory.engine.funds.openWithdrawals()).toEqual([]);
  expect(await world.paidOut()).toBe(-BigInt(world.memory.engine.funds.chainCustody));
});

/** A writer that accepts transactions and passes none on. */
function deaf(writer: ChainWriter): ChainWriter {
  return { ...asked(writer), broadcast: async () => null };
}

/** A copy of the writer whose methods can be replaced. */
function asked(writer: ChainWriter): ChainWriter {
  return {
    gasPrice: () => writer.gasPrice(),
    gasOf: (call) => writer.gasOf(call),
    blockGasMax: () => writer.blockGasMax(),
    broadcast: (bytes) => writer.broadcast(bytes),
  };
}
