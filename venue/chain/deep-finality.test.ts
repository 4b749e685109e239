// Blocks that become final only after a long time: custody is checked all the same, and where the chain's nodes say what
// is final, that is waited for.

import { afterEach, expect, test } from "bun:test";
import { testUsdcAbi } from "@evermark/contracts";
import { CustodyWorld, call, walletOf } from "./testing/custody-world.ts";

const USDC = 1_000_000n;

let world: CustodyWorld;
afterEach(() => world.stop());

test("missing funds show at once, although a block counts only after a thousand confirmations", async () => {
  world = await CustodyWorld.start({ confirmations: 1_000 });
  await world.payer.mine(1_100);
  await world.begin();
  await world.until(() => world.services.custody.view !== null);
  expect(world.services.custody.view).toMatchObject({ balance: 1_000_000n * USDC, shortfall: 0n });
  await world.payer.asVault(world.payer.token, call(testUsdcAbi, "transfer", [walletOf("thief").address, 20n * USDC]));
  await world.payer.mine();
  await world.until(() => (world.health.custody ?? "").includes("the vault is short of 20 USDC"));
  expect(world.services.custody.view).toMatchObject({ expected: 1_000_000n * USDC, shortfall: 20n * USDC });
});

test("where nodes say what is final, a payment is completed once they say so", async () => {
  // Two epochs of four blocks below the head.
  world = await CustodyWorld.start({ confirmations: 1, finality: "finalized", node: ["--slots-in-an-epoch", "4"] });
  await world.payer.mine(20);
  await world.begin();
  const id = await world.payer.request(world.payer.open(), 50);
  await world.until(() => world.payer.find(id)?.state === "PROCESSING", { mining: true });
  await world.until(() => world.payer.find(id) === undefined, { mining: true });
  const { blockNumber } = await world.payer.client.getTransactionReceipt({ hash: world.payer.paidBy(id) });
  expect(
    Number(await world.payer.client.getBlockNumber({ cacheTime: 0 })) - Number(blockNumber),
  ).toBeGreaterThanOrEqual(8);
});
