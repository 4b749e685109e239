// The floor of a signed request: a server that verifies the signature and sends the body back, and nothing else.

import { decodeBase58 } from "@evermark/interface/base58.ts";
import { serveParent } from "./child-process.ts";
import type { KnownAccount } from "./signed-orders.ts";

interface Opening {
  readonly accounts: readonly KnownAccount[];
}

const keys = new Map<string, CryptoKey>();
let server: ReturnType<typeof Bun.serve> | undefined;

serveParent(open, async () => server?.stop(true));

/** @returns the port that it listens on */
async function open({ accounts }: Opening): Promise<number> {
  for (const { key } of accounts) {
    const raw = decodeBase58(key.slice("ed25519:".length), 32);
    if (raw === undefined) throw new Error(`no key: ${key}`);
    keys.set(key, await crypto.subtle.importKey("raw", Uint8Array.from(raw), "Ed25519", false, ["verify"]));
  }
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  return server.port ?? 0;
}

async function answer(request: Request): Promise<Response> {
  const { headers, method, url } = request;
  const body = await request.bytes();
  const key = keys.get(headers.get("SVC-Api-Key") ?? "");
  const signature = Buffer.from(headers.get("SVC-Signature") ?? "", "base64url");
  const path = url.slice(url.indexOf("/", "http://".length));
  const text = Buffer.concat([Buffer.from(`${headers.get("SVC-Timestamp")}${method}${path}`), body]);
  const isValid = key !== undefined && (await crypto.subtle.verify("Ed25519", key, signature, text));
  if (!isValid) return new Response("wrong signature", { status: 401 });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}
