// The attacker: a client with an account, a wallet and keys of its own, and the means to forge credentials.

import { createPrivateKey, sign as edSign, type KeyObject } from "node:crypto";
import {
  type ApiKey,
  bindKey,
  claimFaucet,
  generateApiKey,
  generateWallet,
  openAccount,
  RestClient,
  type Signer,
} from "@evermark/client";
import { decodeBase58 } from "@evermark/interface/rows/base58.ts";
import type { Target } from "./target.ts";

const BROKER = "demo";
const FAR_MS = 60_000;
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
/** How many orders are remembered, to amend, cancel and query them. */
const ORDERS_MAX = 200;

type Header = readonly [string, string];
/** Account, key, time and signature. */
export type Credentials = readonly [Header, Header, Header, Header];

export class Identity {
  readonly orderIds: number[] = [];
  readonly #rest: RestClient;
  readonly #private: KeyObject;

  private constructor(
    rest: RestClient,
    readonly signer: Signer & { readonly key: ApiKey },
    /** A key of the same account that may only read. */
    readonly reader: ApiKey,
    readonly address: string,
  ) {
    this.#rest = rest;
    this.#private = privateKeyOf(signer.key);
  }

  /** @throws {ApiError | AnswerLost} */
  static async open({ url }: Target): Promise<Identity> {
    const rest = new RestClient({ baseUrl: url, rateLimitWaitsMax: 20, timeoutMs: FAR_MS });
    const wallet = generateWallet();
    const { accountId } = await openAccount(rest, wallet, BROKER);
    const [key, reader] = [await generateApiKey(), await generateApiKey()];
    await bindKey(rest, wallet, BROKER, key, { scope: "read,trading,asset" });
    await bindKey(rest, wallet, BROKER, reader, { scope: "read" });
    await claimFaucet(rest, wallet.address, BROKER);
    return new Identity(rest, { accountId, key }, reader, wallet.address);
  }

  /** The venue's time in milliseconds. */
  now(): number {
    return this.#rest.clock.now();
  }

  /** The base64url signature of any bytes. */
  sign(text: string | Uint8Array): string {
    return edSign(null, typeof text === "string" ? Buffer.from(text) : text, this.#private).toString("base64url");
  }

  /** Valid credentials. @param body of a POST or PUT */
  headers(method: string, path: string, body: string | Uint8Array = "", timestamp = this.now()): Credentials {
    const text = Buffer.concat([Buffer.from(`${timestamp}${method}${path}`), Buffer.from(body)]);
    return credentials(this.signer.accountId, this.signer.key.publicKey, String(timestamp), this.sign(text));
  }

  /** Valid credentials of the read-only key. */
  readerHeaders(method: string, path: string, body = ""): Credentials {
    const timestamp = String(this.now());
    const signature = edSign(null, Buffer.from(`${timestamp}${method}${path}${body}`), privateKeyOf(this.reader));
    return credentials(this.signer.accountId, this.reader.publicKey, timestamp, signature.toString("base64url"));
  }

  /** Remembers the order id in an answer. */
  learn(body: string): void {
    const id = /"order_id":(\d+)/.exec(body)?.[1];
    if (id === undefined) return;
    this.orderIds.push(Number(id));
    if (this.orderIds.length > ORDERS_MAX) this.orderIds.shift();
  }
}

export function credentials(account: string, key: string, timestamp: string, signature: string): Credentials {
  return [
    ["SVC-Account-Id", account],
    ["SVC-Api-Key", key],
    ["SVC-Timestamp", timestamp],
    ["SVC-Signature", signature],
  ];
}

export function privateKeyOf({ secret }: ApiKey): KeyObject {
  const seed = decodeBase58(secret, 32)!;
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
}
