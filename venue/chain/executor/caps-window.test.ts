// A withdrawal that the vault's caps leave no room for now: it takes whichever way is sooner, room in the caps or the end
// of the queue.

import { expect, test } from "bun:test";
import { PayerWorld } from "./testing/payer-world.ts";

const HOUR = 3_600;
const USDC = 1_000_000n;

async function withFullDay(queueSeconds: number) {
  const world = await PayerWorld.start({ perDay: 1_000, queueSeconds });
  const account = world.open();
  const executor = world.executor({ timing: { retryMs: 0 } });
  const first = await world.request(account, 801);
  await executor.round();
  await world.mine(2);
  await executor.round();
  expect(world.find(first)).toBeUndefined();
  const second = await world.request(account, 501);
  await executor.round();
  return { world, account, executor, second };
}

test("a withdrawal waits for room where the queue would take longer, says until when, and is then paid at once", async () => {
  const { world, account, executor, second } = await withFullDay(72 * HOUR);
  try {
    expect(world.find(second)?.state).toBe("PENDING");
    const now = Number((await world.client.getBlock()).timestamp);
    const { payableAt, isHeld } = executor.find(second);
    expect(payableAt).toBeGreaterThan(now + 23 * HOUR);
    expect(payableAt).toBeLessThanOrEqual(now + 37 * HOUR);
    expect([isHeld, world.trouble]).toEqual([false, ""]);
    await world.client.increaseTime({ seconds: 37 * HOUR });
    await world.mine();
    await executor.round();
    await world.mine(2);
    await executor.round();
    expect(world.states(second)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
    expect(await world.heldBy(account)).toBe(1_300n * USDC);
  } finally {
    await world.stop();
  }
});

test("a withdrawal enters the queue where the queue is sooner", async () => {
  const { world, account, executor, second } = await withFullDay(2 * HOUR);
  try {
    expect(world.find(second)?.state).toBe("PROCESSING");
    await world.mine(2);
    await executor.round();
    expect(await world.heldBy(account)).toBe(800n * USDC);
    expect(executor.find(second).payableAt).not.toBeNull();
  } finally {
    await world.stop();
  }
});
