// Orders as bytes on the wire, signed before anything is measured.

import { encodeBase58 } from "@evermark/interface/base58.ts";
import { seededRandom } from "./random.ts";

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
  /** Orders of each connection. */
  readonly each: number;
}

/**
 * The bodies of orders for each connection. Half of the orders rest if they meet nothing, half are immediate, all at
 * random prices around one: so they trade, and the book stays as long as it is.
 */
export function orderBodies({ connections, each }: OrderCount): string[][] {
  const random = seededRandom(7);
  const body = () =>
    JSON.stringify({
      symbol: SYMBOL,
      order_type: random.below(2) === 0 ? "LIMIT" : "IOC",
      side: random.below(2) === 0 ? "BUY" : "SELL",
      order_price: MIDDLE - 10 + random.below(21),
      order_quantity: (1 + random.below(10)) / 1_000,
    });
  return Array.from({ length: connections }, () => Array.from({ length: each }, body));
}

/** The same as whole requests; each connection has its own accounts in turn. */
export async function signedOrders(accounts: readonly SigningAccount[], count: OrderCount): Promise<Uint8Array[][]> {
  const now = Date.now();
  const perConnection = Math.floor(accounts.length / count.connections);
  return Promise.all(
    orderBodies(count).map((bodies, connection) =>
      Promise.all(
        bodies.map((body, n) => signedRequest(accounts[connection * perConnection + (n % perConnection)]!, body, now)),
      ),
    ),
  );
}

async function signedRequest(account: SigningAccount, body: string, now: number): Promise<Uint8Array> {
  const text = Buffer.from(`${now}POST${PATH}${body}`);
  const signature = Buffer.from(await crypto.subtle.sign("Ed25519", account.privateKey, text)).toString("base64url");
  const head = [
    `POST ${PATH} HTTP/1.1`,
    "Host: 127.0.0.1",
    `SVC-Account-Id: ${account.accountId}`,
    `SVC-Api-Key: ${account.key}`,
    `SVC-Timestamp: ${now}`,
    `SVC-Signature: ${signature}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}
