// When the attesters are silent for long, accounts leave without the venue: each with what it has, once, whatever was on its
// way when the balances were published.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { type Abi, type Address, encodeFunctionData, type Hex } from "viem";
import { callingTokenAbi, callingTokenBytecode } from "./artifacts/testing/CallingToken.ts";
import { contractWalletAbi, contractWalletBytecode } from "./artifacts/testing/ContractWallet.ts";
import { inOrderOfAddress } from "./attestation-messages.ts";
import { type BalanceLeaf, BalanceTree } from "./balance-tree.ts";
import { hashOfText, VAULT_DELAYS, vaultAbi } from "./index.ts";
import { callOf, DEPLOYER, type Outcome } from "./testing/test-chain.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, ATTESTERS, BOB, BROKER, DAY, GUARDIAN, OPERATOR, OWNER, START, STRANGER, USDC } = world;
const { escape: ESCAPE } = VAULT_DELAYS;
const brokerHash = hashOfText(BROKER);
const alice = ALICE.address;
const bob = BOB.address;
/** Of the venue itself, for fees. */
const HOUSE = world.walletOf("house").address;
let w: world.VaultWorld;
let fresh: Hex;
/** When the test's attesters spoke last. */
let spokenAt: bigint;

beforeAll(async () => {
  w = await world.vaultWorld();
  await w.deposit(alice, 1000n);
  await w.deposit(bob, 500n);
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 200n, 10_000n, 10_000n]);
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
// Each test begins with deposits of 1000 by Alice and 500 by Bob. Alice then lost 100 to Bob.
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

const traded = [leafOf(alice, -100n), leafOf(bob, 100n)];

test("after 30 days of silence each account leaves with what it has, at any caller's request", async () => {
  await publish(traded, 7n);
  await w.chain.setTime(spokenAt + ESCAPE - 10n);
  const early = await exit(traded, alice);
  expect([early.error, early.errorArgs]).toEqual(["NotYetAbandoned", [spokenAt + ESCAPE]]);
  await w.chain.setTime(spokenAt + ESCAPE);
  const { events } = await exit(traded, alice, STRANGER);
  expect(said(events)).toEqual([
    { name: "ExitsBegun", args: { tokenHash: USDC, available: 1500n, outstanding: 1500n } },
    {
      name: "Exited",
      args: {
        ...{ accountId: accountIdOf(alice, BROKER), wallet: alice, brokerHash, tokenHash: USDC },
        ...{ owed: 900n, paid: 900n, position: 7n },
      },
    },
  ]);
  expect(said((await exit(traded, bob)).events).map(({ name }) => name)).toEqual(["Exited"]);
  expect([await w.balanceOf(alice), await w.balanceOf(bob)]).toEqual([900n, 600n]);
  expect([await w.balanceOf(w.vault), await w.read<bigint>("booked", [w.usdc])]).toEqual([0n, 0n]);
});

test("each leaf pays once", async () => {
  await publishAndWait(traded);
  expect((await exit(traded, alice)).error).toBeUndefined();
  for (const by of [alice, STRANGER]) expect((await exit(traded, alice, by)).error).toBe("AlreadyExited");
  expect(await w.balanceOf(alice)).toBe(900n);
});

test("only what is in the tree is paid", async () => {
  await publishAndWait(traded);
  const tree = new BalanceTree(traded);
  const proof = tree.findProof(traded[0]!)!;
  const forged: [string, readonly unknown[]][] = [
    ["more", [alice, brokerHash, USDC, -99n, proof]],
    ["another wallet", [STRANGER, brokerHash, USDC, -100n, proof]],
    ["another's result", [alice, brokerHash, USDC, 100n, tree.findProof(traded[1]!)!]],
    ["another broker", [alice, hashOfText("demo2"), USDC, -100n, proof]],
    ["no proof", [alice, brokerHash, USDC, -100n, []]],
    ["a longer proof", [alice, brokerHash, USDC, -100n, [...proof, tree.root]]],
  ];
  for (const [label, args] of forged) {
    expect([label, (await w.vaultCall(STRANGER, "exit", args)).error]).toEqual([label, "ProofInvalid"]);
  }
  const otherToken = [alice, brokerHash, hashOfText("USDT"), -100n, proof];
  expect((await w.vaultCall(STRANGER, "exit", otherToken)).error).toBe("NothingPublished");
});

