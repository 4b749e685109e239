// Signed orders as bytes on the wire. A venue carries out each signature only once, so an account never signs two
// requests with the same timestamp.

import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { encodeBase58 } from "@evermark/interface/rows/base58.ts";
import { below, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { type Mix, weightOf } from "../figures/load-options.ts";
import { FreshRequests } from "./request-source.ts";

/** The builder of all the accounts. */
export const BROKER = "bench";
const PATH = "/v1/order";
const SYMBOL = "PERP_BTC_USDC";
const MIDDLE = 60_000;

export interface SigningAccount {
  readonly accountId: string;
  readonly wallet: string;
  /** In the form in which the venue knows the key. */
  readonly key: string;
  readonly privateKey: KeyObject;
}

/** The part of an account that a server is given. */
export type KnownAccount = Omit<SigningAccount, "privateKey">;

export function makeAccounts(count: number): SigningAccount[] {
  return Array.from({ length: count }, (_, n) => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url");
    const hex = (n + 1).toString(16);
    return {
      accountId: `0x${hex.padStart(64, "0")}`,
      wallet: `0x${hex.padStart(40, "0")}`,
      key: `ed25519:${encodeBase58(raw)}`,
      privateKey,
    };
  });
}

export interface OrderCount {
  readonly connections: number;
  /** The number of orders of each connection, which is even. */
  readonly each: number;
  /** Weights of `limit` and `ioc`. */
  readonly mix?: Mix;
  /** Swaps the orders of each pair: each account then does the opposite, and its position returns to where it was. */
  readonly sellsFirst?: boolean;
}

/** Half of the orders rest if nothing matches them; the others are immediate. */
export const REST_MIX = { limit: 50, ioc: 50 } as const;

/**
 * Makes the bodies of orders for each connection. Their prices are random around one price, so that they trade and the
 * book stays small. Every second order mirrors the one before it on the other side; otherwise a small number of orders,
 * sent repeatedly, would pile up on one side.
 */
export function orderBodies({ connections, each, mix = REST_MIX, sellsFirst = false }: OrderCount): string[][] {
  const random = seededRandom(7);
  const { limit = 0 } = mix;
  const pair = () => {
    const order_type = below(random, weightOf(mix)) < limit ? "LIMIT" : "IOC";
    const away = below(random, 21) - 10;
    const order_quantity = (1 + below(random, 10)) / 1_000;
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

interface Order {
  readonly account: SigningAccount;
  readonly body: string;
}

/**
 * The same as complete requests, with all accounts in turn, for each connection. Each is signed again whenever it is
 * sent.
 */
export function signedOrders(accounts: readonly SigningAccount[], count: OrderCount): FreshRequests[] {
  return ordersOf(accounts, count).map(signedAnew);
}

/** The same for a load that has one source for all of its connections. */
export function signedOrdersInOne(accounts: readonly SigningAccount[], count: OrderCount): FreshRequests {
  return signedAnew(ordersOf(accounts, count).flat());
}

function ordersOf(accounts: readonly SigningAccount[], count: OrderCount): Order[][] {
  return orderBodies(count).map((bodies, connection) =>
    bodies.map((body, n) => ({ account: accounts[(n * count.connections + connection) % accounts.length]!, body })),
  );
}

function signedAnew(orders: readonly Order[]): FreshRequests {
  return new FreshRequests((n) => {
    const { account, body } = orders[n % orders.length]!;
    return signedRequest(account, { method: "POST", path: PATH, body });
  });
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

/** Complete requests that cancel all orders of each account. */
export function signedCancels(accounts: readonly SigningAccount[]): Uint8Array[] {
  const request: PlainRequest = { method: "DELETE", path: `/v1/orders?symbol=${SYMBOL}`, body: "" };
  return accounts.map((account) => signedRequest(account, request));
}

/** The signature is valid for some minutes, and only once if the request changes something. */
export function signedRequest(account: SigningAccount, { method, path, body }: PlainRequest): Uint8Array {
  const { accountId, key } = account;
  const { at, signature } = signedNow(account, `${method}${path}${body}`);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `SVC-Account-Id: ${accountId}`,
    `SVC-Api-Key: ${key}`,
    `SVC-Timestamp: ${at}`,
    `SVC-Signature: ${signature}`,
    ...(body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Path and query of an account's own stream, including credentials. Orders are accepted only over the first connection
 * that uses them.
 */
export function privateStream(account: SigningAccount): string {
  const { at, signature } = signedNow(account);
  const query = new URLSearchParams({ svc_api_key: account.key, svc_timestamp: String(at), svc_sign: signature });
  return `/ws/private/v2/ws/private/stream/${account.accountId}?${query}`;
}

/** The timestamp that each account used last. */
const lastSigned = new WeakMap<SigningAccount, number>();

/**
 * A timestamp in milliseconds since 1970 that the account has not signed before, and the signature of that timestamp
 * followed by the text.
 */
function signedNow(account: SigningAccount, text = ""): { at: number; signature: string } {
  const at = Math.max(Date.now(), (lastSigned.get(account) ?? 0) + 1);
  lastSigned.set(account, at);
  return { at, signature: sign(null, Buffer.from(`${at}${text}`), account.privateKey).toString("base64url") };
}
