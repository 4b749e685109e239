// Acts of a thief who has one of the vault's keys are seen at once, final or not, and nothing more leaves the vault until
// the operator has looked at them. On a real chain, with everything that runs there.

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import { keccak256, stringToBytes } from "viem";
import { CustodyWorld, call, walletOf } from "./testing/custody-world.ts";

const PROPOSER = keccak256(stringToBytes("PROPOSER_ROLE"));

let world: CustodyWorld;
beforeAll(async () => {
  world = await CustodyWorld.start({ perWithdrawal: 1_000 });
  await world.begin();
  await world.settled();
});
afterAll(() => world.stop());
beforeEach(() => expect(world.health.custody).toBeUndefined());

const payer = () => world.payer;
const custody = () => world.health.custody ?? "";
const open = () => world.services.departures.open;

/** An honest withdrawal is not sent while something is unexplained, and is paid once the operator has accepted it. */
async function waitsUntilAccepted(): Promise<void> {
  const account = payer().open();
  const id = await payer().request(account, 50);
  await world.until(() => world.health.withdrawals !== undefined);
  expect(payer().find(id)?.state).toBe("PENDING");
  world.acceptAll();
  expect(world.health.custody).toBeUndefined();
  await world.until(() => payer().find(id) === undefined, { mining: true });
  expect(payer().states(id).at(-1)).toBe("COMPLETED");
  expect(world.health).toEqual({});
}

test("a payment that waits in the queue is seen when it is queued", async () => {
  await world.hands({ wallet: walletOf("patient thief"), amount: 5_000n, nonce: 1 });
  await payer().mine();
  await world.until(() => custody().includes("the vault has queued 5000 USDC"));
  expect(await world.metrics()).toContain('evermark_vault_unexplained{kind="queued"} 1');
  await waitsUntilAccepted();
});

test("a payment of a withdrawal with another fee is not explained by it, nor booked before an operator accepts it", async () => {
  await payer().memory.venue.sequencer.send({ type: "pause_withdrawals", paused: true });
  const account = payer().open();
  const id = await payer().request(account, 40);
  const { nonce } = payer().find(id)!;
  await world.hands({ wallet: payer().wallets.at(-1)!, amount: 40n, fee: 9n, nonce });
  await payer().mine();
  await world.until(() => custody().includes("with a fee of 9"));
  await payer().memory.venue.sequencer.send({ type: "pause_withdrawals", paused: false });
  await world.settled();
  expect(payer().find(id)).toBeDefined();
  world.acceptAll();
  await world.until(() => payer().find(id) === undefined, { mining: true });
  expect(payer().states(id)).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
});

test("a proposal, a granted role and a pause are seen, whichever key made them", async () => {
  await world.proposes(call(vaultAbi, "changeOperator", [walletOf("thief").address]));
  await payer().mine();
  await world.until(() => custody().includes("CallScheduled"));
  await waitsUntilAccepted();
  await payer().asOwner(call(vaultTimelockAbi, "grantRole", [PROPOSER, walletOf("thief").address]), "itself");
  await world.until(() => custody().includes("RoleGranted"));
  await waitsUntilAccepted();
  await payer().asAdmin(payer().vault, call(vaultAbi, "emergencyPause"));
  await payer().mine();
  await world.until(() => custody().includes("Paused"));
  await payer().asOwner(call(vaultAbi, "emergencyUnpause"));
  await world.until(() => custody().includes("Unpaused"));
  await waitsUntilAccepted();
});

test("history explains every payment when the vault's logs are read again from the first block", async () => {
  await world.settled();
  await world.begin({ forgetful: true });
  await world.settled();
  // Departures accepted before are in no journal: the operator is asked about them again, and about nothing else.
  expect(open().map(({ kind }) => kind)).toEqual(["queued", "payment", "act", "act", "act", "act", "act"]);
  world.acceptAll();
});

test("a payment submitted with the operator's key that the venue does not know stops all others before it is final", async () => {
  const transaction = await world.hands({ wallet: walletOf("thief"), amount: 20n, nonce: 1 });
  await payer().mine();
  await world.until(() => custody() !== "");
  expect(custody()).toContain("the vault has paid 20 USDC, with a fee of 0, to 0x");
  expect(custody()).toContain(transaction);
  expect(await world.metrics()).toContain('evermark_vault_unexplained{kind="payment"} 1');
  expect(payer().memory.logged.join("")).toContain("the vault did something that the journal does not have");
  // Once the payment is final, and after a restart, it is as unexplained as before.
  await world.settled();
  await world.begin();
  expect(custody()).toContain(transaction);
  // Funding the vault again fills the hole once an operator says what it is for, and not on its own.
  await world.until(() => world.services.custody.view !== null);
  const { shortfall } = world.services.custody.view!;
  const before = await payer().fund(1n);
  const funding = await payer().fund(shortfall);
  await payer().mine(world.confirmations);
  world.acceptAll();
  await world.until(() => custody().includes("the vault is short of"), { mining: true });
  expect(await world.services.repairs.book(`0x${"0".repeat(64)}`)).toContain("the chain does not have it");
  expect(await world.services.repairs.book(transaction)).toContain("did not fund the vault");
  expect(await world.services.repairs.book(funding)).toBeNull();
  expect(await world.services.repairs.book(funding)).toContain("booked already");
  await world.until(() => custody() === "", { mining: true });
  expect(world.services.custody.view).toMatchObject({ shortfall: 0n, repaired: shortfall, shortSince: null });
  expect(await world.services.repairs.book(before)).toContain("nothing is missing");
});