test("what was paid after the balances is not paid again", async () => {
  await publish(traded);
  await withdraw(ALICE, 1n, 150n, 10n);
  await w.chain.setTime(spokenAt + ESCAPE + DAY);
  await exit(traded, alice);
  // 1000 deposited, 100 lost, 150 withdrawn with 10 of fee in it.
  expect(await w.balanceOf(alice)).toBe(140n + 750n);
});

test("what was paid before they were published, and after the journal's position, is not paid again", async () => {
  // The attesters' journal was at a position before the withdrawal, which the vault pays first.
  await withdraw(ALICE, 1n, 150n);
  await publishAndWait(traded);
  await exit(traded, alice);
  expect(await w.balanceOf(alice)).toBe(150n + 750n);
});

test("a withdrawal that the journal has completed is in the result, and leaves nothing out", async () => {
  await withdraw(ALICE, 1n, 150n, 10n);
  // The journal has debited 150 and credited the fee to the house: results say it, whatever the vault has paid.
  const after = [leafOf(alice, -100n), leafOf(bob, 100n), leafOf(HOUSE, 10n)];
  await publishAndWait(after);
  for (const wallet of [alice, bob, HOUSE]) expect((await exit(after, wallet)).error).toBeUndefined();
  expect([await w.balanceOf(alice), await w.balanceOf(bob), await w.balanceOf(HOUSE)]).toEqual([890n, 600n, 10n]);
  expect(await w.balanceOf(w.vault)).toBe(0n);
});

test("what waits in the queue is paid from there, and not by the exit as well, whichever is first", async () => {
  for (const queueFirst of [true, false]) {
    const before = await w.chain.client.snapshot();
    await publish(traded);
    await withdraw(ALICE, 1n, 300n, 10n);
    await w.chain.setTime(spokenAt + ESCAPE + DAY);
    const pay = async () => expect((await payQueued(1n)).error).toBeUndefined();
    if (queueFirst) await pay();
    await exit(traded, alice);
    if (!queueFirst) await pay();
    expect((await payQueued(1n)).error).toBe("NotQueued");
    expect([queueFirst, await w.balanceOf(alice)]).toEqual([queueFirst, 290n + 600n]);
    await w.chain.client.revert({ id: before });
  }
});

test("what waits is set aside: those who leave can't take it", async () => {
  await publish(traded);
  await withdraw(ALICE, 1n, 300n);
  await lose(600n);
  await w.chain.setTime(spokenAt + ESCAPE + DAY);
  // 900 are left, of which 300 wait; 1200 are owed besides.
  expect(said((await exit(traded, bob)).events)[0]!.args).toMatchObject({ available: 600n, outstanding: 1200n });
  await exit(traded, alice);
  expect([await w.balanceOf(bob), await w.balanceOf(alice)]).toEqual([300n, 300n]);
  expect((await payQueued(1n)).error).toBeUndefined();
  expect(await w.balanceOf(alice)).toBe(600n);
});

test("what the owner takes out of the queue, or the token refuses, is owed again", async () => {
  await publish(traded);
  await withdraw(ALICE, 1n, 300n);
  await withdraw(ALICE, 2n, 250n);
  await w.chain.setTime(spokenAt + ESCAPE + DAY);
  await w.vaultCall(OWNER, "cancelQueued", [accountIdOf(alice, BROKER), 1n]);
  await w.tokenCall(DEPLOYER.address, "setBlacklisted", [alice, true]);
  expect((await payQueued(2n)).events).toMatchObject([{ name: "WithdrawFailed" }]);
  expect((await exit(traded, alice)).error).toBe("Blacklisted");
  await w.tokenCall(DEPLOYER.address, "setBlacklisted", [alice, false]);
  await exit(traded, alice);
  expect(await w.balanceOf(alice)).toBe(900n);
});

test("when there is less than is owed each gets the same share, no matter who comes first", async () => {
  await publish(traded);
  await lose(500n);
  for (const order of [
    [alice, bob],
    [bob, alice],
  ] as const) {
    const before = await w.chain.client.snapshot();
    await w.chain.setTime(spokenAt + ESCAPE);
    for (const wallet of order) expect((await exit(traded, wallet)).error).toBeUndefined();
    expect([await w.balanceOf(alice), await w.balanceOf(bob)]).toEqual([600n, 400n]);
    await w.chain.client.revert({ id: before });
  }
});

