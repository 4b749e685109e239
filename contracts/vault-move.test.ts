// All that a vault holds moves to the one that comes after it: the owner names that one, attesters sign the amount, and neither
// moves anything without the other. Beyond vault 4.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { type Address, type Hex, zeroAddress } from "viem";
import { idleSuccessorAbi, idleSuccessorBytecode } from "./artifacts/testing/IdleSuccessor.ts";
import { type BalanceLeaf, BalanceTree } from "./balance-tree.ts";
import { hashOfText, VAULT_DELAYS } from "./index.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, ATTESTERS, BOB, BROKER, DAY, GUARDIAN, OPERATOR, OWNER, STRANGER, USDC } = world;
const alice = ALICE.address;
const account = accountIdOf(alice, BROKER);
const OTHER_DOMAIN = { name: "SVC-2", version: "1", chainId: 196 } as const;
let w: world.VaultWorld;
let next: Address;
let fresh: Hex;

beforeAll(async () => {
  w = await world.vaultWorld();
  next = await world.putVault(w.chain, [{ symbol: "USDC", token: w.usdc }]);
  await w.deposit(alice, 900n);
  await w.mintAndApprove(BOB.address, 1_000n);
  await w.vaultCall(BOB.address, "fund", [USDC, 100n]);
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
// Each test begins with 1,000 in the vault, nothing in the next one, and none named.
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

const name = (successor: Address) => w.vaultCall(OWNER, "changeSuccessor", [successor]);
const terms = (amount = 1_000n) => ({ tokenHash: USDC, successor: next, amount });
const moves = async (args: readonly unknown[]) => w.vaultCall(STRANGER, "moveToSuccessor", args);
const move = async (amount = 1_000n) => moves(await world.moveArgs(terms(amount), w.vault));
const balances = async () => [await w.balanceOf(w.vault), await w.balanceOf(next)];
const bookedIn = (vault: Address) => w.in(vault).read<bigint>("booked", [w.usdc]);
const payment = async (nonce: bigint, amount: bigint) =>
  w.withdraw(await world.signedWithdrawal(ALICE, { amount, nonce }));

test("what attesters have signed moves as a whole to the vault that the owner has named, which books it as funding", async () => {
  expect((await name(next)).events).toMatchObject([
    { name: "ChangeSuccessor", args: { oldSuccessor: zeroAddress, newSuccessor: next } },
  ]);
  // What was sent there without a deposit is no one's, and stays.
  await w.tokenCall(BOB.address, "transfer", [w.vault, 7n]);
  const { events } = await move();
  const ofVaults = events.filter(({ address }) => [w.vault, next].includes(address));
  expect(ofVaults).toMatchObject([
    { address: w.vault, name: "Moved", args: { tokenHash: USDC, successor: next, amount: 1_000n } },
    { address: next, name: "Funded", args: { payer: w.vault, tokenHash: USDC, amount: 1_000n } },
  ]);
  expect(await balances()).toEqual([7n, 1_000n]);
  expect([await bookedIn(w.vault), await bookedIn(next)]).toEqual([0n, 1_000n]);
  // Of no account: each begins there with nothing that the vault knows of.
  expect(await w.in(next).read<readonly bigint[]>("accountFlow", [USDC, account])).toEqual([0n, 0n, 0n]);
  expect(await w.allowance(w.vault, next)).toBe(0n);
});

test("nothing moves while no vault is named, and none but the owner names one", async () => {
  expect((await move()).error).toBe("NoSuccessor");
  for (const by of [STRANGER, OPERATOR, GUARDIAN, alice, ATTESTERS[0]!.address]) {
    expect((await w.vaultCall(by, "changeSuccessor", [next])).error).toBe("OwnableUnauthorizedAccount");
  }
  await name(next);
  await name(zeroAddress);
  expect((await move()).error).toBe("NoSuccessor");
});

test("the owner alone moves nothing: enough attesters have to sign, of this vault, for that one, that amount and in time", async () => {
  await name(next);
  const { vault } = w;
  const [amount, deadline, signed] = (await world.moveArgs(terms(), vault)).slice(1) as [bigint, bigint, Hex[]];
  const refused: readonly (readonly [string, readonly unknown[]])[] = [
    ["AttestationsInvalid", [USDC, amount, deadline, []]],
    ["AttestationsInvalid", [USDC, amount, deadline, signed.slice(1)]],
    ["AttestationsInvalid", [USDC, amount, deadline, signed.toReversed()]],
    ["AttestationsInvalid", [USDC, amount, deadline + 1n, signed]],
    ["AttestationsInvalid", await world.moveArgs(terms(), vault, [ATTESTERS[0]!, BOB])],
    // For another vault than is named now, and of another one.
    ["AttestationsInvalid", await world.moveArgs({ ...terms(), successor: vault }, vault)],
    ["AttestationsInvalid", await world.moveArgs(terms(), next)],
    ["TokenNotAllowed", [hashOfText("USDT"), amount, deadline, signed]],
  ];
  for (const [error, args] of refused) expect([args, (await moves(args)).error]).toEqual([args, error]);
  await w.chain.setTime(deadline + 1n);
  expect((await moves([USDC, amount, deadline, signed])).error).toBe("AttestationExpired");
  expect(await balances()).toEqual([1_000n, 0n]);
});

test("attesters alone move it nowhere: what they signed for one vault is worth nothing once another is named", async () => {
  await name(next);
  const signed = await world.moveArgs(terms(), w.vault);
  await name(await world.putVault(w.chain, [{ symbol: "USDC", token: w.usdc }]));
  expect((await moves(signed)).error).toBe("AttestationsInvalid");
});

test("another amount than there is does not move, more or less", async () => {
  await name(next);
  for (const amount of [0n, 999n, 1_001n]) {
    expect(await move(amount)).toMatchObject({ error: "MoveAmountDiffers", errorArgs: [1_000n, amount] });
  }
  // It was right when it was signed.
  const signed = await world.moveArgs(terms(), w.vault);
  await payment(1n, 10n);
  expect(await moves(signed)).toMatchObject({ error: "MoveAmountDiffers", errorArgs: [990n, 1_000n] });
  expect((await move(990n)).error).toBeUndefined();
  expect(await move(0n)).toMatchObject({ error: "MoveAmountDiffers", errorArgs: [0n, 0n] });
});

test("what waits in the queue is paid first, and nothing more is queued meanwhile", async () => {
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 50n, 500n, 500n]);
  await payment(1n, 60n);
  await name(next);
  expect(await move()).toMatchObject({ error: "QueueNotEmpty", errorArgs: [60n] });
  // Within the caps it is paid as ever; above them it is refused whole, and its number stays good.
  expect((await payment(2n, 61n)).error).toBe("VaultCloses");
  expect(await w.read<boolean>("done", [account, 2n])).toBe(false);
  expect((await payment(3n, 50n)).error).toBeUndefined();
  await w.chain.setTime((await w.chain.time()) + DAY);
  await w.vaultCall(STRANGER, "payQueued", [account, 1n]);
  expect((await move(890n)).error).toBeUndefined();
});

