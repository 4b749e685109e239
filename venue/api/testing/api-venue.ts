// A venue in memory as its clients see it, for tests of answers: the real server with real signatures, traders that
// sign, and a check of every answer against its declared shape.

import type { Submitted, Unstamped } from "@evermark/core";
import type { Engine } from "@evermark/engine";
import { publicQuery, QUERY_TYPES, type QueryType, queryKinds } from "@evermark/interface/queries/public-query.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { checkOf } from "@evermark/interface/testing/closed-schema.ts";
import { assertDeclaredAnswer } from "@evermark/interface/testing/declared-answers.ts";
import { credentialHeaders } from "../../auth/credentials.ts";
import type { ConfigurationChanges } from "../../configuration/load.ts";
import { type MemoryApi, memoryApi } from "../../testing/memory-api.ts";
import { standingClock } from "../../testing/memory-venue.ts";
import { answer, call } from "../../testing/rest-caller.ts";
import type { TestKey } from "../../testing/test-key.ts";
import type { Venue } from "../../venue.ts";

/** A whole minute, so that ticks and minutes begin together. */
export const START = 1_700_000_040_000;
export const BITCOIN = "PERP_BTC_USDC";
export const ETHER = "PERP_ETH_USDC";

interface CheckedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly success: boolean;
  readonly code?: number;
  readonly message?: string;
  readonly detail?: Record<string, unknown>;
  /** Parsed JSON, already checked against the declared shape of the endpoint's answer. */
  readonly data?: ReturnType<typeof JSON.parse>;
}

/** The answer to a public query. */
interface QueryAnswered extends Omit<CheckedAnswer, "data"> {
  readonly error?: string;
  readonly type?: string | null;
  readonly ts: number;
  readonly retry_after?: number;
  /** Parsed JSON, already checked against the declared shape of the query's answer. */
  readonly data?: ReturnType<typeof JSON.parse>;
}

export interface Trader {
  readonly account: number;
  readonly accountId: string;
  readonly wallet: string;
  /** Sends a signed request; with `body` a JSON one. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<CheckedAnswer>;
}

interface TraderTerms {
  /** In lower case; by default a wallet without a private key. */
  readonly wallet?: string;
  readonly scope?: string;
}

export class ApiVenue {
  readonly venue: Venue;
  readonly engine: Engine;
  readonly memory: MemoryApi;

  /** @param configuration changes to a sandbox's configuration */
  constructor(configuration: ConfigurationChanges = {}) {
    const limitClock = () => this.now;
    this.memory = memoryApi({ configuration, clock: standingClock(START), limitClock });
    this.venue = this.memory.venue;
    this.engine = this.memory.engine;
  }

  /** Venue time; a test may move it forward. */
  get now(): number {
    return this.venue.clock.now();
  }

  set now(ms: number) {
    this.memory.setNow(ms);
  }

  /** Makes the journal refuse commands for this reason; undefined lets it accept them again. */
  set unavailable(reason: string | undefined) {
    this.memory.failJournal(reason ?? null);
  }

  /** Opens an account with a key. @param usdc its deposit */
  async trader(usdc: number, { wallet, scope }: TraderTerms = {}): Promise<Trader> {
    const opened = this.memory.openAccount({ usdc, ...(wallet && { wallet }) });
    const key = await this.memory.bindKey(opened.account, scope === undefined ? {} : { scope });
    return { ...opened, call: this.callerOf(opened.accountId, key) };
  }

  /** Signs an account's requests with a key, whether bound or not. */
  callerOf(accountId: string, { key, sign, timeAfter }: TestKey): Trader["call"] {
    const names = credentialHeaders(this.venue.configuration.brand);
    return async (method, path, body, headers = {}) => {
      const text = body === undefined ? "" : JSON.stringify(body);
      const timestamp = headers.timestamp ?? String(timeAfter(this.now));
      return this.#send(method, path, text, {
        [names.accountId]: accountId,
        [names.key]: key,
        [names.timestamp]: timestamp,
        [names.signature]: await sign(`${timestamp}${method}${path}${text}`),
        ...headers,
      });
    };
  }

  /** Sends an unsigned request with a body. */
  post(path: string, body: unknown): Promise<CheckedAnswer> {
    return this.#send("POST", path, JSON.stringify(body), {});
  }

  /** Sends an unsigned request. */
  get(path: string): Promise<CheckedAnswer> {
    return this.#send("GET", path, "", {});
  }

  /** Sends a public query. @param body JSON, or text to be sent unchanged */
  async ask(body: object | string, { ip = "127.0.0.1", type = "application/json" } = {}): Promise<QueryAnswered> {
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(`http://venue.test${publicQuery.query.path}`, {
      method: "POST",
      headers: { "Content-Type": type, "Content-Length": String(Buffer.byteLength(sent)) },
      body: sent,
    });
    const response = await answer(this.memory.api, request, { requestIP: () => ({ address: ip }), timeout() {} });
    const text = await response.text();
    const parsed = (text.startsWith("{") ? JSON.parse(text) : { message: text }) as QueryAnswered;
    if (parsed.success) assertShape((body as { readonly type: QueryType }).type, parsed.data);
    // Internal errors are not among the declared answers.
    else if (response.status !== errors.unknown.http) {
      const { method, path: target } = publicQuery.query;
      const contentType = response.headers.get("content-type");
      assertDeclaredAnswer({ method, target, status: response.status, contentType, text });
    }
    return { ...parsed, status: response.status, headers: response.headers };
  }

  /** Pins the index price, and with it the mark price. */
  price(symbol: string, price: number): void {
    this.memory.setPrice(symbol, price);
  }

  apply(command: Unstamped): Submitted {
    return this.memory.tryToApply(command);
  }

  async #send(method: string, path: string, body: string, own: Record<string, string>): Promise<CheckedAnswer> {
    const headers = body === "" ? own : { "Content-Type": "application/json", ...own };
    const { json, ...answered } = await call(this.memory.api, method, path, { headers, body });
    return { ...(json as CheckedAnswer), status: answered.status, headers: answered.headers };
  }
}

const shapes = new Map(QUERY_TYPES.map((type) => [type, checkOf(queryKinds[type].data)]));

function assertShape(type: QueryType, data: unknown): void {
  const complaint = shapes.get(type)!(data);
  if (complaint !== undefined) throw new Error(`${type} answers what its kind does not declare: ${complaint}`);
}
