// Money goes out of the vault to the wallet that signed for it, once. Vault 6, 7 and 11 (4).

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { fundsDomain } from "@evermark/interface/chain/wallet-messages.ts";
import { type Abi, type Address, encodeFunctionData, type Hex } from "viem";
import { callingTokenAbi, callingTokenBytecode } from "./artifacts/testing/CallingToken.ts";
import { contractWalletAbi, contractWalletBytecode } from "./artifacts/testing/ContractWallet.ts";
import { silentTokenAbi, silentTokenBytecode } from "./artifacts/testing/SilentToken.ts";
import { hashOfText, vaultAbi } from "./index.ts";
import { callOf, DEPLOYER, type Outcome } from "./testing/test-chain.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, BOB, BROKER, GUARDIAN, OPERATOR, OWNER, STRANGER, USDC } = world;
const alice = ALICE.address;
const FEE = 1_000_000n;
let w: world.VaultWorld;
let fresh: Hex;

beforeAll(async () => {
  w = await world.vaultWorld();
  await w.deposit(alice, 20_000_000n);
  await w.deposit(BOB.address, 20_000_000n);
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
// Each test begins with 20 USDC of Alice and of Bob.
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

test("the signature of the vectors pays", async () => {
  const signed = await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 1n, fee: FEE });
  expect(signed.signature).toBe(
    "0xfa39465c947c6e7332c2496863d319d21f7af53fac6c74505e6408092614a82e28e38a926ca5f426216e01fb94379d3fe37e9736068c46f5a1354db9524167771c",
  );
  expect(await w.read<Hex>("domainSeparator")).toBe(
    "0x25b408bf958c23d8688605a21e498b4eeea9ee4158a5e90472f58095ed105b19",
  );
  const { events } = await w.withdraw(signed);
  expect(namesAndArgs(events)).toEqual([
    {
      name: "AccountWithdraw",
      args: {
        ...{ accountId: accountIdOf(alice, BROKER), withdrawNonce: 1n, brokerHash: hashOfText(BROKER) },
        ...{ sender: alice, receiver: alice, tokenHash: USDC, tokenAmount: 5_000_000n, fee: FEE },
      },
    },
  ]);
  // The fee stays.
  expect(await w.balanceOf(alice)).toBe(4_000_000n);
  expect(await w.balanceOf(w.vault)).toBe(36_000_000n);
  expect(await w.read<bigint>("booked", [w.usdc])).toBe(36_000_000n);
  expect(await w.read<boolean>("done", [accountIdOf(alice, BROKER), 1n])).toBe(true);
});

test("only the operator hands in withdrawals", async () => {
  const signed = await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 1n });
  for (const other of [alice, OWNER, GUARDIAN, STRANGER, DEPLOYER.address]) {
    expect((await w.withdraw(signed, other)).error).toBe("OnlyOperator");
  }
  expect(await w.balanceOf(alice)).toBe(0n);
});

test("a nonce pays once, whatever else is signed with it", async () => {
  await w.withdraw(await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 3n }));
  for (const amount of [5_000_000n, 4_000_000n]) {
    const repeated = await w.withdraw(await world.signedWithdrawal(ALICE, { amount, nonce: 3n }));
    expect([repeated.error, repeated.errorArgs]).toEqual(["WithdrawNonceUsed", [accountIdOf(alice, BROKER), 3n]]);
  }
  // Nonces are not consecutive: what failed leaves gaps. Another's are another's.
  expect((await w.withdraw(await world.signedWithdrawal(ALICE, { amount: 1n, nonce: 2n }))).error).toBeUndefined();
  expect((await w.withdraw(await world.signedWithdrawal(BOB, { amount: 1n, nonce: 3n }))).error).toBeUndefined();
  expect(await w.balanceOf(alice)).toBe(5_000_001n);
});

