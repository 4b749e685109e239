// The caps count what leaves beyond what an account brought in itself, and no account can use them up for the others.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import type { Hex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import * as world from "./testing/vault-world.ts";

const { ALICE, BOB, BROKER, DAY, OPERATOR, OWNER, STRANGER, USDC } = world;
const HOUR = 3600n;
/** A day after the deposits that everyone begins with, at a whole hour and half day. */
const BEGIN = (world.START / DAY + 2n) * DAY;
const CIRCLER = world.walletOf("circler");
let w: world.VaultWorld;
let fresh: Hex;
let nonces = 0n;

beforeAll(async () => {
  w = await world.vaultWorld();
  for (const { address } of [ALICE, BOB, CIRCLER]) await w.deposit(address, 10_000n);
  await w.chain.setTime(BEGIN);
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 100n, 400n, 150n]);
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
// Each test begins with 100 at once, 400 a day, 150 of them to one account.
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

test("a circle of deposits and withdrawals uses up nothing that others wait for", async () => {
  for (let round = 0; round < 20; round++) {
    await w.deposit(CIRCLER.address, 100n);
    expect(await withdraw(CIRCLER, 100n)).toBe("AccountWithdraw");
  }
  expect(await counted()).toBe(0n);
  expect(await withdraw(ALICE, 20n)).toBe("AccountWithdraw");
  expect(await counted()).toBe(20n);
});

test("a circle that begins with a withdrawal uses up its own account's cap, once", async () => {
  for (let round = 0; round < 20; round++) {
    await withdraw(CIRCLER, 100n);
    await w.deposit(CIRCLER.address, 100n);
  }
  expect(await counted()).toBe(100n);
  expect(await withdraw(ALICE, 100n)).toBe("AccountWithdraw");
  expect(await withdraw(BOB, 100n)).toBe("AccountWithdraw");
});

test("one account can't use up the day for the others", async () => {
  let paid = 0n;
  for (let each = 0; each < 10; each++) if ((await withdraw(CIRCLER, 50n)) === "AccountWithdraw") paid += 50n;
  expect(paid).toBe(150n);
  expect(await withdraw(ALICE, 20n)).toBe("AccountWithdraw");
});

test("the deposit of one account is no help to another", async () => {
  await w.deposit(CIRCLER.address, 10_000n);
  expect(await withdraw(ALICE, 100n)).toBe("AccountWithdraw");
  expect(await withdraw(ALICE, 51n)).toBe("WithdrawQueued");
  expect(await counted()).toBe(100n);
  // Nor is what lies in the vault without an account.
  await w.tokenCall(STRANGER, "mintInto", [w.vault, USDC, 1_000n]);
  expect(await withdraw(ALICE, 51n)).toBe("WithdrawQueued");
});

test("a deposit helps once, and not below zero", async () => {
  await w.deposit(ALICE.address, 100n);
  expect(await withdraw(ALICE, 60n)).toBe("AccountWithdraw");
  expect(await flow()).toEqual({ credit: 40n, counted: 0n });
  expect(await withdraw(ALICE, 60n)).toBe("AccountWithdraw");
  expect(await flow()).toEqual({ credit: 0n, counted: 20n });
  expect(await withdraw(ALICE, 100n)).toBe("AccountWithdraw");
  expect(await flow()).toEqual({ credit: 0n, counted: 120n });
  // What comes later does not undo what was counted.
  await w.deposit(ALICE.address, 500n);
  expect(await flow()).toEqual({ credit: 500n, counted: 120n });
});

test("more than the cap of one withdrawal waits, however much was brought in", async () => {
  await w.deposit(ALICE.address, 5_000n);
  expect(await withdraw(ALICE, 101n)).toBe("WithdrawQueued");
  // What waits has used up nothing.
  expect(await flow()).toEqual({ credit: 5_000n, counted: 0n });
});

test("a deposit helps for 23 hours at least and 24 at most, together with what came before it", async () => {
  await at(BEGIN + HOUR - 2n);
  await w.deposit(ALICE.address, 30n);
  await at(BEGIN + 10n * HOUR);
  await w.deposit(ALICE.address, 30n);
  await at(BEGIN + DAY - 2n);
  expect((await flow()).credit).toBe(60n);
  await at(BEGIN + DAY);
  expect((await flow()).credit).toBe(0n);
  // One that comes after it begins anew.
  await w.deposit(ALICE.address, 5n);
  expect((await flow()).credit).toBe(5n);
});

