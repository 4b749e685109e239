// Everything held against everything owed: exact while money is on its way, and without alarms in a sandbox.

import { afterAll, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { CustodyWorld, walletOf } from "../testing/custody-world.ts";
import type { CustodyView } from "../view/chain-view.ts";
import { NOT_MONEY } from "../watcher/deposit-submitter.ts";
import { reserveMetrics } from "./reserve-metrics.ts";
import { Reserves } from "./reserves.ts";
import { HELD_BACK } from "./tokens/held-back.ts";
import { TokenPeg } from "./tokens/token-peg.ts";
import type { TreasuryReport } from "./treasury-rows.ts";

const USDC = 1_000_000n;

function reservesOf({ alarms = true } = {}) {
  const memory = memoryVenue();
  const { engine, venue } = memory;
  venue.metrics.registry.clear();
  const reasons: Record<"reserves" | "tokens", string | null> = { reserves: null, tokens: null };
  const condition = (name: keyof typeof reasons) => ({
    broken(reason: string) {
      reasons[name] = reason;
    },
    holds() {
      reasons[name] = null;
    },
  });
  let looks = 0;
  const clock = { now: 0, passes: 30_000 };
  const reserves = new Reserves({
    ...{ engine, hasVault: true, chainId: 196, alarms, log: venue.log },
    vault: () => ({ address: "0xaa", contract: "0xbb" }),
    lookAtVault: () => void looks++,
    steady: () => (clock.now += clock.passes),
    conditions: { reserves: condition("reserves"), tokens: condition("tokens") },
    metrics: reserveMetrics(venue.metrics.registry),
  });
  const vault = (balance: bigint, more: Partial<CustodyView> = {}): void =>
    reserves.onVault({
      ...{
        block: 7,
        balance,
        deposited: 0n,
        paid: 0n,
        expected: balance,
        shortfall: 0n,
        shortSince: null,
        repaired: 0n,
      },
      ...more,
    });
  const world = { price: 10n ** 18n };
  const peg = new TokenPeg({ bandPpm: 5_000, worth: () => world.price, steady: () => 0 });
  const token = { chainId: 1, symbol: "USDT", address: "0xCC", terms: { cap: micros(1_000_000_000), peg } };
  const expected = { chainId: 1, treasury: "0xDD", tokens: [token] } as const;
  const treasury = (balance: bigint, waiting: TreasuryReport["tokens"][number]["waiting"] = []): void => {
    peg.look();
    reserves.onTreasury({ expected, block: 9, tokens: [{ ...token, balance, waiting }] });
  };
  return {
    ...memory,
    reserves,
    reasons,
    vault,
    treasury,
    world,
    expect: () => reserves.expect(expected),
    looks: () => looks,
    clock,
  };
}

test("until every place has been read, the assets are unknown, and no alarm is raised", () => {
  const { reserves, vault, treasury, reasons, openAccount, expect: expectTreasury } = reservesOf();
  openAccount({ usdc: 100 });
  expect(reserves.view).toMatchObject({ assets: null, liabilities: 100n * USDC, shortfall: null, at: null });
  expectTreasury();
  for (let i = 0; i < 5; i++) vault(90n * USDC);
  expect(reserves.view).toMatchObject({ assets: null, shortfall: null });
  expect(reserves.view.rows.map(({ place, balance }) => [place, balance])).toEqual([
    ["vault", 90n * USDC],
    ["treasury", null],
  ]);
  expect(reasons.reserves).toBeNull();
  treasury(10n * USDC);
  vault(90n * USDC);
  expect(reserves.view).toMatchObject({ assets: 100n * USDC, shortfall: 0n });
});

test("each look at a treasury also looks at the vault", () => {
  const { treasury, looks } = reservesOf();
  treasury(0n);
  treasury(0n);
  expect(looks()).toBe(2);
});

test("money on its way or parked is in no balance, and counts on neither side", () => {
  const { reserves, vault, treasury, openAccount, apply } = reservesOf();
  const { accountId, account } = openAccount({ usdc: 100 });
  const reference = "receiver:1:0xaa:3:USDT";
  treasury(30n * USDC, [{ reference, amount: micros(30_000_000) }]);
  // A deposit that is not final, and a payment that the journal has not completed yet.
  vault(95n * USDC, { deposited: 15n * USDC, paid: 20n * USDC });
  expect(reserves.view).toMatchObject({ assets: 80n * USDC, liabilities: 80n * USDC, shortfall: 0n });
  apply({ type: "park_deposit", amount: micros(30_000_000), reference, accountId, reason: HELD_BACK.cap });
  vault(100n * USDC);
  // The same money is not counted twice: once parked it no longer counts as waiting.
  expect(reserves.view.rows.map(({ uncredited }) => uncredited)).toEqual([0n, 30n * USDC]);
  expect(reserves.view).toMatchObject({ assets: 100n * USDC, liabilities: 100n * USDC });
  apply({ type: "credit_deposit", account, amount: micros(30_000_000), source: "receiver", reference, onChain: null });
  vault(100n * USDC);
  expect(reserves.view).toMatchObject({ assets: 130n * USDC, liabilities: 130n * USDC, shortfall: 0n });
});

test("a parked deposit in the vault is not the venue's, and one of another token is not counted at all", () => {
  const { reserves, vault, apply, openAccount } = reservesOf();
  const { accountId } = openAccount({ usdc: 100 });
  const park = (reference: string, reason: string) =>
    apply({ type: "park_deposit", amount: micros(5_000_000), reference, accountId, reason });
  park("deposit:196:0xaa:1", "unknown builder");
  park("deposit:196:0xaa:2", NOT_MONEY);
  vault(104n * USDC);
  expect(reserves.view).toMatchObject({ assets: 99n * USDC, shortfall: 1n * USDC });
});

test("a token below its peg counts at its price, so that the loss shows", () => {
  const { reserves, vault, treasury, world, reasons, openAccount } = reservesOf();
  openAccount({ usdc: 100 });
  treasury(100n * USDC);
  vault(0n);
  expect(reserves.view.shortfall).toBe(0n);
  world.price = (9n * 10n ** 18n) / 10n;
  for (let i = 0; i < 3; i++) {
    treasury(100n * USDC);
    vault(0n);
  }
  expect(reserves.view).toMatchObject({ assets: 90n * USDC, shortfall: 10n * USDC });
  expect(reasons.reserves).toBe("vault and treasuries hold 90 USDC of the 100 that are owed: 10 are missing");
});

test("a shortfall is reported after three looks, ends after three good ones, and one look between changes neither", async () => {
  const { vault, reasons, venue, openAccount } = reservesOf();
  openAccount({ usdc: 100 });
  const looks = (...usdc: readonly bigint[]) =>
    usdc.map((each) => {
      vault(each * USDC);
      return reasons.reserves !== null;
    });
  expect(looks(99n, 99n, 100n, 99n, 99n)).toEqual([false, false, false, false, false]);
  expect(looks(98n)).toEqual([true]);
  expect(reasons.reserves).toBe("vault and treasuries hold 98 USDC of the 100 that are owed: 2 are missing");
  expect(looks(100n, 100n, 99n, 100n, 100n)).toEqual([true, true, true, true, true]);
  expect(looks(100n)).toEqual([false]);
  const metrics = await venue.metrics.registry.metrics();
  expect(metrics).toContain("evermark_reserves_assets_usdc 100\n");
  expect(metrics).toContain("evermark_reserves_liabilities_usdc 100\n");
  expect(metrics).toContain("evermark_reserves_shortfall_usdc 0\n");
});

test("looks within one minute raise no alarm, because they may all rest on one answer of a node", () => {
  const { vault, reasons, clock, openAccount } = reservesOf();
  openAccount({ usdc: 100 });
  clock.passes = 1_000;
  for (let i = 0; i < 60; i++) vault(99n * USDC);
  expect(reasons.reserves).toBeNull();
  vault(99n * USDC);
  expect(reasons.reserves).not.toBeNull();
});

test("a sandbox shows what is missing without an alarm: its faucet's money is in no vault", () => {
  const { vault, reserves, reasons, openAccount } = reservesOf({ alarms: false });
  openAccount({ usdc: 100 });
  for (let i = 0; i < 5; i++) vault(0n);
  expect(reserves.view).toMatchObject({ assets: 0n, liabilities: 100n * USDC, shortfall: 100n * USDC });
  expect(reasons.reserves).toBeNull();
});

test("metrics show a treasury's figures, and why its token is stopped", async () => {
  const { treasury, world, reasons, venue } = reservesOf();
  treasury(1_000n * USDC);
  const labels = 'chain="1",token="USDT"';
  expect(reasons.tokens).toContain("USDT on chain 1: the treasury has 1000 USDT, and takes 1000");
  expect(await venue.metrics.registry.metrics()).toContain(`evermark_treasury_token_stopped{${labels},why="cap"} 1`);
  world.price = (9n * 10n ** 18n) / 10n;
  treasury(10n * USDC);
  const metrics = await venue.metrics.registry.metrics();
  for (const line of [
    `evermark_treasury_balance{${labels}} 10`,
    `evermark_treasury_cap{${labels}} 1000`,
    `evermark_treasury_token_price_usdc{${labels}} 0.9`,
    `evermark_treasury_token_stopped{${labels},why="peg"} 1`,
    `evermark_treasury_token_stopped{${labels},why="cap"} 0`,
  ])
    expect(metrics).toContain(line);
});

let chain: CustodyWorld | undefined;
afterAll(() => chain?.stop());

test("on a real chain no look during a withdrawal finds anything missing, and a theft with the operator's key shows in full", async () => {
  chain = await CustodyWorld.start({ funding: 20_000 });
  const { payer } = chain;
  const accounts = [payer.open(), payer.open()] as const;
  await chain.begin();
  await chain.settled();
  const shortfalls = new Set<bigint | null>();
  const id = await payer.request(accounts[0], 50);
  await chain.until(
    () => {
      shortfalls.add(chain!.reserves.shortfall);
      return payer.find(id) === undefined;
    },
    { mining: true },
  );
  expect([...shortfalls]).toEqual([0n]);
  expect(chain.reserves).toMatchObject({ assets: 19_951n * USDC, liabilities: 19_951n * USDC });
  await chain.hands({ wallet: walletOf("thief"), amount: 500n, nonce: 1 });
  await payer.mine();
  await chain.until(() => chain!.health.reserves !== undefined, { mining: true });
  expect(chain.health.reserves).toBe(
    "vault and treasuries hold 19451 USDC of the 19951 that are owed: 500 are missing",
  );
});
