import { expect, test } from "bun:test";
import { NONCE_AHEAD_MS, NONCE_LIFETIME_MS } from "@evermark/engine";
import fc from "fast-check";
import { VaultNonces } from "./vault-nonces.ts";

const secretFor = (secret: string) => ({ secretFor: () => secret.repeat(64) });
const nonces = () => new VaultNonces(secretFor("a"));
const NOW = 1_700_000_000_123;

test("a nonce shows when it was issued, for ten minutes, also after a restart", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 41 }), fc.integer({ min: 0, max: NONCE_LIFETIME_MS }), (now, age) => {
      const nonce = nonces().issue(now);
      expect(Number.isSafeInteger(nonce)).toBe(true);
      expect(nonces().issuedAt(nonce, now + age)).toBe(now);
      expect(nonces().issuedAt(nonce, now + NONCE_LIFETIME_MS + 1)).toBeUndefined();
      // The lowest digits of the time repeat after 17 minutes.
      expect(nonces().issuedAt(nonce, now + 2 ** 20)).toBeUndefined();
    }),
  );
});

test("nonces that were not issued are refused: any other number, and those of another venue", () => {
  const nonce = nonces().issue(NOW);
  for (const other of [nonce + 1, nonce - 1, nonce + 2 ** 33, 0, -1, 1.5, 2 ** 53, Number.NaN]) {
    expect(nonces().issuedAt(other, NOW)).toBeUndefined();
  }
  expect(new VaultNonces(secretFor("b")).issuedAt(nonce, NOW)).toBeUndefined();
});

test("every nonce is different, however many are requested at once", () => {
  const issuing = nonces();
  const issued = Array.from({ length: 2_000 }, () => issuing.issue(NOW));
  expect(new Set(issued).size).toBe(issued.length);
  expect(issued.every((nonce) => issuing.issuedAt(nonce, NOW) !== undefined)).toBe(true);
  for (let asked = issued.length; asked < NONCE_AHEAD_MS + 10; asked++) issuing.issue(NOW);
  const last = issuing.issue(NOW);
  expect([issuing.issuedAt(last, NOW), issuing.issue(NOW)]).toEqual([NOW + NONCE_AHEAD_MS, last]);
});
