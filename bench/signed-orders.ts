// Orders as bytes on the wire, signed before anything is measured.

import { encodeBase58 } from "@evermark/interface/base58.ts";
import { type Mix, weightOf } from "./load-options.ts";
import { seededRandom } from "./random.ts";

/** Of all accounts. */
export const BROKER = "bench";
const PATH = "/v1/order";
const SYMBOL = "PERP_BTC_USDC";
const MIDDLE = 60_000;

export interface SigningAccount {
  readonly accountId: string;
  readonly wallet: string;
  /** As the venue knows the key. */
  readonly key: string;
  readonly privateKey: CryptoKeyPair["privateKey"];
}

/** What a server is told of an account. */
export type KnownAccount = Omit<SigningAccount, "privateKey">;

export async function makeAccounts(count: number): Promise<SigningAccount[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
      const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
      const hex = (n + 1).toString(16);
      return {
        accountId: `0x${hex.padStart(64, "0")}`,
        wallet: `0x${hex.padStart(40, "0")}`,
        key: `ed25519:${encodeBase58(raw)}`,
        privateKey: pair.privateKey,
      };
    }),
  );
}

export interface OrderCount {
  readonly connections: number;
  /** Orders of each connection, an even number. */
  readonly each: number;
  /** Weights of `limit` and `ioc`. */
  readonly mix?: Mix;
  /** The same pairs the other way round: each account does the opposite, and its position goes back to where it was. */
  readonly sellsFirst?: boolean;
}

/** Half of the orders rest if they meet nothing, half are immediate. */
export const REST_MIX = { limit: 50, ioc: 50 } as const;

/**
 * The bodies of orders for each connection, all at random prices around one: so they trade, and the book stays small. Every
 * second order is the one before from the other side, or a few orders sent over and over would pile up on one.
 */
export function orderBodies({ connections, each, mix = REST_MIX, sellsFirst = false }: OrderCount): string[][] {
  const random = seededRandom(7);
  const { limit = 0 } = mix;
  const pair = () => {
    const order_type = random.below(weightOf(mix)) < limit ? "LIMIT" : "IOC";
    const away = random.below(21) - 10;
    const order_quantity = (1 + random.below(10)) / 1_000;
    const buy = JSON.stringify({ symbol: SYMBOL, order_type, side: "BUY", order_price: MIDDLE + away, order_quantity });
    const sell = JSON.stringify({
      symbol: SYMBOL,
      order_type,
      side: "SELL",
      order_price: MIDDLE - away,
      order_quantity,
    });
    return sellsFirst ? [sell, buy] : [buy, sell];
  };
  return Array.from({ length: connections }, () => Array.from({ length: each / 2 }, pair).flat());
}

/** The same as whole requests of all accounts in turn. */
export async function signedOrders(accounts: readonly SigningAccount[], count: OrderCount): Promise<Uint8Array[][]> {
  const now = Date.now();
  const accountOf = (connection: number, n: number) =>
    accounts[(n * count.connections + connection) % accounts.length]!;
  return Promise.all(
    orderBodies(count).map((bodies, connection) =>
      Promise.all(
        bodies.map((body, n) => signedRequest(accountOf(connection, n), { method: "POST", path: PATH, body }, now)),
      ),
    ),
  );
}

export interface PlainRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** "" for none. */
  readonly body: string;
}

export const orderRequest = (order: object): PlainRequest => ({
  method: "POST",
  path: PATH,
  body: JSON.stringify({ symbol: SYMBOL, ...order }),
});

/** Cancels all orders of each account, as whole requests. */
export function signedCancels(accounts: readonly SigningAccount[]): Promise<Uint8Array[]> {
  const request: PlainRequest = { method: "DELETE", path: `/v1/orders?symbol=${SYMBOL}`, body: "" };
  return Promise.all(accounts.map((account) => signedRequest(account, request, Date.now())));
}

/** @param now the time that it is signed for; good for some minutes around it */
export async function signedRequest(
  { accountId, key, privateKey }: SigningAccount,
  { method, path, body }: PlainRequest,
  now: number,
): Promise<Uint8Array> {
  const text = Buffer.from(`${now}${method}${path}${body}`);
  const signature = Buffer.from(await crypto.subtle.sign("Ed25519", privateKey, text)).toString("base64url");
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `SVC-Account-Id: ${accountId}`,
    `SVC-Api-Key: ${key}`,
    `SVC-Timestamp: ${now}`,
    `SVC-Signature: ${signature}`,
    ...(body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}