test("nothing of what was signed can be altered", async () => {
  const signed = await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 1n, fee: FEE });
  const { data } = signed;
  const altered: [string, world.Signed, string][] = [
    ["more", { ...signed, data: { ...data, tokenAmount: 5_000_001n } }, "SignatureInvalid"],
    ["less", { ...signed, data: { ...data, tokenAmount: 4_999_999n } }, "SignatureInvalid"],
    ["nonce", { ...signed, data: { ...data, withdrawNonce: 2n } }, "SignatureInvalid"],
    ["timestamp", { ...signed, timestamp: signed.timestamp + 1n }, "SignatureInvalid"],
    ["receiver", { ...signed, data: { ...data, receiver: BOB.address } }, "ReceiverInvalid"],
    [
      "another's account",
      { ...signed, data: { ...data, accountId: accountIdOf(BOB.address, BROKER) } },
      "AccountIdInvalid",
    ],
    ["another's money", { ...signed, data: ofBob(data) }, "SignatureInvalid"],
    ["broker", { ...signed, brokerId: "demo2" }, "BrokerNotAllowed"],
    ["broker's hash", { ...signed, data: { ...data, brokerHash: hashOfText("demo2") } }, "BrokerNotAllowed"],
    ["token", { ...signed, token: "USDT" }, "TokenNotAllowed"],
    ["token's hash", { ...signed, data: { ...data, tokenHash: hashOfText("USDT") } }, "TokenNotAllowed"],
  ];
  for (const [label, each, error] of altered) expect([label, (await w.withdraw(each)).error]).toEqual([label, error]);
  expect((await w.withdraw(signed)).error).toBeUndefined();
});

test("a signature for another domain, another kind or of another wallet is none", async () => {
  const terms = { amount: 5_000_000n, nonce: 1n };
  const domains = {
    name: { ...fundsDomain(), name: "svc" },
    version: { ...fundsDomain(), version: "2" },
    chain: { ...fundsDomain(), chainId: 197 },
    "account opening": { ...fundsDomain(), verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC" as Address },
    "the vault itself": { ...fundsDomain(), verifyingContract: w.vault },
  };
  for (const [label, domain] of Object.entries(domains)) {
    const signed = await world.signedWithdrawal(ALICE, { ...terms, domain });
    expect([label, (await w.withdraw(signed)).error]).toEqual([label, "SignatureInvalid"]);
  }
  const asDelegate = await world.delegateWithdrawal(ALICE, alice, terms);
  expect((await w.withdraw(asDelegate)).error).toBe("SignatureInvalid");
  const { signature } = await world.signedWithdrawal(BOB, terms);
  const forAlice = await world.signedWithdrawal(ALICE, terms);
  expect((await w.withdraw({ ...forAlice, signature })).error).toBe("SignatureInvalid");
});

test("a signature has one form", async () => {
  const signed = await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 1n });
  const { signature } = signed;
  const r = signature.slice(2, 66);
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = Number.parseInt(signature.slice(130), 16);
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const otherHalf = (order - s).toString(16).padStart(64, "0");
  const forms: Record<string, Hex> = {
    "high s": `0x${r}${otherHalf}${(v === 27 ? 28 : 27).toString(16)}`,
    compact: `0x${signature.slice(2, 130)}`,
    longer: `${signature}00`,
    none: "0x",
    zero: `0x${"00".repeat(65)}`,
    "unknown v": `0x${signature.slice(2, 130)}1d`,
    "v of old libraries": `0x${signature.slice(2, 130)}0${v - 27}`,
  };
  for (const [label, form] of Object.entries(forms)) {
    expect([label, (await w.withdraw({ ...signed, signature: form })).error]).toEqual([label, "SignatureInvalid"]);
  }
});

test("the zero address needs a signature too", async () => {
  for (const address of [`0x${"00".repeat(20)}`, `0x${"00".repeat(19)}01`] as const) {
    await w.mintAndApprove(STRANGER, 10n);
    await w.vaultCall(STRANGER, "depositTo", [address, world.depositOf(address, 10n)]);
    const forged = await world.signedWithdrawal(ALICE, { amount: 10n, nonce: 1n });
    const data = { ...forged.data, accountId: accountIdOf(address, BROKER), sender: address, receiver: address };
    for (const signature of [forged.signature, `0x${"00".repeat(65)}`] as const) {
      expect((await w.withdraw({ ...forged, data, signature })).error).toBe("SignatureInvalid");
    }
  }
});

