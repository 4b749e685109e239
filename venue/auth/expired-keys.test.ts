import { expect, test } from "bun:test";
import { MEMORY_VENUE_START, memoryVenue } from "../testing/memory-venue.ts";
import { newKey } from "../testing/test-key.ts";
import { SignatureVerifier } from "./ed25519.ts";
import { ExpiredKeys } from "./expired-keys.ts";

const HOUR_MS = 3_600_000;

test("an imported key is let go within an hour of its expiration, and one that is good is kept", async () => {
  const { apply, engine } = memoryVenue();
  apply({ type: "add_broker", brokerId: "b", takerFee: 60 as never, makerFee: 30 as never });
  const accountId = `0x${"1".repeat(64)}`;
  const { created: account } = apply({ type: "open_account", accountId, wallet: `0x${"1".repeat(40)}`, brokerId: "b" });
  const verifier = new SignatureVerifier();
  const expiredKeys = new ExpiredKeys(engine, verifier);
  const text = Buffer.from("text");
  const bound = async (expiresInMs: number) => {
    const { key, sign } = await newKey();
    const expiration = (MEMORY_VENUE_START + expiresInMs) as never;
    apply({ type: "bind_key", account, key, scope: "read", expiration });
    return async () => verifier.verify(key, Uint8Array.from(Buffer.from(await sign("text"), "base64url")), text);
  };
  const verifyShort = await bound(HOUR_MS / 2);
  const verifyLong = await bound(HOUR_MS * 9);
  expect([await verifyShort(), await verifyLong(), verifier.size]).toEqual([true, true, 2]);

  expiredKeys.applied(MEMORY_VENUE_START);
  expect(verifier.size).toBe(2);
  expiredKeys.applied(MEMORY_VENUE_START + HOUR_MS - 1);
  expect(verifier.size).toBe(2);
  expiredKeys.applied(MEMORY_VENUE_START + HOUR_MS);
  expect(verifier.size).toBe(1);
  expect([await verifyLong(), verifier.size]).toEqual([true, 1]);
});
