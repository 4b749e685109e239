// What is above a cap waits; who may stop it, and who may change what. Beyond vault 4.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import type { Address, Hex } from "viem";
import { hashOfText } from "./index.ts";
import { DEPLOYER, type Outcome } from "./testing/test-chain.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, BOB, BROKER, DAY, GUARDIAN, OPERATOR, OWNER, STRANGER, USDC } = world;
/** What was deposited before it counts beside the caps no more. */
const START = world.START + DAY;
const alice = ALICE.address;
const account = accountIdOf(alice, BROKER);
const HOUR = 3600n;
let w: world.VaultWorld;
let fresh: Hex;

beforeAll(async () => {
  w = await world.vaultWorld();
  await w.deposit(alice, 10_000n);
  await w.chain.setTime(START);
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 100n, 250n, 1000n]);
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
// Each test begins with 10,000 of Alice, of which 100 leave at once, and 250 a day.
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

test("a withdrawal of the cap is paid, one above it waits", async () => {
  // What leaves counts, not the fee.
  expect(last(await withdraw(1n, 103n, 3n)).name).toBe("AccountWithdraw");
  const time = START + HOUR;
  await w.chain.setTime(time);
  const outcome = await withdraw(2n, 104n, 3n);
  expect(outcome.events).toHaveLength(1);
  expect(last(outcome)).toMatchObject({
    name: "WithdrawQueued",
    args: {
      ...{ accountId: account, withdrawNonce: 2n, payableAt: time + DAY, brokerHash: hashOfText(BROKER) },
      ...{ sender: alice, receiver: alice, tokenHash: USDC, tokenAmount: 104n, fee: 3n },
    },
  });
  expect(await w.balanceOf(alice)).toBe(100n);
  expect(await w.read<object>("queued", [account, 2n])).toMatchObject({ sender: alice, payableAt: time + DAY });
  // What waits does not count, for it does not leave at once.
  expect(await w.read<readonly bigint[]>("withdrawCaps", [w.usdc])).toEqual([100n, 250n, 1000n, 100n]);
});

test("the cap of a day is reached exactly, and one more waits", async () => {
  for (const nonce of [1n, 2n]) expect(last(await withdraw(nonce, 100n)).name).toBe("AccountWithdraw");
  expect(last(await withdraw(3n, 51n)).name).toBe("WithdrawQueued");
  expect(last(await withdraw(4n, 50n)).name).toBe("AccountWithdraw");
  expect(last(await withdraw(5n, 1n)).name).toBe("WithdrawQueued");
});

test("what was paid counts for 24 hours at least and 25 at most", async () => {
  await w.chain.setTime(START + HOUR - 1n);
  await withdraw(1n, 100n);
  await w.chain.setTime(START + HOUR);
  await withdraw(2n, 100n);
  await w.chain.setTime(START + HOUR - 1n + DAY);
  expect(last(await withdraw(3n, 51n)).name).toBe("WithdrawQueued");
  await w.chain.setTime(START + DAY + HOUR - 1n + 1n);
  expect(last(await withdraw(4n, 100n)).name).toBe("AccountWithdraw");
  expect(await counted()).toBe(200n);
  await w.chain.setTime(START + DAY + 2n * HOUR);
  expect(last(await withdraw(5n, 50n)).name).toBe("AccountWithdraw");
  expect(await counted()).toBe(150n);
  await w.chain.setTime(START + 4n * DAY);
  await withdraw(6n, 1n);
  expect(await counted()).toBe(1n);
});

test("without a cap that the owner set everything waits", async () => {
  // Not even what came in just now leaves at once.
  await w.deposit(alice, 100n);
  for (const [nonce, caps] of [
    [0n, 0n, 0n],
    [0n, 250n, 1000n],
    [100n, 0n, 1000n],
    [100n, 250n, 0n],
  ].entries()) {
    await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, ...caps]);
    expect([caps, last(await withdraw(BigInt(nonce), 1n)).name]).toEqual([caps, "WithdrawQueued"]);
  }
});

test("what waited is paid at any caller's request, once, not before its time", async () => {
  await w.chain.setTime(START + HOUR);
  await withdraw(1n, 5000n, 10n);
  await w.chain.setTime(START + HOUR + DAY - 1n);
  const early = await pay(1n);
  expect([early.error, early.errorArgs]).toEqual(["NotYetPayable", [START + HOUR + DAY]]);
  expect((await withdraw(1n, 5000n, 10n)).error).toBe("WithdrawNonceUsed");
  await w.chain.setTime(START + HOUR + DAY);
  const paid = await pay(1n);
  expect(paid.events.filter(({ address }) => address === w.vault)).toMatchObject([
    {
      name: "AccountWithdraw",
      args: { accountId: account, withdrawNonce: 1n, receiver: alice, tokenAmount: 5000n, fee: 10n },
    },
  ]);
  expect(await w.balanceOf(alice)).toBe(4990n);
  expect((await pay(1n)).errorArgs).toEqual([account, 1n]);
  expect((await pay(1n)).error).toBe("NotQueued");
  expect((await withdraw(1n, 5000n, 10n)).error).toBe("WithdrawNonceUsed");
  expect(await w.read<bigint>("booked", [w.usdc])).toBe(5010n);
});