test("a chain that split off pays nothing of what was signed for this one", async () => {
  const signed = await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 1n });
  await w.chain.client.request({ method: "anvil_setChainId", params: [197] } as never);
  const outcome = await w.withdraw(signed);
  await w.chain.client.request({ method: "anvil_setChainId", params: [196] } as never);
  expect(outcome.error).toBe("SignatureInvalid");
  expect(await w.balanceOf(alice)).toBe(0n);
});

test("the fee is below the amount and at most what the owner allows", async () => {
  const withFee = (fee: bigint, nonce: bigint) => world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce, fee });
  expect((await w.withdraw(await withFee(5_000_000n, 1n))).error).toBe("FeeExceedsAmount");
  expect((await w.withdraw(await withFee(5_000_001n, 1n))).error).toBe("FeeExceedsAmount");
  expect((await w.withdraw(await withFee(4_999_999n, 1n))).error).toBeUndefined();
  await w.vaultCall(OWNER, "setMaxWithdrawFee", [w.usdc, FEE]);
  expect((await w.withdraw(await withFee(FEE + 1n, 2n))).error).toBe("FeeExceedsAmount");
  expect((await w.withdraw(await withFee(FEE, 2n))).error).toBeUndefined();
  const nothing = await world.signedWithdrawal(ALICE, { amount: 0n, nonce: 9n });
  expect((await w.withdraw(nothing)).error).toBe("FeeExceedsAmount");
});

test("of several faults the first of the order is the answer", async () => {
  const good = await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 1n });
  await w.withdraw(good);
  let bad: world.Signed = { ...good, timestamp: 1n, data: { ...good.data, tokenAmount: 2n ** 100n } };
  const expected = ["WithdrawNonceUsed"];
  const worse: [string, (at: world.Signed) => world.Signed][] = [
    ["FeeExceedsAmount", (at) => ({ ...at, data: { ...at.data, fee: 2n ** 101n } })],
    ["ReceiverInvalid", (at) => ({ ...at, data: { ...at.data, receiver: BOB.address } })],
    ["AccountIdInvalid", (at) => ({ ...at, data: { ...at.data, accountId: accountIdOf(STRANGER, BROKER) } })],
    ["BrokerNotAllowed", (at) => ({ ...at, brokerId: "demo2" })],
    ["TokenNotAllowed", (at) => ({ ...at, token: "USDT" })],
  ];
  const found = [(await w.withdraw(bad)).error!];
  for (const [error, spoil] of worse) {
    bad = spoil(bad);
    expected.push(error);
    found.push((await w.withdraw(bad)).error!);
  }
  expected.push("OnlyOperator");
  found.push((await w.withdraw(bad, STRANGER)).error!);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  expected.push("EnforcedPause");
  found.push((await w.withdraw(bad, STRANGER)).error!);
  expect(found).toEqual(expected);
});

test("a vault that is short pays nothing, and later all of it", async () => {
  const signed = await world.signedWithdrawal(ALICE, { amount: 50_000_000n, nonce: 1n, fee: FEE });
  const short = await w.withdraw(signed);
  expect([short.error, short.errorArgs]).toEqual(["InsufficientVault", [40_000_000n, 49_000_000n]]);
  // What was sent here without a deposit pays no one.
  await w.tokenCall(STRANGER, "mint", [w.vault, 9_000_000n]);
  expect((await w.withdraw(signed)).errorArgs).toEqual([40_000_000n, 49_000_000n]);
  await w.tokenCall(STRANGER, "mintInto", [w.vault, USDC, 9_000_000n]);
  expect((await w.withdraw(signed)).error).toBeUndefined();
  expect(await w.balanceOf(alice)).toBe(49_000_000n);
});

