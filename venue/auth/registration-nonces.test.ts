import { expect, test } from "bun:test";
import { RegistrationNonces } from "./registration-nonces.ts";

const NOW = 1779269143700;

test("a nonce is good with its own timestamp, for two minutes", () => {
  const nonces = new RegistrationNonces();
  const nonce = nonces.issue(NOW);
  expect(Number.isSafeInteger(nonce)).toBe(true);
  expect(nonces.isGood(nonce, NOW, NOW)).toBe(true);
  expect(nonces.isGood(nonce, NOW + 1, NOW + 1)).toBe(false);
  expect(nonces.isGood(nonce, NOW, NOW + 120_000)).toBe(true);
  expect(nonces.isGood(nonce, NOW, NOW + 120_001)).toBe(false);
  expect(nonces.isGood(nonce + 1, NOW, NOW)).toBe(false);
});

test("a nonce that is in use or used is not good; one that is given back is", () => {
  const nonces = new RegistrationNonces();
  const nonce = nonces.issue(NOW);
  nonces.take(nonce);
  expect(nonces.isGood(nonce, NOW, NOW)).toBe(false);
  nonces.giveBack(nonce, NOW);
  expect(nonces.isGood(nonce, NOW, NOW)).toBe(true);
});

test("expired nonces are forgotten, and never more are kept than the bound", () => {
  const nonces = new RegistrationNonces(100);
  for (let i = 0; i < 1_000; i++) nonces.issue(NOW);
  expect(nonces.size).toBe(100);
  nonces.issue(NOW + 120_001);
  expect(nonces.size).toBe(1);
});
