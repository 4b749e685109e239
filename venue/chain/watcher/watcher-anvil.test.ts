// The watcher on a real chain with the real vault.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { feeE5 } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import type { Hex } from "viem";
import { openChain } from "../rpc/open-reader.ts";
import { AnvilVault } from "../testing/anvil-vault.ts";
import { BROKER, WatchedVenue } from "../testing/watched-world.ts";

const CONFIRMATIONS = 3;
const [ALICE, BOB]: readonly [Hex, Hex] = [`0x${"a1".repeat(20)}`, `0x${"b0".repeat(20)}`];

let chain: AnvilVault;
let untouched: Hex;
let venue: WatchedVenue;

beforeAll(async () => {
  chain = await AnvilVault.start();
});
afterAll(() => chain.stop());

beforeEach(async () => {
  untouched = await chain.client.snapshot();
  const { vault, deployedBlock } = chain;
  const reader = (...[log, metrics]: Parameters<ReaderOf>) => openChain([chain.url], { log, metrics }).reader;
  venue = new WatchedVenue({ vault, deployedBlock, confirmations: CONFIRMATIONS, reader });
  venue.openAccount(ALICE);
});
afterEach(async () => {
  venue[Symbol.dispose]();
  await chain.client.revert({ id: untouched });
  await chain.recount();
});

type ReaderOf = ConstructorParameters<typeof WatchedVenue>[0]["reader"];

/** Events of deposits since the last call, as `state wallet amount`. */
function news(): string[] {
  return venue.reported
    .splice(0)
    .map(({ state, account, amount }) => `${state} ${venue.engine.account(account).wallet.slice(2, 4)} ${amount}`);
}

test("a deposit is shown at once and credited when it is deep enough, also when another wallet paid it", async () => {
  await chain.send(await chain.deposit({ wallet: ALICE, amount: 1_000_000n }));
  await chain.mine();
  expect(await venue.look()).toBe(true);
  expect(news()).toEqual(["PENDING a1 1000000"]);
  await chain.mine(CONFIRMATIONS - 1);
  await venue.look();
  expect(news()).toEqual([]);
  await chain.mine();
  await venue.look();
  expect(news()).toEqual(["COMPLETED a1 1000000"]);
  expect(Number(venue.engine.funds.chainCustody)).toBe(1_000_000);
});

test("a wallet without an account gets one with its first deposit, and two deposits in one transaction are two", async () => {
  const transaction = await chain.send(await chain.deposit({ wallet: BOB, amount: 5n }, 2));
  await chain.mine(1 + CONFIRMATIONS);
  await venue.look();
  const keys = venue.reported.map(({ key }) => key);
  expect(keys).toEqual([0, 1].map((ordinal) => `196:${transaction}:${ordinal}`));
  expect(news()).toEqual(["COMPLETED b0 5", "COMPLETED b0 5"]);
  const account = venue.engine.findAccount(accountIdOf(BOB, BROKER));
  expect(venue.engine.funds.isOpenedByDeposit(account)).toBe(true);
});

test("a deposit under a builder that the venue does not know waits for the operator", async () => {
  await chain.send(await chain.deposit({ wallet: BOB, amount: 7n, brokerId: "foreign" }));
  await chain.mine(1 + CONFIRMATIONS);
  await venue.look();
  expect(news()).toEqual([]);
  expect(venue.engine.funds.parkedDeposits()).toMatchObject([{ accountId: accountIdOf(BOB, "foreign"), amount: 7 }]);
  // The operator makes the builder known and has the vault read from its beginning: nothing else is credited twice.
  const before = venue.credited().length;
  venue.apply({ type: "add_broker", brokerId: "foreign", takerFee: feeE5(60), makerFee: feeE5(30) });
  await venue.look();
  expect(venue.engine.funds.parkedDeposits()).toHaveLength(1);
  venue.restart({ withoutCursor: true });
  await venue.look();
  expect(venue.engine.funds.parkedDeposits()).toEqual([]);
  expect(venue.credited().slice(before)).toMatchObject([{ amount: 7 }]);
  news();
});