test("when all that is left waits in the queue, no account leaves with nothing", async () => {
  await publish(traded);
  await withdraw(ALICE, 1n, 300n);
  await lose(1200n);
  await w.chain.setTime(spokenAt + ESCAPE + DAY);
  expect((await exit(traded, bob)).error).toBe("NothingOwed");
  expect((await payQueued(1n)).error).toBeUndefined();
  expect(await w.balanceOf(alice)).toBe(300n);
});

test("a total that is too small pays no more than there is", async () => {
  const { root } = new BalanceTree(traded);
  const balances = { tokenHash: USDC, root, total: -5_000n, position: 1n };
  await w.vaultCall(STRANGER, "publishBalances", await world.publicationArgs(balances, w.vault));
  await lose(700n);
  await w.chain.setTime((await w.chain.time()) + ESCAPE);
  expect(said((await exit(traded, bob)).events)[0]!.args).toMatchObject({ available: 800n, outstanding: 0n });
  expect((await exit(traded, alice)).errorArgs).toEqual([200n, 900n]);
});

test("what all are owed counts those without a leaf, whose share stays where it is", async () => {
  // Carol comes after the last balances, and with her half of what there is at the end.
  await publish(traded);
  const carol = world.walletOf("carol").address;
  await w.deposit(carol, 500n);
  await lose(1000n);
  await w.chain.setTime(spokenAt + ESCAPE);
  expect(said((await exit(traded, alice)).events)[0]!.args).toMatchObject({ available: 1000n, outstanding: 2000n });
  await exit(traded, bob);
  expect([await w.balanceOf(alice), await w.balanceOf(bob)]).toEqual([450n, 300n]);
  expect(await w.balanceOf(w.vault)).toBe(250n);
  const proof = new BalanceTree(traded).findProof(traded[0]!)!;
  expect((await w.vaultCall(carol, "exit", [carol, brokerHash, USDC, 0n, proof])).error).toBe("ProofInvalid");
});

test("a deposit after the balances is the account's, if it has a leaf", async () => {
  await publish(traded);
  await w.deposit(alice, 70n);
  await w.chain.setTime(spokenAt + ESCAPE);
  await exit(traded, alice);
  expect(await w.balanceOf(alice)).toBe(970n);
});

test("an account that owes, or has nothing, gets nothing", async () => {
  const ruined = [leafOf(alice, -1000n), leafOf(bob, -600n), leafOf(HOUSE, 1600n)];
  await publishAndWait(ruined);
  for (const wallet of [alice, bob]) expect((await exit(ruined, wallet)).error).toBe("NothingOwed");
  expect((await exit(ruined, HOUSE)).error).toBe("InsufficientVault");
});

test("the account of a contract is paid to the contract, by its own call or another's", async () => {
  const contract = await w.chain.put(contractWalletAbi, contractWalletBytecode);
  await w.mintAndApprove(STRANGER, 50n);
  await w.vaultCall(STRANGER, "depositTo", [contract, world.depositOf(contract, 50n)]);
  const leaves = [...traded, leafOf(contract, 0n)];
  await publishAndWait(leaves);
  const data = encodeFunctionData({ abi: vaultAbi, functionName: "exit", args: exitArgs(leaves, contract) as never });
  const call = callOf(contractWalletAbi as Abi, STRANGER, contract, "act", [w.vault, data] as never);
  expect((await w.chain.act(call)).error).toBeUndefined();
  expect(await w.balanceOf(contract)).toBe(50n);
});

test("once one has left, nothing is taken and nothing handed in until balances are published again", async () => {
  await publishAndWait(traded);
  await exit(traded, alice);
  await w.mintAndApprove(bob, 10n);
  const deposit = () => w.vaultCall(bob, "deposit", [world.depositOf(bob, 10n)]);
  expect((await deposit()).error).toBe("ExitsOpen");
  // What the venue would still pay Alice out of a journal that does not know that she has left.
  expect((await withdraw(ALICE, 1n, 150n)).error).toBe("ExitsOpen");
  // Attesters are back, and their journal has booked her exit: nothing is left of hers.
  await publish(traded, 8n);
  expect((await exit(traded, alice)).error).toBe("NotYetAbandoned");
  expect((await deposit()).error).toBeUndefined();
  expect((await withdraw(BOB, 1n, 150n)).error).toBeUndefined();
  await w.chain.setTime(spokenAt + ESCAPE + DAY);
  expect((await exit(traded, alice)).error).toBe("NothingOwed");
  await exit(traded, bob);
  expect(await w.balanceOf(bob)).toBe(610n);
});