test("a receiver whom the token refuses is not paid: one event, and the nonce is used", async () => {
  await w.tokenCall(DEPLOYER.address, "setBlacklisted", [alice, true]);
  const signed = await world.signedWithdrawal(ALICE, { amount: 5_000_000n, nonce: 1n, fee: FEE });
  const { events } = await w.withdraw(signed);
  const args = { accountId: accountIdOf(alice, BROKER), withdrawNonce: 1n, receiver: alice, amount: 5_000_000n };
  expect(namesAndArgs(events)).toEqual([{ name: "WithdrawFailed", args }]);
  await w.tokenCall(DEPLOYER.address, "setBlacklisted", [alice, false]);
  expect((await w.withdraw(signed)).error).toBe("WithdrawNonceUsed");
  expect(await w.balanceOf(w.vault)).toBe(40_000_000n);
});

test("a token that stands still leaves the withdrawal as it was", async () => {
  const { token, vault } = await vaultOf("USDT", silentTokenAbi, silentTokenBytecode);
  const signed = await world.signedWithdrawal(ALICE, { amount: 5n, nonce: 1n, symbol: "USDT" });
  await act(silentTokenAbi, STRANGER, token, "setStopped", [true]);
  expect((await withdrawFrom(vault, signed)).error).toBeDefined();
  await act(silentTokenAbi, STRANGER, token, "setStopped", [false]);
  // It answers nothing to a transfer and knows no blacklist.
  expect(namesAndArgs((await withdrawFrom(vault, signed)).events).map(({ name }) => name)).toEqual(["AccountWithdraw"]);
});

test("a token that calls back in the middle of a payment gets nothing done", async () => {
  const { token, vault } = await vaultOf("CALL", callingTokenAbi, callingTokenBytecode);
  const operate = { abi: vaultAbi as Abi, from: OWNER, functionName: "changeOperator", args: [token] };
  // Even a token that is the operator.
  await act(operate.abi, operate.from, vault, operate.functionName, operate.args);
  const [first, second] = await Promise.all(
    [1n, 2n].map((nonce) => world.signedWithdrawal(ALICE, { amount: 5n, nonce, symbol: "CALL" })),
  );
  const args = await world.attestedArgs(second!, vault);
  const inner = encodeFunctionData({ abi: vaultAbi, functionName: "withdraw", args });
  await act(callingTokenAbi, STRANGER, token, "callOnTransfer", [vault, inner]);
  const { events } = await act(vaultAbi as Abi, token, vault, "withdraw", await world.attestedArgs(first!, vault));
  expect(events.find((event) => event.name === "Called")!.args).toMatchObject({ success: false, answer: "0x3ee5aeb5" });
  expect(namesAndArgs(events).filter(({ name }) => name === "AccountWithdraw")).toHaveLength(1);
});

test("the account of a contract is paid to the contract when its delegate signed", async () => {
  const contract = await w.chain.put(contractWalletAbi, contractWalletBytecode);
  await w.mintAndApprove(STRANGER, 10n);
  await w.vaultCall(STRANGER, "depositTo", [contract, world.depositOf(contract, 10n)]);
  const signed = await world.delegateWithdrawal(BOB, contract, { amount: 4n, nonce: 1n });
  expect((await w.withdraw(signed)).error).toBe("SignatureInvalid");
  const { events } = await delegateBy(contract, BOB.address);
  const block = await w.chain.client.getBlockNumber();
  const link = { delegateContract: contract, brokerHash: hashOfText(BROKER), delegateSigner: BOB.address };
  expect(namesAndArgs(events)).toEqual([
    { name: "AccountDelegate", args: { ...link, chainId: 196n, blockNumber: block } },
  ]);
  // Not with the message of a wallet, nor by another.
  const asWallet = await world.signedWithdrawal(BOB, { amount: 4n, nonce: 1n });
  const data = { ...signed.data };
  expect((await w.withdraw({ ...asWallet, data })).error).toBe("SignatureInvalid");
  const byAlice = await world.delegateWithdrawal(ALICE, contract, { amount: 4n, nonce: 1n });
  expect((await w.withdraw(byAlice)).error).toBe("SignatureInvalid");
  const toHimself = { ...signed, data: { ...data, receiver: BOB.address } };
  expect((await w.withdraw(toHimself)).error).toBe("ReceiverInvalid");
  expect((await w.withdraw(signed)).error).toBeUndefined();
  expect(await w.balanceOf(contract)).toBe(4n);
});