test("what an account took counts for 24 hours at least and 36 at most", async () => {
  await at(BEGIN + 12n * HOUR - 2n);
  await withdraw(ALICE, 100n);
  await at(BEGIN + 12n * HOUR);
  await withdraw(ALICE, 50n);
  await at(BEGIN + 36n * HOUR - 2n);
  expect((await flow()).counted).toBe(150n);
  expect(await withdraw(ALICE, 1n)).toBe("WithdrawQueued");
  await at(BEGIN + 36n * HOUR);
  expect((await flow()).counted).toBe(50n);
  expect(await withdraw(ALICE, 100n)).toBe("AccountWithdraw");
  await at(BEGIN + 48n * HOUR);
  expect((await flow()).counted).toBe(100n);
  await at(BEGIN + 60n * HOUR);
  expect((await flow()).counted).toBe(100n);
  await at(BEGIN + 72n * HOUR);
  expect((await flow()).counted).toBe(0n);
});

test("it is known when a withdrawal would be paid at once, and then it is", async () => {
  const now = BEGIN + 90n;
  await at(now);
  expect(await payableAtOnce(100n)).toBe(now);
  expect(await payableAtOnce(101n)).toBe(0n);
  await withdraw(ALICE, 100n);
  await withdraw(ALICE, 50n);
  // Its own cap is used up for three half days.
  expect(await payableAtOnce(10n)).toBe(BEGIN + 36n * HOUR);
  // What it brings in helps at once.
  await w.deposit(ALICE.address, 10n);
  expect(await payableAtOnce(10n)).toBe(await w.chain.time());
  expect(await payableAtOnce(11n)).toBe(BEGIN + 36n * HOUR);
  // That of all is for 25 hours, when it comes first.
  for (const wallet of [BOB, CIRCLER]) for (const amount of [100n, 25n]) await withdraw(wallet, amount);
  const dave = world.walletOf("dave");
  await w.deposit(dave.address, 1n);
  expect(await payableAtOnce(20n, dave)).toBe(BEGIN + 25n * HOUR);
  await at(BEGIN + 25n * HOUR - 2n);
  expect(await withdraw(dave, 20n)).toBe("WithdrawQueued");
  await at(BEGIN + 25n * HOUR);
  expect(await withdraw(dave, 20n)).toBe("AccountWithdraw");
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 100n, 0n, 150n]);
  expect(await payableAtOnce(1n)).toBe(0n);
});

test("sums that no account can have are no help and no harm", async () => {
  const huge = 2n ** 120n;
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 2n ** 127n, 2n ** 127n, 2n ** 127n]);
  await w.deposit(ALICE.address, huge);
  expect((await flow()).credit).toBe(2n ** 96n - 1n);
  expect(await withdraw(ALICE, 2n ** 96n)).toBe("AccountWithdraw");
  expect(await flow()).toEqual({ credit: 0n, counted: 1n });
  // Beyond what can be counted it waits.
  expect(await withdraw(ALICE, 2n ** 80n - 1n)).toBe("WithdrawQueued");
  expect(await withdraw(ALICE, 2n ** 80n - 2n)).toBe("AccountWithdraw");
});

/** @returns what became of it */
async function withdraw(wallet: PrivateKeyAccount, amount: bigint): Promise<string> {
  const timestamp = BEGIN * 1_000n;
  const signed = await world.signedWithdrawal(wallet, { amount, nonce: ++nonces, timestamp });
  const { error, events } = await w.withdraw(signed, OPERATOR);
  return error ?? events.find(({ address }) => address === w.vault)!.name;
}

async function at(seconds: bigint): Promise<void> {
  await w.chain.setTime(seconds);
  await w.chain.client.mine({ blocks: 1 });
}

async function flow({ address } = ALICE): Promise<{ credit: bigint; counted: bigint }> {
  const args = [USDC, accountIdOf(address, BROKER)];
  const [, credit, spent] = await w.read<readonly [bigint, bigint, bigint]>("accountFlow", args);
  return { credit, counted: spent };
}

function payableAtOnce(payout: bigint, { address } = ALICE): Promise<bigint> {
  return w.read<bigint>("payableAtOnce", [USDC, accountIdOf(address, BROKER), payout]);
}

async function counted(): Promise<bigint> {
  return (await w.read<readonly bigint[]>("withdrawCaps", [w.usdc]))[3]!;
}
