// Calls a venue's API from tests as a client would: wallets open accounts, keys sign requests. Requests go to the fetch
// function directly, without a socket.

import { addKeyTypedData, CHAIN_ID, registrationTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { assertDeclaredAnswer } from "@evermark/interface/testing/declared-answers.ts";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Connections } from "../http/proxies/address.ts";
import type { Api } from "../http/routes/server.ts";
import { newKey, type TestKey } from "./test-key.ts";

/** The members of an answer that tests use. */
interface Envelope {
  readonly success?: boolean;
  readonly timestamp?: number;
  readonly code?: number;
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly check?: string;
  readonly expected_text?: string;
  readonly request_id?: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed answer; empty when it is not JSON. */
  readonly json: Envelope;
  readonly text: string;
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly ip?: string;
}

export async function call(api: Api, method: string, path: string, options: CallOptions = {}): Promise<RestAnswer> {
  const { body, headers = {}, ip = "127.0.0.1" } = options;
  const request = new Request(`http://venue${path}`, { method, headers: { ...headers }, ...(body && { body }) });
  const response = await answer(api, request, { requestIP: () => ({ address: ip }), timeout() {} });
  const text = await response.text();
  const { status } = response;
  assertDeclaredAnswer({ method, target: path, status, contentType: response.headers.get("content-type"), text });
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
}

/** Finds the route of a request as the HTTP server does, a fixed path before a pattern, and answers by it. */
export function answer(api: Api, request: Request, connections: Connections): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  const patterns = Object.keys(api.routes).filter((pattern) => pattern.includes(":"));
  const found =
    pathname in api.routes
      ? pathname
      : patterns.find((pattern) => new URLPattern({ pathname: pattern }).test({ pathname }));
  return (found === undefined ? api.elsewhere : api.routes[found]!)(request, connections);
}

export function post(api: Api, path: string, body: unknown, options: CallOptions = {}): Promise<RestAnswer> {
  const headers = { "content-type": "application/json", ...options.headers };
  return call(api, "POST", path, { ...options, headers, body: JSON.stringify(body) });
}

/** A trader with a wallet, an account and a key. */
export interface Trader {
  readonly wallet: ReturnType<typeof privateKeyToAccount>;
  readonly accountId: string;
  readonly key: TestKey;
  /** The headers of a signed request at venue time `now`. */
  sign(request: SignedParts): Promise<Record<string, string>>;
}

interface SignedParts {
  readonly method: string;
  readonly path: string;
  readonly now: number;
  readonly body?: string;
}

/** Opens an account and binds a key, through the API. */
export async function newTrader(
  api: Api,
  options: { readonly now: number; readonly brokerId?: string; readonly scope?: string; readonly walletKey?: Hex },
): Promise<Trader> {
  const { now, brokerId = "demo", scope = "read,trading" } = options;
  const wallet = privateKeyToAccount(options.walletKey ?? generatePrivateKey());
  const opened = await openAccount(api, wallet, brokerId);
  const key = await newKey();
  const message = { brokerId, chainId: CHAIN_ID, key: key.key, scope, timestamp: now, expiration: now + 86_400_000 };
  const bound = await post(api, "/v1/dex_api_key", {
    message: { ...message, chainType: "EVM" },
    signature: await wallet.signTypedData(addKeyTypedData(message)),
    userAddress: wallet.address,
  });
  if (bound.status !== 200) throw new Error(`the key was refused: ${bound.text}`);
  const accountId = String(opened.json.data?.account_id);
  return { wallet, accountId, key, sign: (parts) => signedHeaders(accountId, key, parts) };
}

/** Opens an account as a client does: asks for a nonce and signs it. */
export async function openAccount(
  api: Api,
  wallet: ReturnType<typeof privateKeyToAccount>,
  brokerId: string,
): Promise<RestAnswer> {
  const nonce = await call(api, "GET", "/v1/registration_nonce");
  const message = {
    brokerId,
    chainId: CHAIN_ID,
    timestamp: Number(nonce.json.timestamp),
    registrationNonce: Number(nonce.json.data?.registration_nonce),
  };
  return post(api, "/v1/register_dex_account", {
    message: { ...message, chainType: "EVM" },
    signature: await wallet.signTypedData(registrationTypedData(message)),
    userAddress: wallet.address,
  });
}

export async function signedHeaders(
  accountId: string,
  key: TestKey,
  { method, path, now, body = "" }: SignedParts,
): Promise<Record<string, string>> {
  return {
    "SVC-Account-Id": accountId,
    "SVC-Api-Key": key.key,
    "SVC-Timestamp": String(now),
    "SVC-Signature": await key.sign(`${now}${method}${path}${body}`),
    ...(body !== "" && { "content-type": "application/json" }),
  };
}