test("a contract replaces its delegate, takes the right back, and no wallet has one", async () => {
  const contract = await w.chain.put(contractWalletAbi, contractWalletBytecode);
  await w.mintAndApprove(STRANGER, 10n);
  await w.vaultCall(STRANGER, "depositTo", [contract, world.depositOf(contract, 10n)]);
  const byBob = await world.delegateWithdrawal(BOB, contract, { amount: 4n, nonce: 1n });
  const byAlice = await world.delegateWithdrawal(ALICE, contract, { amount: 4n, nonce: 2n });
  await delegateBy(contract, BOB.address);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  expect((await delegateBy(contract, alice)).error).toBeUndefined();
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  expect((await w.withdraw(byBob)).error).toBe("SignatureInvalid");
  expect((await w.withdraw(byAlice)).error).toBeUndefined();
  await delegateBy(contract, `0x${"00".repeat(20)}`);
  const last = await world.delegateWithdrawal(ALICE, contract, { amount: 4n, nonce: 3n });
  expect((await w.withdraw(last)).error).toBe("SignatureInvalid");

  const link = (delegateSigner: Address, brokerId = BROKER) => ({ brokerHash: hashOfText(brokerId), delegateSigner });
  expect((await w.vaultCall(STRANGER, "delegateSigner", [link(alice)])).error).toBe("ZeroCodeLength");
  expect((await delegateBy(contract, w.vault)).error).toBe("NotZeroCodeLength");
  expect((await delegateBy(contract, alice, "demo2")).error).toBe("BrokerNotAllowed");
});

function ofBob(data: world.Withdrawal): world.Withdrawal {
  return { ...data, accountId: accountIdOf(BOB.address, BROKER), sender: BOB.address, receiver: BOB.address };
}

/** What the vault said, without what the token did. */
function namesAndArgs(events: Outcome["events"]): { name: string; args: object }[] {
  return events
    .filter(({ name }) => !["Transfer", "Approval", "Called"].includes(name))
    .map(({ name, args }) => ({ name, args }));
}

function act(abi: Abi, from: Address, to: Address, functionName: string, args: readonly unknown[]): Promise<Outcome> {
  return w.chain.act(callOf(abi, from, to, functionName, args as never));
}

async function withdrawFrom(vault: Address, signed: world.Signed): Promise<Outcome> {
  return act(vaultAbi as Abi, OPERATOR, vault, "withdraw", await world.attestedArgs(signed, vault));
}

function delegateBy(contract: Address, delegateSigner: Address, brokerId = BROKER): Promise<Outcome> {
  const args = [{ brokerHash: hashOfText(brokerId), delegateSigner }] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: "delegateSigner", args });
  return act(contractWalletAbi as Abi, STRANGER, contract, "act", [w.vault, data]);
}

/** A vault of a token in which Alice has deposited 100. */
async function vaultOf(symbol: string, abi: Abi, bytecode: Hex): Promise<{ token: Address; vault: Address }> {
  const token = await w.chain.put(abi, bytecode);
  const vault = await world.putVault(w.chain, [{ symbol, token }]);
  await act(abi, alice, token, "mint", [alice, 100n]);
  await act(abi, alice, token, "approve", [vault, 100n]);
  await act(vaultAbi as Abi, alice, vault, "deposit", [world.depositOf(alice, 100n, BROKER, symbol)]);
  return { token, vault };
}
