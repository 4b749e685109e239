// Situations that the watcher's property test meets only by chance.

import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { type Hex, keccak256, toHex } from "viem";
import type { ScriptedDeposit, ScriptedTransaction } from "../testing/scripted-chain.ts";
import { BROKER, WatchedWorld } from "../testing/watched-world.ts";

const ALICE: Hex = `0x${"a1".repeat(20)}`;
const BOB: Hex = `0x${"b0".repeat(20)}`;
const deposit = (amount: number | bigint, more: Partial<ScriptedDeposit> = {}): ScriptedDeposit => {
  return { accountId: accountIdOf(ALICE, BROKER), wallet: ALICE, amount, ...more };
};
let transactions = 0;
const transaction = (...deposits: ScriptedDeposit[]): ScriptedTransaction => {
  return { hash: keccak256(toHex(`transaction ${++transactions}`)), deposits };
};
const states = (world: WatchedWorld) => world.reported.splice(0).map(({ state, amount }) => `${state} ${amount}`);
const mineEmpty = (world: WatchedWorld, blocks: number) => {
  for (let i = 0; i < blocks; i++) world.chain.mine();
};

test("a deposit that a node leaves out holds up all later ones, until it is shown", async () => {
  using world = new WatchedWorld();
  const [node] = world.nodes;
  world.chain.mine([transaction(deposit(1))]);
  world.chain.mine([transaction(deposit(2), deposit(3))]);
  mineEmpty(world, world.confirmations);
  node!.manner = "hides";
  expect(await world.look()).toBe(false);
  expect(world.reported).toEqual([]);
  expect(world.readiness.reasons().deposits).toBe(
    "deposit 1 of the vault is missing before 3 in block 2: nothing is credited until a node shows it",
  );
  node!.manner = "honest";
  expect(await world.look()).toBe(true);
  expect(states(world)).toEqual(["COMPLETED 1", "COMPLETED 2", "COMPLETED 3"]);
  expect(world.readiness.status).toBe("ok");
});

test("a deposit left out behind the cursor is found again when the next one shows", async () => {
  using world = new WatchedWorld();
  const [node] = world.nodes;
  world.chain.mine([transaction(deposit(1))]);
  mineEmpty(world, world.confirmations);
  await world.look();
  node!.manner = "hides";
  world.chain.mine([transaction(deposit(2))]);
  mineEmpty(world, world.confirmations + 5);
  await world.look();
  node!.manner = "honest";
  world.chain.mine([transaction(deposit(3))]);
  mineEmpty(world, world.confirmations);
  expect(await world.look()).toBe(false);
  await world.look();
  expect(states(world).filter((state) => state.startsWith("COMPLETED"))).toEqual([
    "COMPLETED 1",
    "COMPLETED 2",
    "COMPLETED 3",
  ]);
});

test("a deposit number given twice stops crediting until an operator has looked", async () => {
  using world = new WatchedWorld();
  world.chain.mine([transaction(deposit(1))]);
  world.chain.mine([transaction(deposit(2, { nonce: 1 }))]);
  mineEmpty(world, world.confirmations);
  await world.look();
  expect(world.watcher.view.halted).toContain("the vault gave number 1 twice");
  expect(world.reported).toEqual([]);
  expect(world.watcher.accept()).toBe(true);
  expect(world.watcher.accept()).toBe(false);
  await world.look();
  expect(states(world)).toEqual(["COMPLETED 1"]);
  expect(world.readiness.status).toBe("ok");
});

test("deposits that are not the venue's money, or too large to count, wait for the operator and hold up nothing", async () => {
  using world = new WatchedWorld();
  world.chain.mine([transaction(deposit(5, { tokenHash: keccak256("0x01") }), deposit(2 ** 60), deposit(6))]);
  mineEmpty(world, world.confirmations);
  expect(await world.look()).toBe(true);
  expect(world.engine.funds.parkedDeposits()).toMatchObject([{ amount: 5 }]);
  expect(states(world)).toEqual(["COMPLETED 6"]);
  expect(world.logged.filter((line) => line.includes("waits for the operator")).length).toBe(2);
  expect(world.uncountable).toBe(1);
  // It holds up no later deposit, and is logged and counted once.
  world.chain.mine([transaction(deposit(2n ** 128n - 1n), deposit(7))]);
  mineEmpty(world, world.confirmations);
  expect(await world.look()).toBe(true);
  world.restart();
  await world.look();
  expect(world.credited().map(({ amount }) => Number(amount))).toEqual([7]);
  expect(world.logged.at(-1)).toContain(String(2n ** 128n - 1n));
  expect(world.uncountable).toBe(2);
});

test("a deposit shown for one account that turns out to be another's has failed for the first", async () => {
  using world = new WatchedWorld();
  for (const wallet of [ALICE, BOB]) world.openAccount(wallet);
  const bobs = { ...deposit(9), wallet: BOB, accountId: accountIdOf(BOB, BROKER) };
  const { hash } = transaction();
  world.chain.mine([{ hash, deposits: [deposit(8), bobs] }]);
  await world.look();
  expect(states(world)).toEqual(["PENDING 8", "PENDING 9"]);
  world.chain.orphan(1);
  world.chain.mine([{ hash, deposits: [bobs] }]);
  mineEmpty(world, world.confirmations);
  await world.look();
  expect(states(world)).toEqual(["FAILED 8", "PENDING 9", "COMPLETED 9"]);
  mineEmpty(world, world.confirmations);
  await world.look();
  expect(states(world)).toEqual(["FAILED 9"]);
});

