import { expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import { silent, type VaultEvent } from "../../language/events/events.ts";
import { START } from "../../testing/setup.ts";
import { A, C, USDC } from "../../testing/small-exchange.ts";
import { SmallVault, VAULT } from "../../testing/small-vault.ts";

const HOUR = 3_600_000;
const settledIn = (events: readonly VaultEvent[]) =>
  events.flatMap((event) =>
    event.type === "settled" ? [[event.operation, event.account, event.shares, event.amount as number]] : [],
  );

test("the effect of a start on each request is reported, part by part, with its period", () => {
  const vault = SmallVault.live(0);
  vault.ask(A, "LP_DEPOSIT", 1_000 * USDC);
  vault.ask(C, "SP_DEPOSIT", 50 * USDC);
  const started = vault.nextPeriod();
  expect(settledIn(started)).toEqual([
    ["LP_DEPOSIT", A, 1_000 * USDC, 1_000 * USDC],
    ["SP_DEPOSIT", C, 50 * USDC, 50 * USDC],
  ]);
  expect(started.find(({ type }) => type === "settled")).toMatchObject({ period: vault.vault.period });
  vault.after(48);
  vault.ask(A, "LP_WITHDRAW", 150 * USDC);
  // The gate allows a tenth at a time.
  expect(settledIn(vault.nextPeriod())).toEqual([["LP_WITHDRAW", A, 100 * USDC, 100 * USDC]]);
  expect(settledIn(vault.nextPeriod())).toEqual([["LP_WITHDRAW", A, 50 * USDC, 50 * USDC]]);
});

test("a vault is valued on each whole hour, as if a period started then, fee taken", () => {
  const vault = SmallVault.live(20);
  vault.ask(A, "LP_DEPOSIT", 100_000 * USDC);
  vault.nextPeriod();
  vault.gain(20_000, C);
  const reported: VaultEvent[] = [];
  const listener = { ...silent, vault: (event: VaultEvent) => reported.push(event) };
  const hour = Math.floor(vault.engine.now / HOUR) * HOUR;
  for (const at of [hour + 1_000, hour + HOUR, hour + HOUR + 1_000]) {
    vault.engine.apply({ type: "tick", at: millis(at) }, listener);
  }
  const valued = { type: "valued", vaultId: VAULT, nav: 220_000 * USDC, mainPrice: 108_000_000, at: hour + HOUR };
  expect(reported as unknown[]).toEqual([{ ...valued, value: 108_000 * USDC }]);
  const { now, mainPrice } = vault.vault;
  expect([now.mainPrice, now.value as number, mainPrice]).toEqual([108_000_000, 108_000 * USDC, 100_000_000]);
});

test("a vault is found by the address that it was created with, which no other vault has", () => {
  const vault = new SmallVault();
  const address = `0x${"ab".repeat(20)}`;
  const profile = { address, description: "trend following", providerName: "Acme" };
  const open = (number: number, changes: object = {}) => {
    const vaultId = `0x${String(number).repeat(64)}`;
    const at = vault.engine.now;
    const accountId = `0xf${number}`;
    const count = vault.engine.subAccounts(C).length;
    const sub = { account: C, number: count + 1, accountId, description: "" };
    const fund = vault.apply({ type: "add_sub_account", at, ...sub }).created;
    const terms = { vaultId, name: "n", provider: C, fund, kind: "operator", performanceFeePercent: 0 } as const;
    const { rejection } = vault.apply({
      type: "create_vault",
      at: START,
      ...terms,
      profile: { ...profile, ...changes },
    });
    return rejection?.name ?? "created";
  };
  expect([open(1), open(2)]).toEqual(["created", "duplicate"]);
  expect(open(3, { address: `0x${"AB".repeat(20)}` })).toBe("invalid_parameter");
  expect(open(4, { address: `0x${"cd".repeat(20)}`, description: "x".repeat(1_001) })).toBe("invalid_parameter");
  expect(open(6, { address: `0x${"cd".repeat(20)}`, providerName: "x".repeat(65) })).toBe("invalid_parameter");
  const found = vault.engine.vaults.findByAddress(address)!;
  expect(vault.engine.vaults.vault(found)).toMatchObject(profile);
});
