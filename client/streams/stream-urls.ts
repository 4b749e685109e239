// The URLs of an account's streams. The private one carries a signature of the time alone, by the API key. Interface 5.3.

import { NEUTRAL_BRAND } from "@evermark/interface/rows/brand.ts";
import { type PrivateStreamOptions, STREAM_PATHS } from "@evermark/interface/streams/topics.ts";
import type { Signer } from "../signing/signed-request.ts";

/** The streams' base URL for a REST base URL: the same host, `ws` for `http` and `wss` for `https`. */
export function streamBaseOf(baseUrl: string): string {
  return baseUrl.replace(/^http/, "ws").replace(/\/+$/, "");
}

/** @param accountId any open account: the public stream requires one, but is the same for all */
export function publicStreamUrl(streamBase: string, accountId: string): string {
  return streamBase + STREAM_PATHS.public.replace("{account_id}", accountId);
}

/**
 * @param brand of the venue; part of the parameters' names
 * @param options further parameters of the URL
 */
export async function privateStreamUrl(
  streamBase: string,
  signer: Signer,
  timestampMs: number,
  brand = NEUTRAL_BRAND,
  options: PrivateStreamOptions = {},
): Promise<string> {
  const query = new URLSearchParams({
    [`${brand}_api_key`]: signer.key.publicKey,
    [`${brand}_timestamp`]: String(timestampMs),
    [`${brand}_sign`]: await signer.key.sign(String(timestampMs)),
  });
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return `${streamBase}${STREAM_PATHS.private.replace("{account_id}", signer.accountId)}?${query}`;
}