test("ten thousand blocks of backlog are caught up, through a node that gives only short ranges", async () => {
  using world = new WatchedWorld();
  world.isAudited = false;
  for (let i = 0; i < 10_000; i++) world.chain.mine(i % 5 === 0 ? [transaction(deposit(1), deposit(2))] : []);
  mineEmpty(world, world.confirmations);
  Object.assign(world.nodes[0]!, { manner: "short", blocksMax: 100 });
  expect(await world.look()).toBe(true);
  expect(world.credited().length).toBe(4_000);
  expect(Number(world.engine.funds.chainCustody)).toBe(6_000);
});

test("the watcher runs on its own, reports nodes that are away for long, and stops when asked to", async () => {
  using world = new WatchedWorld();
  const [node] = world.nodes;
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  world.watcher.start();
  world.chain.mine([transaction(deposit(1))]);
  mineEmpty(world, world.confirmations);
  await until(() => world.credited().length === 1);
  node!.manner = "away";
  await until(() => world.readiness.reasons().deposits === "the chain can't be read for now: deposits wait");
  node!.manner = "honest";
  world.watcher.wake();
  await until(() => world.readiness.status === "ok");
  expect(world.watcher.view).toMatchObject({ head: 4, safe: 1, cursor: 1, halted: "" });
  await world.watcher.stop();
  const { requests } = node!;
  world.watcher.wake();
  expect(node!.requests).toBe(requests);
});

test("the cursor of a journal that has lost its end is ignored: lost credits are made again", async () => {
  using world = new WatchedWorld();
  world.openAccount(ALICE);
  world.chain.mine([transaction(deposit(5))]);
  mineEmpty(world, world.confirmations);
  expect(await world.look()).toBe(true);
  await world.watcher.stop();
  expect(states(world)).toEqual(["COMPLETED 5"]);
  world.forgetJournal();
  world.restart();
  expect(await world.look()).toBe(true);
  expect(states(world)).toEqual(["COMPLETED 5"]);
});

test("a deposit given an already credited number by a deep reorganisation is parked once, and its predecessor not credited again", async () => {
  using world = new WatchedWorld();
  for (const wallet of [ALICE, BOB]) world.openAccount(wallet);
  const first = transaction(deposit(8_000_000));
  world.chain.mine([first]);
  mineEmpty(world, world.confirmations);
  await world.look();
  expect(states(world)).toEqual(["COMPLETED 8000000"]);

  world.chain.orphan(world.confirmations + 1);
  const bobs = { ...deposit(20_000_000), wallet: BOB, accountId: accountIdOf(BOB, BROKER) };
  world.chain.mine([transaction(bobs), first]);
  mineEmpty(world, world.confirmations + 1);
  await world.look();
  expect(world.watcher.view.halted).toContain("has replaced blocks");
  expect(world.watcher.accept()).toBe(true);
  for (let looks = 0; looks < 2; looks++) {
    await world.look();
    expect(world.credited()).toEqual([]);
    const [parked, ...more] = world.engine.funds.parkedDeposits();
    expect([parked?.accountId, parked?.amount, more]).toEqual([bobs.accountId, micros(20_000_000), []]);
    expect(parked?.reason).toBe(`the chain gave it number 1, under which ${first.hash} was credited`);
    world.restart({ withoutCursor: true });
  }
  expect(world.logged.join("")).toContain("a deposit can't be credited and waits for the operator");
});

test("dust opens no account: it waits across restarts for its account, and enough of it together opens one", async () => {
  using world = new WatchedWorld({ accountMinimum: 1_000_000n });
  const bobs = (amount: number) => ({ ...deposit(amount), wallet: BOB, accountId: accountIdOf(BOB, BROKER) });
  world.chain.mine([transaction(deposit(400_000), bobs(1)), transaction(deposit(500_000))]);
  mineEmpty(world, world.confirmations);
  await world.look();
  expect([world.engine.accountCount, world.engine.funds.parkedDeposits(), states(world)]).toEqual([venueOwn(), [], []]);

  await world.watcher.stop();
  world.restart();
  world.chain.mine([transaction(deposit(100_000))]);
  mineEmpty(world, world.confirmations);
  await world.look();
  expect(states(world)).toEqual(["COMPLETED 400000", "COMPLETED 500000", "COMPLETED 100000"]);
  world.openAccount(BOB);
  await world.look();
  expect(states(world)).toEqual(["COMPLETED 1"]);
  world.restart({ withoutCursor: true });
  await world.look();
  expect(states(world)).toEqual([]);
});

/** How many accounts the venue itself has. */
function venueOwn(): number {
  using other = new WatchedWorld();
  return other.engine.accountCount;
}