test("nothing comes in while the vault closes, by deposit or funding, until the owner takes that back", async () => {
  await name(next);
  const deposit = world.depositOf(BOB.address, 1n);
  const comesIn = async () => [
    (await w.vaultCall(BOB.address, "deposit", [deposit])).error,
    (await w.vaultCall(BOB.address, "depositTo", [alice, world.depositOf(alice, 1n)])).error,
    (await w.vaultCall(BOB.address, "fund", [USDC, 1n])).error,
  ];
  expect(await comesIn()).toEqual(["VaultCloses", "VaultCloses", "VaultCloses"]);
  expect(w.read("getDepositFee", [BOB.address, deposit])).rejects.toThrow("VaultCloses");
  await name(zeroAddress);
  expect(await comesIn()).toEqual([undefined, undefined, undefined]);
});

test("what has moved does not come back: the vault stays closed for good, and pays nothing", async () => {
  await name(next);
  await move();
  for (const successor of [zeroAddress, next, w.vault]) expect((await name(successor)).error).toBe("VaultMoved");
  expect((await w.deposit(BOB.address, 5n)).error).toBe("VaultCloses");
  expect(await payment(1n, 5n)).toMatchObject({ error: "InsufficientVault", errorArgs: [0n, 5n] });
  // By mistake: it can be taken out, and pays no one.
  await w.tokenCall(BOB.address, "transfer", [w.vault, 5n]);
  expect(await payment(1n, 5n)).toMatchObject({ error: "InsufficientVault", errorArgs: [0n, 5n] });
  expect((await w.vaultCall(OWNER, "rescue", [w.usdc, BOB.address, 5n])).error).toBeUndefined();
});

