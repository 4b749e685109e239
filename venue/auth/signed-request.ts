// What distinguishes a signed request from every other: the key and the text that it signed. Not the signature itself, of which
// there may be several over one text, and not the account's header, which no signature covers. Interface 5.2.

import { createHash } from "node:crypto";
import { millis, type SignedRequest } from "@evermark/engine";
import type { Caller } from "./keys/caller.ts";

/** What of a request its signature covers, beside the time. */
interface Covered {
  readonly method: string;
  readonly path: string;
  readonly bodyText: string;
}

export function signedRequestOf({ key, timestamp }: Caller, { method, path, bodyText }: Covered): SignedRequest {
  const text = `${key}\n${timestamp}${method}${path}${bodyText}`;
  return { digest: createHash("sha256").update(text).digest("hex"), signedAt: millis(timestamp) };
}