test("the guardian stops the queue, the owner takes out of it, and the rest is paid", async () => {
  await w.chain.setTime(START + HOUR);
  await withdraw(1n, 5000n);
  await withdraw(2n, 1000n);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  await w.chain.setTime(START + 3n * DAY);
  expect((await pay(1n)).error).toBe("EnforcedPause");
  for (const other of [GUARDIAN, OPERATOR, alice]) {
    expect((await w.vaultCall(other, "cancelQueued", [account, 1n])).error).toBe("OwnableUnauthorizedAccount");
  }
  const cancelled = await w.vaultCall(OWNER, "cancelQueued", [account, 1n]);
  const args = { accountId: account, withdrawNonce: 1n, receiver: alice, amount: 5000n };
  expect(cancelled.events).toMatchObject([{ name: "WithdrawFailed", args }]);
  expect((await w.vaultCall(OWNER, "cancelQueued", [account, 1n])).error).toBe("NotQueued");
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  expect((await pay(1n)).error).toBe("NotQueued");
  expect((await withdraw(1n, 5000n)).error).toBe("WithdrawNonceUsed");
  expect((await pay(2n)).error).toBeUndefined();
  expect(await w.balanceOf(alice)).toBe(1000n);
});

test("when its time comes the token may refuse the receiver, or the vault be short", async () => {
  await withdraw(1n, 5000n);
  await withdraw(2n, 9000n);
  await w.chain.setTime(START + 2n * DAY);
  expect((await pay(1n)).error).toBeUndefined();
  const short = await pay(2n);
  expect([short.error, short.errorArgs]).toEqual(["InsufficientVault", [5000n, 9000n]]);
  await w.tokenCall(STRANGER, "mintInto", [w.vault, USDC, 4000n]);
  await w.tokenCall(DEPLOYER.address, "setBlacklisted", [alice, true]);
  expect(last(await pay(2n))).toMatchObject({ name: "WithdrawFailed", args: { withdrawNonce: 2n, amount: 9000n } });
  expect((await pay(2n)).error).toBe("NotQueued");
  expect(await w.balanceOf(w.vault)).toBe(9000n);
});

test("a longer delay holds for what is queued after it, and has its bounds", async () => {
  await w.chain.setTime(START + HOUR);
  await withdraw(1n, 5000n);
  await w.vaultCall(OWNER, "setQueueDelay", [30n * DAY]);
  expect((await w.vaultCall(OWNER, "setQueueDelay", [30n * DAY + 1n])).error).toBe("QueueDelayInvalid");
  expect((await w.vaultCall(OWNER, "setQueueDelay", [0n])).error).toBe("QueueDelayInvalid");
  await w.chain.setTime(START + HOUR + DAY);
  expect((await pay(1n)).error).toBeUndefined();
});

test("the rescue takes the excess and nothing that was booked", async () => {
  await withdraw(1n, 5000n);
  const nothing = await rescue(1n);
  expect([nothing.error, nothing.errorArgs]).toEqual(["RescueExceedsExcess", [0n, 1n]]);
  await w.tokenCall(STRANGER, "mint", [w.vault, 70n]);
  expect((await rescue(71n)).errorArgs).toEqual([70n, 71n]);
  expect((await w.vaultCall(OWNER, "rescue", [w.usdc, `0x${"00".repeat(20)}`, 1n])).error).toBe("AddressZero");
  expect((await rescue(70n)).events.at(-2)).toMatchObject({ name: "Rescued", args: { to: STRANGER, amount: 70n } });
  expect((await rescue(1n)).error).toBe("RescueExceedsExcess");
  // Nor when the token stands for something else meanwhile.
  await w.vaultCall(OWNER, "changeTokenAddressAndAllow", [USDC, BOB.address]);
  expect((await rescue(1n)).error).toBe("RescueExceedsExcess");
  expect(await w.balanceOf(w.vault)).toBe(10_000n);
});