test("a pause holds a move up, and so do accounts that have begun to leave", async () => {
  await name(next);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  expect((await move()).error).toBe("EnforcedPause");
  await w.chain.setTime((await w.chain.time()) + VAULT_DELAYS.pause);
  const leave = await published(1n, 0n);
  await w.chain.setTime((await w.chain.time()) + VAULT_DELAYS.escape);
  expect((await leave()).error).toBeUndefined();
  expect((await move(100n)).error).toBe("ExitsOpen");
  // Those who attest have booked who has left: they publish, and it moves.
  await published(2n, 0n);
  expect((await move(100n)).error).toBeUndefined();
});

test("what was published before a move counts no more, and what is published after it pays nothing", async () => {
  const leave = await published(5n, 0n);
  await name(next);
  await move();
  expect((await leave()).error).toBe("NothingPublished");
  const second = await published(6n, 0n);
  await w.chain.setTime((await w.chain.time()) + VAULT_DELAYS.escape);
  await w.tokenCall(BOB.address, "transfer", [w.vault, 500n]);
  expect((await second()).error).toBe("NothingOwed");
});

test("where less is there than is booked, all of it moves, and the hole is no one's to fill in the former vault", async () => {
  await w.tokenCall(w.vault, "transfer", [STRANGER, 300n]);
  await name(next);
  expect(await move(1_000n)).toMatchObject({ error: "MoveAmountDiffers", errorArgs: [700n, 1_000n] });
  await move(700n);
  expect([await bookedIn(w.vault), await bookedIn(next)]).toEqual([0n, 700n]);
});

test("a successor that does not take all of it, or is no vault, gets nothing", async () => {
  // The other one has another token under that name, is closing itself, or is no contract.
  const other = await world.putVault(w.chain, [{ symbol: "USDT", token: w.usdc }]);
  const closing = await world.putVault(w.chain, [{ symbol: "USDC", token: w.usdc }]);
  await w.in(closing).vaultCall(OWNER, "changeSuccessor", [next]);
  for (const [successor, error] of [
    [other, "TokenNotAllowed"],
    [closing, "VaultCloses"],
    [STRANGER, "0x"],
    [w.vault, "ReentrancyGuardReentrantCall"],
  ] as const) {
    await name(successor);
    expect([successor, (await moves(await world.moveArgs({ ...terms(), successor }, w.vault))).error]).toEqual([
      successor,
      error,
    ]);
  }
  // One that takes nothing would leave it as no one's, for the owner to take out.
  const successor = await w.chain.put(idleSuccessorAbi, idleSuccessorBytecode);
  await name(successor);
  const outcome = await moves(await world.moveArgs({ ...terms(), successor }, w.vault));
  expect(outcome).toMatchObject({ error: "ReceivedAmountDiffers", errorArgs: [0n, 1_000n] });
  expect(await balances()).toEqual([1_000n, 0n]);
});

test("a withdrawal that a wallet has signed for the former vault is worth nothing in the next one", async () => {
  const domain = { ...OTHER_DOMAIN, verifyingContract: STRANGER };
  const renamed = await world.putVault(w.chain, [{ symbol: "USDC", token: w.usdc }], DAY, undefined, OTHER_DOMAIN.name);
  await name(renamed);
  await moves(await world.moveArgs({ ...terms(), successor: renamed }, w.vault));
  const old = await world.signedWithdrawal(ALICE, { amount: 10n, nonce: 1n });
  expect((await w.in(renamed).withdraw(old)).error).toBe("SignatureInvalid");
  // Nor do attestations for the former one count there, whatever the wallet has signed.
  const verifyingContract = await w.in(renamed).read<Address>("verifyingContract");
  const signed = await world.signedWithdrawal(ALICE, {
    amount: 10n,
    nonce: 1n,
    domain: { ...domain, verifyingContract },
  });
  const args = await world.attestedArgs(signed, w.vault);
  expect((await w.in(renamed).vaultCall(OPERATOR, "withdraw", args)).error).toBe("AttestationsInvalid");
  expect((await w.in(renamed).withdraw(signed)).error).toBeUndefined();
});

/** Publishes that Alice has such a result. @returns how she leaves by it */
async function published(position: bigint, result: bigint) {
  const leaf: BalanceLeaf = { accountId: account, brokerHash: hashOfText(BROKER), wallet: alice, result };
  const tree = new BalanceTree([leaf]);
  const args = await world.publicationArgs({ tokenHash: USDC, root: tree.root, total: result, position }, w.vault);
  expect((await w.vaultCall(STRANGER, "publishBalances", args)).error).toBeUndefined();
  return () => w.vaultCall(alice, "exit", [alice, leaf.brokerHash, USDC, result, tree.findProof(leaf)!]);
}
