import { expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { Engine } from "../../run/engine.ts";
import { START } from "../../testing/setup.ts";
import { A, B, C, USDC } from "../../testing/small-exchange.ts";
import { SmallVault, VAULT } from "../../testing/small-vault.ts";
import { NONCE_AHEAD_MS, NONCE_LIFETIME_MS, UsedNonces } from "./used-nonces.ts";

const invest = (
  vault: SmallVault,
  account: number,
  value: number,
  issuedAt: number = vault.engine.now,
  amount = 10 * USDC,
) => {
  const nonce = { value, issuedAt: millis(issuedAt) };
  const request = { account, vaultId: VAULT, operation: "LP_DEPOSIT", amount, nonce } as const;
  const { rejection } = vault.apply({ type: "request_vault_operation", at: vault.engine.now, ...request });
  return rejection?.name ?? "accepted";
};

test("a nonce moves money once, whichever account uses it again", () => {
  const vault = SmallVault.live();
  expect(invest(vault, A, 7)).toBe("accepted");
  expect([invest(vault, A, 7), invest(vault, B, 7), invest(vault, A, 8)]).toEqual([
    "invalid_nonce",
    "invalid_nonce",
    "accepted",
  ]);
  expect(vault.vault.queuedDeposits as number).toBe(20 * USDC);
});

test("a request that is refused uses its nonce up", () => {
  const vault = SmallVault.live();
  expect(invest(vault, A, 7, vault.engine.now, 1)).toBe("amount_error");
  expect(invest(vault, A, 7)).toBe("invalid_nonce");
  expect(vault.vault.queuedDeposits as number).toBe(0);
});

test("a nonce is good for ten minutes, and a used one is forgotten once it could not be used again", () => {
  const vault = SmallVault.live();
  const { now } = vault.engine;
  expect(invest(vault, A, 1, now - NONCE_LIFETIME_MS)).toBe("accepted");
  expect(invest(vault, A, 2, now - NONCE_LIFETIME_MS - 1)).toBe("invalid_nonce");
  expect(invest(vault, A, 3, now + NONCE_AHEAD_MS)).toBe("accepted");
  expect(invest(vault, A, 4, now + NONCE_AHEAD_MS + 1)).toBe("invalid_nonce");

  const used = new UsedNonces();
  const last = { value: 1, issuedAt: millis(START + NONCE_AHEAD_MS) };
  expect(used.use(last, START)).toBeNull();
  expect(used.use(last, START + NONCE_AHEAD_MS + NONCE_LIFETIME_MS)?.name).toBe("invalid_nonce");
  expect(used.use({ value: 2, issuedAt: millis(START + 700_000) }, START + 700_000)).toBeNull();
  expect(used.size).toBe(1);
  expect(used.use(last, START + 700_000)?.name).toBe("invalid_nonce");
});

test("a used nonce stays used after a restart", () => {
  const vault = SmallVault.live();
  invest(vault, A, 7);
  const engine = Engine.restore(vault.engine.snapshot());
  const nonce = { value: 7, issuedAt: engine.now };
  const request = { account: C, vaultId: VAULT, operation: "SP_DEPOSIT", amount: USDC, nonce } as const;
  const { rejection } = engine.apply({ type: "request_vault_operation", at: engine.now, ...request }, silent);
  expect(rejection?.name).toBe("invalid_nonce");
});

test("a secret belongs to one venue and one purpose", () => {
  const keyed = (key: string) => {
    const engine = new Engine();
    engine.apply({ type: "set_hash_key", at: START, key }, silent);
    return engine;
  };
  const [one, other] = [keyed("1".repeat(32)), keyed("2".repeat(32))];
  expect(one.secretFor("a")).toMatch(/^[0-9a-f]{64}$/);
  expect(one.secretFor("a")).toBe(Engine.restore(one.snapshot()).secretFor("a"));
  expect(new Set([one.secretFor("a"), one.secretFor("b"), other.secretFor("a")]).size).toBe(3);
});
