// Checks with the venue whether a key stored in this browser is still valid, without using the key.

import { ApiError, type Client, heldKey } from "@evermark/client";
import type { Identity } from "./identity.ts";

/** The venue's code for a key that it does not have. */
const NOT_FOUND = -1006;

/** @throws when the venue does not answer */
export async function isKeyGood(client: Client, identity: Identity): Promise<boolean> {
  if (identity.keyExpiresAt <= client.rest.clock.now()) return false;
  return !(await isKeyRemoved(client, identity));
}

/** Whether the venue no longer has the key, or never had it: the venue may be another one than before. */
export async function isKeyRemoved(client: Client, { mainAccountId, key }: Identity): Promise<boolean> {
  const { publicKey } = await heldKey(key);
  try {
    const { expiration } = await client.registration.getKey({ account_id: mainAccountId, svc_key: publicKey });
    // The venue reports a removed key as expired.
    return expiration <= client.rest.clock.now();
  } catch (error) {
    if (error instanceof ApiError && error.code === NOT_FOUND) return true;
    throw error;
  }
}