test("only the owner may do what is the owner's", async () => {
  const calls: [string, readonly unknown[]][] = [
    ["changeOperator", [STRANGER]],
    ["changeGuardian", [STRANGER]],
    ["changeTokenAddressAndAllow", [USDC, STRANGER]],
    ["setAllowedToken", [USDC, false]],
    ["setAllowedBroker", [hashOfText(BROKER), false]],
    ["setDepositLimit", [w.usdc, 1n]],
    ["setWithdrawCaps", [w.usdc, 1n, 1n, 1n]],
    ["changeAttesters", [[STRANGER], 1]],
    ["setMaxWithdrawFee", [w.usdc, 1n]],
    ["setQueueDelay", [1n]],
    ["emergencyUnpause", []],
    ["cancelQueued", [account, 1n]],
    ["rescue", [w.usdc, STRANGER, 0n]],
    ["transferOwnership", [STRANGER]],
  ];
  for (const [name, args] of calls) {
    for (const other of [OPERATOR, GUARDIAN, STRANGER, alice]) {
      expect([name, (await w.vaultCall(other, name, args)).error]).toEqual([name, "OwnableUnauthorizedAccount"]);
    }
  }
  for (const other of [OPERATOR, STRANGER, alice]) {
    expect((await w.vaultCall(other, "emergencyPause", [])).error).toBe("OwnableUnauthorizedAccount");
  }
  expect((await w.vaultCall(OWNER, "emergencyPause", [])).error).toBeUndefined();
});

test("the owner's changes are emitted, take effect, and can't be repeated", async () => {
  const { events } = await w.vaultCall(OWNER, "changeOperator", [STRANGER]);
  expect(events).toMatchObject([{ name: "ChangeOperator", args: { oldOperator: OPERATOR, newOperator: STRANGER } }]);
  expect((await withdraw(1n, 1n)).error).toBe("OnlyOperator");
  await w.vaultCall(OWNER, "changeOperator", [OPERATOR]);

  expect((await owner("setAllowedBroker", [hashOfText(BROKER), true])).error).toBe("EnumerableSetError");
  expect((await owner("setAllowedToken", [USDC, true])).error).toBe("EnumerableSetError");
  expect((await owner("setAllowedToken", [hashOfText("X"), true])).error).toBe("AddressZero");
  await owner("setAllowedToken", [USDC, false]);
  expect(await w.read<Address>("getAllowedToken", [USDC])).toBe(`0x${"00".repeat(20)}`);
  expect((await withdraw(1n, 1n)).error).toBe("TokenNotAllowed");
  await owner("setAllowedToken", [USDC, true]);
  await owner("setAllowedBroker", [hashOfText(BROKER), false]);
  expect(await w.read<boolean>("getAllowedBroker", [hashOfText(BROKER)])).toBe(false);
  expect((await withdraw(1n, 1n)).error).toBe("BrokerNotAllowed");
  for (const name of ["changeOperator", "changeGuardian"]) {
    expect((await owner(name, [`0x${"00".repeat(20)}`])).error).toBe("AddressZero");
  }
  expect((await owner("changeTokenAddressAndAllow", [USDC, `0x${"00".repeat(20)}`])).error).toBe("AddressZero");
});

test("ownership passes in two steps and never to the zero address", async () => {
  expect((await owner("renounceOwnership", [])).error).toBe("OwnerRequired");
  await owner("transferOwnership", [BOB.address]);
  expect((await w.vaultCall(BOB.address, "setQueueDelay", [1n])).error).toBe("OwnableUnauthorizedAccount");
  expect((await w.vaultCall(STRANGER, "acceptOwnership", [])).error).toBe("OwnableUnauthorizedAccount");
  await w.vaultCall(BOB.address, "acceptOwnership", []);
  expect((await w.vaultCall(BOB.address, "setQueueDelay", [1n])).error).toBeUndefined();
  expect((await owner("setQueueDelay", [1n])).error).toBe("OwnableUnauthorizedAccount");
});

async function withdraw(nonce: bigint, amount: bigint, fee = 0n): Promise<Outcome> {
  return w.withdraw(await world.signedWithdrawal(ALICE, { amount, nonce, fee }));
}

function pay(nonce: bigint): Promise<Outcome> {
  return w.vaultCall(STRANGER, "payQueued", [account, nonce]);
}

function owner(name: string, args: readonly unknown[]): Promise<Outcome> {
  return w.vaultCall(OWNER, name, args);
}

function rescue(amount: bigint): Promise<Outcome> {
  return owner("rescue", [w.usdc, STRANGER, amount]);
}

async function counted(): Promise<bigint> {
  return (await w.read<readonly bigint[]>("withdrawCaps", [w.usdc]))[3]!;
}

/** What the vault said last. */
function last({ events }: Outcome) {
  return events.filter(({ address }) => address === w.vault).at(-1)!;
}
