// A trader from outside: a wallet, an account, a key, and signed calls. Opens its account and binds its key through the
// interface, in the order of its section 4.1.

import { type Answer, call, post } from "./outside-caller.ts";
import { ApiKey } from "./outside-key.ts";
import { ADD_KEY, newWallet, REGISTRATION, signTyped, type Wallet } from "./outside-wallet.ts";
import { risingTime } from "./signing-times.ts";

export const YEAR_MS = 365 * 86_400_000;

export interface TraderOptions {
  readonly brokerId?: string;
  readonly scope?: string;
  readonly wallet?: Wallet;
  /** Faucet claims of 10,000 USDC each. */
  readonly claims?: number;
}

/** Venue time in milliseconds, as any answer shows it. */
export async function venueTime(url: string): Promise<number> {
  return (await call(`${url}/v1/registration_nonce`)).json.timestamp!;
}

/** Opens an account. @returns the answer, success or not */
export async function openAccount(url: string, wallet: Wallet, brokerId = "demo"): Promise<Answer> {
  const nonce = await call(`${url}/v1/registration_nonce`);
  const message = {
    brokerId,
    chainId: 196,
    timestamp: nonce.json.timestamp!,
    registrationNonce: String(nonce.data.registration_nonce),
  };
  return post(`${url}/v1/register_dex_account`, {
    message: { ...message, chainType: "EVM" },
    signature: await signTyped(wallet, { primaryType: "Registration", fields: REGISTRATION, message }),
    userAddress: wallet.address,
  });
}

interface KeyTerms {
  readonly brokerId?: string;
  readonly scope?: string;
  readonly timestamp?: number;
  readonly expiration?: number;
}

/**
 * Binds a key. @returns the answer, success or not
 * @param unsigned members that are sent with the message
 */
export async function bindKey(
  url: string,
  wallet: Wallet,
  key: string,
  terms: KeyTerms = {},
  unsigned: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const { brokerId = "demo", scope = "read,trading" } = terms;
  const timestamp = terms.timestamp ?? risingTime(`binding ${key}`, await venueTime(url));
  const expiration = terms.expiration ?? timestamp + YEAR_MS;
  const message = { brokerId, chainId: 196, key, scope, timestamp, expiration };
  return post(`${url}/v1/dex_api_key`, {
    message: { ...message, chainType: "EVM", ...unsigned },
    signature: await signTyped(wallet, { primaryType: "AddDexApiKey", fields: ADD_KEY, message }),
    userAddress: wallet.address,
  });
}

export class Trader {
  constructor(
    readonly url: string,
    readonly wallet: Wallet,
    readonly accountId: string,
    readonly key: ApiKey,
    /** Venue time minus this machine's time, in milliseconds. */
    public skew: number,
  ) {}

  now(): number {
    return Date.now() + this.skew;
  }

  /** Reads venue time again, after it was moved. */
  async synchronise(): Promise<void> {
    this.skew = (await venueTime(this.url)) - Date.now();
  }

  /** The same key, signing for another account: a sub-account of its main account. */
  actingFor(accountId: string): Trader {
    return new Trader(this.url, this.wallet, accountId, this.key, this.skew);
  }

  headers(
    method: string,
    path: string,
    body: string | Uint8Array = "",
    now = this.key.timeAfter(this.now()),
  ): Record<string, string> {
    const text = Buffer.concat([Buffer.from(`${now}${method}${path}`), Buffer.from(body)]);
    return {
      "SVC-Account-Id": this.accountId,
      "SVC-Api-Key": this.key.name,
      "SVC-Timestamp": String(now),
      "SVC-Signature": this.key.sign(text),
    };
  }

  get(path: string): Promise<Answer> {
    return call(`${this.url}${path}`, { headers: this.headers("GET", path) });
  }

  delete(path: string): Promise<Answer> {
    return call(`${this.url}${path}`, { method: "DELETE", headers: this.headers("DELETE", path) });
  }

  post(path: string, body: unknown, extra: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send("POST", path, JSON.stringify(body), extra);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send("PUT", path, JSON.stringify(body));
  }

  /** Sends a body exactly as given. */
  send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const headers = { "Content-Type": "application/json", ...this.headers(method, path, body), ...extra };
    return call(`${this.url}${path}`, { method, headers, body });
  }

  /** Places an order; a BTC limit order of 0.01 unless a test says otherwise. */
  order(
    changes: Readonly<Record<string, unknown>> = {},
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.post("/v1/order", { ...ORDER, ...changes }, extra);
  }
}

/** A buy order that rests below the market and passes every filter, at the initial price of 60,000. */
export const ORDER = {
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  order_type: "LIMIT",
  order_price: 50_000,
  order_quantity: 0.01,
} as const;

/** @throws when any step is refused */
export async function newTrader(url: string, options: TraderOptions = {}): Promise<Trader> {
  const { brokerId = "demo", scope = "read,trading", wallet = newWallet(), claims = 1 } = options;
  const opened = accepted(await openAccount(url, wallet, brokerId));
  const key = new ApiKey();
  const bound = accepted(await bindKey(url, wallet, key.name, { brokerId, scope }));
  for (let claim = 0; claim < claims; claim++) {
    accepted(await post(`${url}/v1/faucet/usdc`, { user_address: wallet.address, broker_id: brokerId }));
  }
  return new Trader(url, wallet, String(opened.data.account_id), key, bound.json.timestamp! - Date.now());
}

/** @throws when the answer is a refusal */
export function accepted(answer: Answer): Answer {
  if (answer.status === 200 && answer.json.success === true) return answer;
  throw new Error(`refused with ${answer.status}: ${answer.text}`);
}