test("what was short at the first time can be had at the second, when it is there", async () => {
  await publish(traded);
  await lose(500n);
  await w.chain.setTime(spokenAt + ESCAPE);
  await exit(traded, alice);
  await w.tokenCall(STRANGER, "mintInto", [w.vault, USDC, 500n]);
  expect((await exit(traded, alice)).error).toBe("AlreadyExited");
  await publishAndWait(traded, 2n);
  await exit(traded, alice);
  expect(await w.balanceOf(alice)).toBe(900n);
});

test("a payment that attesters sign, or a publication, is a sign of life; a pause is not in its way", async () => {
  await publish(traded, 1n);
  await w.chain.setTime(spokenAt + 20n * DAY);
  await withdraw(ALICE, 1n, 100n);
  const paidAt = await w.chain.time();
  await w.chain.setTime(spokenAt + ESCAPE + DAY);
  expect((await exit(traded, alice)).errorArgs).toEqual([paidAt + ESCAPE]);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  await publish(traded, 2n);
  await w.chain.setTime(spokenAt + ESCAPE);
  expect((await exit(traded, alice)).error).toBeUndefined();
});

test("the thief of the guardian's key holds exits up for 14 days, and then not", async () => {
  await publish(traded);
  await w.chain.setTime(spokenAt + ESCAPE);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  expect((await exit(traded, alice)).error).toBe("EnforcedPause");
  await w.chain.setTime(spokenAt + ESCAPE + VAULT_DELAYS.pause);
  expect((await w.vaultCall(GUARDIAN, "emergencyPause", [])).error).toBe("GuardianMustWait");
  expect((await exit(traded, alice)).error).toBeUndefined();
});

test("balances need the attesters, a rising position and a deadline that has not passed", async () => {
  await publish(traded, 5n);
  for (const position of [5n, 4n]) {
    const outcome = await w.vaultCall(STRANGER, "publishBalances", await publicationOf(traded, position));
    expect([outcome.error, outcome.errorArgs]).toEqual(["PositionNotAbove", [5n]]);
  }
  const args = await publicationOf(traded, 6n);
  const [tokenHash, root, total, position, deadline, attestations] = args;
  const altered: [string, readonly unknown[]][] = [
    ["root", [tokenHash, hashOfText("another"), total, position, deadline, attestations]],
    ["total", [tokenHash, root, 1n, position, deadline, attestations]],
    ["position", [tokenHash, root, total, 7n, deadline, attestations]],
    ["token", [hashOfText("USDT"), root, total, position, deadline, attestations]],
    ["one signature", [tokenHash, root, total, position, deadline, attestations.slice(0, 1)]],
    ["none", [tokenHash, root, total, position, deadline, []]],
  ];
  for (const [label, each] of altered) {
    const { error } = await w.vaultCall(STRANGER, "publishBalances", each);
    expect([label, error]).toEqual([label, "AttestationsInvalid"]);
  }
  expect((await w.vaultCall(STRANGER, "publishBalances", args)).events).toMatchObject([
    { name: "BalancesPublished", args: { tokenHash: USDC, root, total: 0n, position: 6n } },
  ]);
  await w.chain.setTime(world.DEADLINE + 1n);
  const late = await publicationOf(traded, 8n);
  expect((await w.vaultCall(STRANGER, "publishBalances", late)).error).toBe("AttestationExpired");
});

test("thieves of enough attesters' keys publish what they like, and the owner's change undoes it", async () => {
  const stolen = [leafOf(STRANGER, 1500n), leafOf(alice, -1000n), leafOf(bob, -500n)];
  await publish(stolen, 2n ** 64n - 1n);
  const honest = [world.walletOf("new-1"), world.walletOf("new-2")];
  const addresses = inOrderOfAddress(honest.map(({ address }) => address));
  await w.vaultCall(OWNER, "changeAttesters", [addresses, 2]);
  await w.chain.setTime(spokenAt + ESCAPE);
  // Nothing counts that the former ones have published, nor is its position in the way.
  expect((await exit(stolen, STRANGER)).error).toBe("NothingPublished");
  const tree = new BalanceTree(traded);
  const balances = { tokenHash: USDC, root: tree.root, total: 0n, position: 3n };
  const second = await world.publicationArgs(balances, w.vault, ATTESTERS.slice(0, 2));
  expect((await w.vaultCall(STRANGER, "publishBalances", second)).error).toBe("AttestationsInvalid");
  const args = await world.publicationArgs(balances, w.vault, honest);
  expect((await w.vaultCall(STRANGER, "publishBalances", args)).error).toBeUndefined();
  await w.chain.setTime((await w.chain.time()) + ESCAPE);
  expect((await exit(stolen, STRANGER)).error).toBe("ProofInvalid");
  expect((await exit(traded, alice)).error).toBeUndefined();
});

