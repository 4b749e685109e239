// Money comes into the vault. Vault 4 and 11 (1 to 3).

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf, subAccountIdOf } from "@evermark/interface/chain/account-id.ts";
import { type Abi, type Address, encodeFunctionData, encodePacked, type Hex, keccak256 } from "viem";
import { callingTokenAbi, callingTokenBytecode } from "./artifacts/testing/CallingToken.ts";
import { feeTokenAbi, feeTokenBytecode } from "./artifacts/testing/FeeToken.ts";
import { silentTokenAbi, silentTokenBytecode } from "./artifacts/testing/SilentToken.ts";
import { hashOfText, vaultAbi } from "./index.ts";
import { callOf, type Outcome } from "./testing/test-chain.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, BOB, BROKER, OWNER, GUARDIAN, STRANGER, USDC } = world;
const alice = ALICE.address;
let w: world.VaultWorld;
let fresh: Hex;

beforeAll(async () => {
  w = await world.vaultWorld();
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
// Each test begins with an empty vault.
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

test("ids and calldata are those of the vectors", () => {
  expect(alice).toBe("0xD435D47bBEb4efdFD724FecC909476B16B95Fb31");
  const data = world.depositOf(alice, 10_000_000n);
  expect(data).toEqual({
    accountId: "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208",
    brokerHash: "0x3a784687a2b2ff9a2c72e22b001d33d9f2e2155a7858ff663b0990d35f14745d",
    tokenHash: "0xd6aca1be9729c13d677335161321649cccae6a591554772516700f986f942eaa",
    tokenAmount: 10_000_000n,
  });
  const words = [data.accountId, data.brokerHash, data.tokenHash].map((word) => word.slice(2));
  const calldata = encodeFunctionData({ abi: vaultAbi, functionName: "deposit", args: [data] });
  expect(calldata).toBe(`0x322dda6d${words.join("")}${(10_000_000).toString(16).padStart(64, "0")}`);
});

test("a deposit moves the money, is numbered and emitted", async () => {
  const { events, error } = await w.deposit(alice, 10_000_000n);
  expect(error).toBeUndefined();
  expect(events.filter((event) => event.address === w.vault)).toEqual([
    {
      address: w.vault,
      name: "AccountDepositTo",
      args: {
        ...{ accountId: accountIdOf(alice, BROKER), userAddress: alice, depositNonce: 1n },
        ...{ tokenHash: USDC, tokenAmount: 10_000_000n },
      },
    },
  ]);
  expect(await w.balanceOf(w.vault)).toBe(10_000_000n);
  expect(await w.read<bigint>("booked", [w.usdc])).toBe(10_000_000n);
  const second = await w.deposit(BOB.address, 1n);
  expect(second.events.at(-1)!.args.depositNonce).toBe(2n);
  expect(await w.read<bigint>("depositId")).toBe(2n);
});

test("no matter who pays, the receiver is credited, and the id has to be the receiver's", async () => {
  await w.mintAndApprove(BOB.address, 7n);
  expect((await depositTo(alice, { ...world.depositOf(BOB.address, 7n) })).error).toBe("AccountIdInvalid");
  const paid = await depositTo(alice, world.depositOf(alice, 7n));
  expect(paid.events.at(-1)!.args).toMatchObject({ accountId: accountIdOf(alice, BROKER), userAddress: alice });
  expect(await w.balanceOf(BOB.address)).toBe(0n);
});

test("a deposit into an account that the vault can't check is refused", async () => {
  await w.mintAndApprove(BOB.address, 100n);
  const good = world.depositOf(BOB.address, 7n);
  const packed = keccak256(encodePacked(["address", "bytes32"], [BOB.address, good.brokerHash]));
  const wrong = { "packed id": packed, "sub-account": subAccountIdOf(good.accountId, 1), zero: hex(0) };
  for (const [label, accountId] of Object.entries(wrong)) {
    expect([label, (await deposit({ ...good, accountId })).error]).toEqual([label, "AccountIdInvalid"]);
  }
  const foreignBroker = world.depositOf(BOB.address, 7n, "demo2");
  expect((await deposit(foreignBroker)).error).toBe("BrokerNotAllowed");
  expect((await deposit({ ...good, tokenHash: hashOfText("usdc") })).error).toBe("TokenNotAllowed");
  expect((await deposit({ ...good, tokenAmount: 0n })).error).toBe("ZeroDeposit");
  // The first that applies is the answer.
  expect((await deposit({ ...foreignBroker, tokenHash: hashOfText("X"), tokenAmount: 0n })).error).toBe(
    "TokenNotAllowed",
  );
  expect((await deposit({ ...foreignBroker, accountId: packed, tokenAmount: 0n })).error).toBe("BrokerNotAllowed");
  expect((await deposit({ ...good, accountId: packed, tokenAmount: 0n })).error).toBe("AccountIdInvalid");
  expect(await w.balanceOf(w.vault)).toBe(0n);
});

test("without allowance or money nothing is deposited", async () => {
  expect((await deposit(world.depositOf(BOB.address, 7n))).error).toBe("ERC20InsufficientAllowance");
  await w.tokenCall(BOB.address, "approve", [w.vault, 7n]);
  expect((await deposit(world.depositOf(BOB.address, 7n))).error).toBe("ERC20InsufficientBalance");
  expect(await w.read<bigint>("depositId")).toBe(0n);
});

test("the deposit limit may be reached and not exceeded", async () => {
  await w.vaultCall(OWNER, "setDepositLimit", [w.usdc, 100n]);
  await w.mintAndApprove(BOB.address, 200n);
  expect((await deposit(world.depositOf(BOB.address, 101n))).error).toBe("DepositExceedLimit");
  expect((await deposit(world.depositOf(BOB.address, 100n))).error).toBeUndefined();
  expect((await deposit(world.depositOf(BOB.address, 1n))).error).toBe("DepositExceedLimit");
  await w.vaultCall(OWNER, "setDepositLimit", [w.usdc, 0n]);
  expect((await deposit(world.depositOf(BOB.address, 1n))).error).toBeUndefined();
});

test("while paused nothing is taken, not even a question for the fee", async () => {
  await w.mintAndApprove(BOB.address, 7n);
  const data = world.depositOf(BOB.address, 7n);
  expect(await w.read<bigint>("getDepositFee", [BOB.address, data])).toBe(0n);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  expect((await deposit(data)).error).toBe("EnforcedPause");
  expect((await depositTo(BOB.address, data)).error).toBe("EnforcedPause");
  expect((await w.vaultCall(STRANGER, "getDepositFee", [BOB.address, data])).error).toBe("EnforcedPause");
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  expect((await deposit(data)).error).toBeUndefined();
});

test("the question for the fee refuses what a deposit would be refused for", async () => {
  const data = world.depositOf(BOB.address, 7n);
  expect((await w.vaultCall(STRANGER, "getDepositFee", [alice, data])).error).toBe("AccountIdInvalid");
  expect((await w.vaultCall(STRANGER, "getDepositFee", [BOB.address, { ...data, tokenAmount: 0n }])).error).toBe(
    "ZeroDeposit",
  );
});

test("coins are not accepted, neither with a deposit nor without", async () => {
  await w.mintAndApprove(BOB.address, 7n);
  await w.chain.client.setBalance({ address: BOB.address, value: 10n });
  const call = w.call(BOB.address, "deposit", [world.depositOf(BOB.address, 7n)]);
  expect((await w.chain.act({ ...call, value: 1n })).error).toBe("NativeValueNotAccepted");
  expect((await w.chain.act({ from: BOB.address, to: w.vault, data: "0x", value: 1n })).error).toBeDefined();
  expect(await w.chain.client.getBalance({ address: w.vault })).toBe(0n);
});

test("a token that keeps a part of what is transferred is refused", async () => {
  const { token, vault } = await vaultOf("FEE", feeTokenAbi, feeTokenBytecode, 1000n);
  const outcome = await act(vaultAbi, vault, "deposit", [world.depositOf(BOB.address, 1000n, BROKER, "FEE")]);
  expect([outcome.error, outcome.errorArgs]).toEqual(["ReceivedAmountDiffers", [990n, 1000n]]);
  expect((await act(vaultAbi, vault, "fund", [hashOfText("FEE"), 1000n])).error).toBe("ReceivedAmountDiffers");
  expect(await balanceIn(feeTokenAbi, token, vault)).toBe(0n);
});

test("a token that calls back in the middle of a deposit gets nothing done", async () => {
  const { token, vault } = await vaultOf("CALL", callingTokenAbi, callingTokenBytecode, 1000n);
  const inner = world.depositOf(token, 10n, BROKER, "CALL");
  for (const data of [
    encodeFunctionData({ abi: vaultAbi, functionName: "deposit", args: [inner] }),
    encodeFunctionData({ abi: vaultAbi, functionName: "fund", args: [hashOfText("CALL"), 10n] }),
    encodeFunctionData({ abi: vaultAbi, functionName: "payQueued", args: [hex(1), 1n] }),
  ]) {
    await act(callingTokenAbi, token, "callOnTransfer", [vault, data]);
    const outcome = await act(vaultAbi, vault, "deposit", [world.depositOf(BOB.address, 100n, BROKER, "CALL")]);
    expect(outcome.error).toBeUndefined();
    const called = outcome.events.find((event) => event.name === "Called")!.args;
    // ReentrancyGuardReentrantCall()
    expect([called.success, called.answer]).toEqual([false, "0x3ee5aeb5"]);
  }
  expect(await balanceIn(callingTokenAbi, token, vault)).toBe(300n);
});

test("a token that answers nothing to a transfer is taken", async () => {
  const { token, vault } = await vaultOf("USDT", silentTokenAbi, silentTokenBytecode, 1000n);
  const outcome = await act(vaultAbi, vault, "deposit", [world.depositOf(BOB.address, 1000n, BROKER, "USDT")]);
  expect(outcome.error).toBeUndefined();
  expect(await balanceIn(silentTokenAbi, token, vault)).toBe(1000n);
});

test("funding is booked, emitted, and credits no account", async () => {
  await w.mintAndApprove(BOB.address, 7n);
  const { events } = await w.vaultCall(BOB.address, "fund", [USDC, 7n]);
  expect(events.at(-1)).toMatchObject({ name: "Funded", args: { payer: BOB.address, tokenHash: USDC, amount: 7n } });
  expect(await w.read<bigint>("booked", [w.usdc])).toBe(7n);
  expect(await w.read<bigint>("depositId")).toBe(0n);
  expect((await w.vaultCall(BOB.address, "fund", [USDC, 0n])).error).toBe("ZeroDeposit");
  expect((await w.vaultCall(BOB.address, "fund", [hashOfText("X"), 1n])).error).toBe("TokenNotAllowed");
  await w.tokenCall(BOB.address, "mintInto", [w.vault, USDC, 5n]);
  expect(await w.read<bigint>("booked", [w.usdc])).toBe(12n);
});

function deposit(data: object): Promise<Outcome> {
  return w.vaultCall(BOB.address, "deposit", [data]);
}

function depositTo(receiver: Address, data: object): Promise<Outcome> {
  return w.vaultCall(BOB.address, "depositTo", [receiver, data]);
}

/** A vault of a token of which Bob has some that he allowed it to take. */
async function vaultOf(symbol: string, abi: Abi, bytecode: Hex, amount: bigint) {
  const token = await w.chain.put(abi, bytecode);
  const vault = await world.putVault(w.chain, [{ symbol, token }]);
  await act(abi, token, "mint", [BOB.address, amount]);
  await act(abi, token, "approve", [vault, amount]);
  return { token, vault };
}

function act(abi: Abi, to: Address, functionName: string, args: readonly unknown[]): Promise<Outcome> {
  return w.chain.act(callOf(abi, BOB.address, to, functionName, args as never));
}

async function balanceIn(abi: Abi, address: Address, wallet: Address): Promise<bigint> {
  const args = [wallet];
  return (await w.chain.client.readContract({ abi, address, functionName: "balanceOf", args })) as bigint;
}

function hex(word: number): Hex {
  return `0x${word.toString(16).padStart(64, "0")}`;
}
