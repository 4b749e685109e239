// What a wallet signed for a withdrawal does not live for ever, and is worth nothing to another vault.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { fundsDomain } from "@evermark/interface/chain/wallet-messages.ts";
import type { Hex } from "viem";
import { VAULT_DELAYS } from "./index.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, DAY } = world;
const { message: AGE } = VAULT_DELAYS;
const SLACK = 300n;
let w: world.VaultWorld;
let fresh: Hex;
let startedAt: bigint;

beforeAll(async () => {
  w = await world.vaultWorld();
  await w.deposit(ALICE.address, 1000n);
  startedAt = await w.read<bigint>("startedAt");
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

test("what was signed before the vault was there is refused, but for clocks that differ by minutes", async () => {
  expect((await withdraw(1n, startedAt - SLACK - 1n)).error).toBe("MessageTooOld");
  expect((await withdraw(1n, 0n)).error).toBe("MessageTooOld");
  expect((await withdraw(1n, startedAt - SLACK)).error).toBeUndefined();
});

test("what was signed longer ago than the vault takes is refused", async () => {
  const signedAt = startedAt + DAY;
  await w.chain.setTime(signedAt + AGE + 1n);
  expect((await withdraw(1n, signedAt)).error).toBe("MessageTooOld");
  await w.chain.setTime(signedAt + AGE + 10n);
  expect((await withdraw(1n, signedAt + 10n)).error).toBeUndefined();
});

test("what was dated ahead to live longer is refused", async () => {
  await w.chain.setTime(startedAt + DAY);
  expect((await withdraw(1n, startedAt + DAY + AGE + 10n)).error).toBe("MessageTooNew");
  await w.chain.setTime(startedAt + 2n * DAY);
  expect((await withdraw(1n, startedAt + 2n * DAY + AGE)).error).toBeUndefined();
});

test("a withdrawal that was signed for one vault is worth nothing to another of another name", async () => {
  const domain = fundsDomain("SVC-1b2c3d4e5f60");
  const signed = await world.signedWithdrawal(ALICE, { amount: 10n, nonce: 1n, domain });
  expect((await w.withdraw(signed)).error).toBe("SignatureInvalid");
});

test("nor to the next of the same name, when it was signed before that was there", async () => {
  const signed = await world.signedWithdrawal(ALICE, { amount: 10n, nonce: 1n, timestamp: (startedAt + DAY) * 1_000n });
  await w.chain.setTime(startedAt + 3n * DAY);
  const former = w.vault;
  w.vault = await world.putVault(w.chain, [{ symbol: "USDC", token: w.usdc }]);
  await w.deposit(ALICE.address, 1000n);
  expect((await w.withdraw(signed)).error).toBe("MessageTooOld");
  w.vault = former;
  expect((await w.withdraw(signed)).error).toBeUndefined();
});

async function withdraw(nonce: bigint, signedAt: bigint) {
  return w.withdraw(await world.signedWithdrawal(ALICE, { amount: 10n, nonce, timestamp: signedAt * 1_000n }));
}