test("without balances no account leaves, and a token that is not allowed pays none", async () => {
  await w.chain.setTime(START + 400n * DAY);
  expect((await exit(traded, alice)).error).toBe("NothingPublished");
  await publishAndWait(traded);
  await w.vaultCall(OWNER, "setAllowedToken", [USDC, false]);
  expect((await exit(traded, alice)).error).toBe("TokenNotAllowed");
});

test("a token that calls back in the middle of an exit gets nothing done", async () => {
  const token = await w.chain.put(callingTokenAbi, callingTokenBytecode);
  const former = w.vault;
  w.vault = await world.putVault(w.chain, [{ symbol: "USDC", token }]);
  const act = (from: Address, to: Address, abi: Abi, name: string, args: readonly unknown[]) =>
    w.chain.act(callOf(abi, from, to, name, args as never));
  for (const wallet of [alice, bob]) {
    await act(wallet, token, callingTokenAbi as Abi, "mint", [wallet, 1000n]);
    await act(wallet, token, callingTokenAbi as Abi, "approve", [w.vault, 1000n]);
    await w.vaultCall(wallet, "deposit", [world.depositOf(wallet, 1000n)]);
  }
  await publishAndWait(traded);
  const inner = encodeFunctionData({ abi: vaultAbi, functionName: "exit", args: exitArgs(traded, bob) as never });
  await act(STRANGER, token, callingTokenAbi as Abi, "callOnTransfer", [w.vault, inner]);
  const { events } = await exit(traded, alice);
  expect(events.find(({ name }) => name === "Called")!.args).toMatchObject({ success: false, answer: "0x3ee5aeb5" });
  expect(events.filter(({ name }) => name === "Exited")).toHaveLength(1);
  w.vault = former;
});

function leafOf(wallet: Address, result: bigint): BalanceLeaf {
  return { accountId: accountIdOf(wallet, BROKER), brokerHash, wallet, result };
}

function publicationOf(leaves: readonly BalanceLeaf[], position: bigint) {
  const total = leaves.reduce((sum, { result }) => sum + result, 0n);
  return world.publicationArgs({ tokenHash: USDC, root: new BalanceTree(leaves).root, total, position }, w.vault);
}

async function publish(leaves: readonly BalanceLeaf[], position = 1n): Promise<void> {
  const { error } = await w.vaultCall(STRANGER, "publishBalances", await publicationOf(leaves, position));
  expect(error).toBeUndefined();
  spokenAt = await w.chain.time();
}

async function publishAndWait(leaves: readonly BalanceLeaf[], position = 1n): Promise<void> {
  await publish(leaves, position);
  await w.chain.setTime(spokenAt + ESCAPE);
}

function exitArgs(leaves: readonly BalanceLeaf[], wallet: Address): readonly unknown[] {
  const leaf = leaves.find((each) => each.wallet === wallet)!;
  return [wallet, brokerHash, USDC, leaf.result, new BalanceTree(leaves).findProof(leaf)!];
}

function exit(leaves: readonly BalanceLeaf[], wallet: Address, by: Address = wallet): Promise<Outcome> {
  return w.vaultCall(by, "exit", exitArgs(leaves, wallet));
}

async function withdraw(wallet: typeof ALICE, nonce: bigint, amount: bigint, fee = 0n): Promise<Outcome> {
  const timestamp = (await w.chain.time()) * 1_000n;
  return w.withdraw(await world.signedWithdrawal(wallet, { amount, nonce, fee, timestamp }), OPERATOR);
}

function payQueued(nonce: bigint): Promise<Outcome> {
  return w.vaultCall(STRANGER, "payQueued", [accountIdOf(alice, BROKER), nonce]);
}

/** The token takes it from the vault, as nothing else could. */
async function lose(amount: bigint): Promise<void> {
  await w.tokenCall(w.vault, "transfer", [STRANGER, amount]);
}

/** What the vault said, without what the token did. */
function said(events: Outcome["events"]): { name: string; args: Readonly<Record<string, unknown>> }[] {
  return events.filter(({ address }) => address === w.vault).map(({ name, args }) => ({ name, args }));
}
