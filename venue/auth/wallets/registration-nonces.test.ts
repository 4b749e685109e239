import { expect, test } from "bun:test";
import { RegistrationNonces } from "./registration-nonces.ts";

const NOW = 1779269143700;
const VENUE = { secretFor: (purpose: string) => Buffer.from(`a venue's, for ${purpose}`).toString("hex") };
const OTHER = { secretFor: () => "ab".repeat(32) };

test("a nonce is valid with its own timestamp, for two minutes", () => {
  const nonces = new RegistrationNonces(VENUE);
  const nonce = nonces.issue(NOW);
  expect(Number.isSafeInteger(nonce)).toBe(true);
  const used = { registrationNonce: nonce, timestamp: NOW };
  expect(nonces.isGood(used, NOW)).toBe(true);
  expect(nonces.isGood({ ...used, timestamp: NOW + 1 }, NOW + 1)).toBe(false);
  expect(nonces.isGood(used, NOW + 120_000)).toBe(true);
  expect(nonces.isGood(used, NOW + 120_001)).toBe(false);
  for (const registrationNonce of [nonce + 1, 0, -nonce, 0.5, 2 ** 53, Number.NaN])
    expect(nonces.isGood({ registrationNonce, timestamp: NOW }, NOW)).toBe(false);
});

test("a nonce that is in use or used is not valid; one whose use was refused is", async () => {
  const nonces = new RegistrationNonces(VENUE);
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

test("nonces of one moment differ, and used ones are forgotten when they expire", async () => {
  const nonces = new RegistrationNonces(VENUE);
  const issued = Array.from({ length: 1_000 }, () => nonces.issue(NOW));
  expect(new Set(issued).size).toBe(1_000);
  for (const registrationNonce of issued) await nonces.spend({ registrationNonce, timestamp: NOW }, async () => {});
  expect(nonces.size).toBe(1_000);
  const later = { registrationNonce: nonces.issue(NOW + 120_001), timestamp: NOW + 120_001 };
  await nonces.spend(later, async () => {});
  expect(nonces.size).toBe(1);
});

test("nodes of a venue accept each other's nonces, other venues don't, and a single venue accepts none from before its start", () => {
  const nonce = { registrationNonce: new RegistrationNonces(VENUE).issue(NOW), timestamp: NOW };
  expect(new RegistrationNonces(VENUE).isGood(nonce, NOW)).toBe(true);
  expect(new RegistrationNonces(OTHER).isGood(nonce, NOW)).toBe(false);
  expect(new RegistrationNonces(VENUE, NOW + 1).isGood(nonce, NOW + 1)).toBe(false);
});
