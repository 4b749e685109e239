// How a bare server authenticates a request: it verifies the same signature over the same bytes as a venue, and checks
// nothing else that a venue checks.

import { decodeBase58 } from "@evermark/interface/rows/base58.ts";
import type { KnownAccount } from "../load/signed-orders.ts";

const noBody = new Uint8Array();

export class BareSignatures {
  readonly #keys = new Map<string, CryptoKey>();

  async add(accounts: readonly KnownAccount[]): Promise<void> {
    for (const { key } of accounts) {
      const raw = decodeBase58(key.slice("ed25519:".length), 32);
      if (raw === undefined) throw new Error(`no key: ${key}`);
      this.#keys.set(key, await crypto.subtle.importKey("raw", Uint8Array.from(raw), "Ed25519", false, ["verify"]));
    }
  }

  /** @param path including its query, as on the request line */
  async isSigned({ headers, method }: Request, path: string, body: Uint8Array = noBody): Promise<boolean> {
    const key = this.#keys.get(headers.get("SVC-Api-Key") ?? "");
    const signature = Buffer.from(headers.get("SVC-Signature") ?? "", "base64url");
    const text = Buffer.concat([Buffer.from(`${headers.get("SVC-Timestamp")}${method}${path}`), body]);
    return key !== undefined && (await crypto.subtle.verify("Ed25519", key, signature, text));
  }
}

/** Path and query as on the request line. */
export const pathOf = ({ url }: Request): string => url.slice(url.indexOf("/", "http://".length));

export const accountIdOf = ({ headers }: Request): string | null => headers.get("SVC-Account-Id");
