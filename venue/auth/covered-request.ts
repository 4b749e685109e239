// Identifies a signed request by its key and the text that the key signed. The signature itself is not part of it, because one
// text can have several, nor is the account's header, which no signature covers. Interface 5.2.

import { createHash } from "node:crypto";
import { millis, type SignedRequest } from "@evermark/engine";
import type { Caller } from "./keys/caller.ts";

/** The parts of a request that its signature covers, other than the time. */
interface Covered {
  readonly method: string;
  readonly path: string;
  readonly bodyText: string;
}

export function signedRequestOf({ key, timestamp }: Caller, { method, path, bodyText }: Covered): SignedRequest {
  const text = `${key}\n${timestamp}${method}${path}${bodyText}`;
  return { digest: createHash("sha256").update(text).digest("hex"), signedAt: millis(timestamp) };
}
