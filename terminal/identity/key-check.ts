// Whether a key that this browser keeps is still good: asked of the venue without using it.

import { ApiError, type Client, heldKey } from "@evermark/client";
import type { Identity } from "./identity.ts";

/** What the venue answers for a key that it does not have. */
const NOT_FOUND = -1006;

/** @throws when the venue does not answer */
export async function isKeyGood(client: Client, identity: Identity): Promise<boolean> {
  if (identity.keyExpiresAt <= client.rest.clock.now()) return false;
  return !(await isKeyRemoved(client, identity));
}

/** Whether the venue has the key no longer, or never had: it may be another venue than it was. */
export async function isKeyRemoved(client: Client, { mainAccountId, key }: Identity): Promise<boolean> {
  const { publicKey } = await heldKey(key);
  try {
    const { expiration } = await client.registration.getKey({ account_id: mainAccountId, svc_key: publicKey });
    // A key that was removed is one that has expired then.
    return expiration <= client.rest.clock.now();
  } catch (error) {
    if (error instanceof ApiError && error.code === NOT_FOUND) return true;
    throw error;
  }
}
