// A pause ends by itself, and who has the guardian's key makes no lasting one of several.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import type { Hex } from "viem";
import { VAULT_DELAYS } from "./index.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, BOB, BROKER, DAY, GUARDIAN, OPERATOR, OWNER, START, STRANGER } = world;
const { pause: PAUSE } = VAULT_DELAYS;
let w: world.VaultWorld;
let fresh: Hex;

beforeAll(async () => {
  w = await world.vaultWorld();
  await w.deposit(ALICE.address, 1000n);
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 100n, 1000n, 1000n]);
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

test("a pause stops deposits, payments and the queue, and all of it goes on by itself at its end", async () => {
  await withdraw(1n, 500n);
  await w.chain.setTime(START + DAY);
  expect((await pause()).events).toMatchObject([{ name: "Paused", args: { account: GUARDIAN } }]);
  const end = START + DAY + PAUSE;
  expect(await w.read<bigint>("pausedUntil")).toBe(end);
  await w.mintAndApprove(BOB.address, 10n);
  const deposit = () => w.vaultCall(BOB.address, "deposit", [world.depositOf(BOB.address, 10n)]);
  const queued = () => w.vaultCall(STRANGER, "payQueued", [accountIdOf(ALICE.address, BROKER), 1n]);
  await w.chain.setTime(end - 10n);
  expect((await deposit()).error).toBe("EnforcedPause");
  expect((await queued()).error).toBe("EnforcedPause");
  expect((await withdraw(2n, 10n)).error).toBe("EnforcedPause");
  await w.chain.setTime(end);
  expect((await deposit()).error).toBeUndefined();
  expect((await queued()).error).toBeUndefined();
  expect((await withdraw(2n, 10n)).error).toBeUndefined();
  expect(await w.read<boolean>("paused")).toBe(false);
});

test("the thief of the guardian's key holds money up for half of the time at most", async () => {
  let [paused, open] = [0, 0];
  for (let day = 1n; day <= 140n; day++) {
    await w.chain.setTime(START + day * DAY);
    await pause();
    if (await w.read<boolean>("paused")) paused++;
    else open++;
  }
  expect([paused, open]).toEqual([70, 70]);
});

test("after a pause the guardian waits for as long, counted from its end, by whichever role it was ended", async () => {
  await w.chain.setTime(START + DAY);
  await pause();
  expect((await pause()).error).toBe("EnforcedPause");
  await w.chain.setTime(START + 3n * DAY);
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  const again = START + 3n * DAY + PAUSE;
  expect((await pause()).errorArgs).toEqual([again]);
  await w.chain.setTime(again - 10n);
  expect((await pause()).error).toBe("GuardianMustWait");
  await w.chain.setTime(again);
  expect((await pause()).error).toBeUndefined();
});

test("a pause of the owner's own costs the guardian nothing", async () => {
  await w.vaultCall(OWNER, "emergencyPause", []);
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  expect((await pause()).error).toBeUndefined();
});

test("another guardian can pause at once: what the former one has used up is not his", async () => {
  await pause();
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  await w.vaultCall(OWNER, "changeGuardian", [BOB.address]);
  expect((await pause()).error).toBe("OwnableUnauthorizedAccount");
  expect((await w.vaultCall(BOB.address, "emergencyPause", [])).error).toBeUndefined();
});

test("the owner pauses as often as it has to, and makes a pause longer", async () => {
  await w.chain.setTime(START + DAY);
  await pause();
  await w.chain.setTime(START + 10n * DAY);
  expect((await w.vaultCall(OWNER, "emergencyPause", [])).error).toBeUndefined();
  expect(await w.read<bigint>("pausedUntil")).toBe(START + 10n * DAY + PAUSE);
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  expect((await w.vaultCall(OWNER, "emergencyUnpause", [])).error).toBe("ExpectedPause");
  expect((await w.vaultCall(OWNER, "emergencyPause", [])).error).toBeUndefined();
  for (const other of [OPERATOR, STRANGER, GUARDIAN]) {
    expect((await w.vaultCall(other, "emergencyUnpause", [])).error).toBe("OwnableUnauthorizedAccount");
  }
});

function pause() {
  return w.vaultCall(GUARDIAN, "emergencyPause", []);
}

async function withdraw(nonce: bigint, amount: bigint) {
  return w.withdraw(await world.signedWithdrawal(ALICE, { amount, nonce, timestamp: START * 1_000n }));
}