test("the signer that a contract names is known once that is final", async () => {
  const contract = await chain.nameDelegate(ALICE);
  await chain.mine(CONFIRMATIONS);
  await venue.look();
  const accountId = accountIdOf(contract, BROKER);
  expect(venue.engine.findAnnouncement(accountId)).toBeUndefined();
  await chain.mine();
  await venue.look();
  const block = Number(await chain.client.getBlockNumber()) - CONFIRMATIONS;
  expect(venue.engine.findAnnouncement(accountId)).toMatchObject({ signer: ALICE, block });
});

test("logs of withdrawals and of the vault's owner are handed on, final ones once", async () => {
  await chain.mine(CONFIRMATIONS);
  await venue.look();
  const count = (final: boolean) =>
    venue.handed.filter((each) => each.final === final).flatMap(({ logs }) => logs).length;
  const before = count(true);
  expect(before).toBeGreaterThan(0);
  await chain.mine();
  await venue.look();
  expect([count(true), count(false)]).toEqual([before, 0]);
});

test("a deposit whose block is replaced fails when it does not come again", async () => {
  await chain.send(await chain.deposit({ wallet: ALICE, amount: 11n }));
  await chain.mine();
  await venue.look();
  expect(news()).toEqual(["PENDING a1 11"]);
  await chain.client.request({ method: "anvil_reorg", params: [1, []] } as never);
  await venue.look();
  expect(news()).toEqual([]);
  await chain.mine(CONFIRMATIONS);
  await venue.look();
  expect(news()).toEqual(["FAILED a1 11"]);
  expect(venue.engine.funds.pendingDeposits()).toEqual([]);
});

test("a deposit that moves to another block, number and position stays the same deposit", async () => {
  const alices = await chain.deposit({ wallet: ALICE, amount: 13n });
  const bobs = await chain.deposit({ wallet: BOB, amount: 17n, payer: 1 });
  const before = await chain.client.snapshot();
  await chain.send(alices);
  await chain.mine();
  await venue.look();
  const [first] = venue.engine.funds.pendingDeposits();

  await chain.client.revert({ id: before });
  await chain.mine();
  await chain.send(bobs);
  await chain.send(alices);
  await chain.mine();
  await venue.look();
  const [moved] = venue.engine.funds.pendingDeposits();
  expect(moved?.key).toBe(first!.key);
  expect([first!.reference.at(-1), moved!.reference.at(-1)]).toEqual(["1", "2"]);
  expect(news()).toEqual(["PENDING a1 13"]);
  await chain.mine(CONFIRMATIONS);
  await venue.look();
  expect(news().sort()).toEqual(["COMPLETED a1 13", "COMPLETED b0 17"]);
});

test("a chain that replaces credited blocks halts deposits until an operator has looked, and nothing is credited twice", async () => {
  const before = await chain.client.snapshot();
  const deposit = await chain.deposit({ wallet: ALICE, amount: 19n });
  await chain.send(deposit);
  await chain.mine(1 + CONFIRMATIONS);
  await venue.look();
  expect(news()).toEqual(["COMPLETED a1 19"]);

  await chain.client.revert({ id: before });
  await venue.look();
  expect(venue.readiness.reasons().deposits).toMatch(/^the chain is at block \d+, behind block \d+, which was final$/);
  await chain.send(deposit);
  await chain.mine(2 + CONFIRMATIONS);
  await venue.look();
  expect(venue.watcher.view.halted).toMatch(/^the chain has replaced blocks after \d+ that were final/);
  venue.restart();
  await venue.look();
  expect(venue.readiness.reasons().deposits).toContain("deposits are halted until an operator accepts it");

  expect(venue.watcher.accept()).toBe(true);
  await chain.send(await chain.deposit({ wallet: ALICE, amount: 23n }));
  await chain.mine(1 + CONFIRMATIONS);
  await venue.look();
  expect(venue.watcher.view.halted).toBe("");
  expect(news()).toEqual(["COMPLETED a1 23"]);
  expect(venue.readiness.status).toBe("ok");
});

test("deposits of several hundred blocks are caught up in one go, each credited once", async () => {
  for (let part = 0; part < 5; part++) {
    await chain.send(await chain.deposit({ wallet: part % 2 === 0 ? ALICE : BOB, amount: 1n }, 40));
    await chain.mine(60);
  }
  expect(await venue.look()).toBe(true);
  expect(venue.credited().length).toBe(200);
  expect(Number(venue.engine.funds.chainCustody)).toBe(200);
  expect(venue.watcher.view.cursor).toBe(venue.watcher.view.safe);
});
