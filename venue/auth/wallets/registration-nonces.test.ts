import { expect, test } from "bun:test";
import { RegistrationNonces } from "./registration-nonces.ts";

const NOW = 1779269143700;

test("a nonce is good with its own timestamp, for two minutes", () => {
  const nonces = new RegistrationNonces();
  const nonce = nonces.issue(NOW);
  expect(Number.isSafeInteger(nonce)).toBe(true);
  const used = { registrationNonce: nonce, timestamp: NOW };
  expect(nonces.isGood(used, NOW)).toBe(true);
  expect(nonces.isGood({ ...used, timestamp: NOW + 1 }, NOW + 1)).toBe(false);
  expect(nonces.isGood(used, NOW + 120_000)).toBe(true);
  expect(nonces.isGood(used, NOW + 120_001)).toBe(false);
  expect(nonces.isGood({ ...used, registrationNonce: nonce + 1 }, NOW)).toBe(false);
});

test("a nonce that is in use or used is not good; one whose use was refused is", async () => {
  const nonces = new RegistrationNonces();
  const used = { registrationNonce: nonces.issue(NOW), timestamp: NOW };
  const refused = nonces.spend(used, async () => {
    expect(nonces.isGood(used, NOW)).toBe(false);
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(nonces.isGood(used, NOW)).toBe(true);
  expect(await nonces.spend(used, async () => "done")).toBe("done");
  expect(nonces.isGood(used, NOW)).toBe(false);
});

test("expired nonces are forgotten, and never more are kept than the bound", () => {
  const nonces = new RegistrationNonces(100);
  for (let i = 0; i < 1_000; i++) nonces.issue(NOW);
  expect(nonces.size).toBe(100);
  nonces.issue(NOW + 120_001);
  expect(nonces.size).toBe(1);
});
