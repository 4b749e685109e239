// A venue that continues from a copy of its journal older than payments the chain has made since: nothing unpaid is
// booked as paid, nothing is paid twice, and an operator is shown what the journal lacks.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { CustodyWorld } from "./testing/custody-world.ts";

const USDC = 1_000_000n;

let world: CustodyWorld;
beforeAll(async () => {
  world = await CustodyWorld.start();
  await world.begin();
});
afterAll(() => world.stop());

const payer = () => world.payer;
const custody = () => world.health.custody ?? "";

test("a nonce that the chain has paid is not booked for another withdrawal, whose money is returned", async () => {
  const account = payer().open();
  const first = await payer().request(account, 300);
  await world.until(() => payer().find(first) === undefined, { mining: true });
  await world.settled();
  expect(await payer().heldBy(account)).toBe(299n * USDC);

  payer().restore();
  await world.begin({ forgetful: true });
  expect(payer().memory.logged.join("")).toContain("no record says how far the vault was followed, as after a restore");
  // The withdrawal gets number 1 again, with another amount.
  const second = await payer().request(account, 20);
  expect(await world.services.usedNumbers.isDone(await payer().nameOf(second))).toBe(true);
  await world.settled();
  await world.until(() => custody().includes("the vault has paid 300 USDC"));
  expect(payer().find(second)).toBeDefined();

  world.acceptAll();
  await world.until(() => payer().find(second) === undefined, { mining: true });
  expect(payer().states(second).at(-1)).toBe("FAILED");
  // Accepting the payment does not refill the vault.
  await world.until(() => custody().includes("the vault is short of 299 USDC"), { mining: true });
  expect(await payer().heldBy(account)).toBe(299n * USDC);
});
