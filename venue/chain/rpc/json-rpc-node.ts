// One node behind one URL: a JSON request, a JSON answer, within limits of time and size. A request that the node puts
// off is repeated a few times; every other failure is reported at once, because the caller knows better what can wait.
// The URL itself is never shown, since providers put keys into it.

import { ResponseBodyTooLargeError } from "viem";
import { getHttpRpcClient, type HttpRpcClient } from "viem/utils";
import { ChainTrouble, isTrouble, quoted } from "./trouble.ts";

export interface NodeLimits {
  /** Time limit for one answer, including its last byte. */
  readonly timeoutMs: number;
  readonly bytesMax: number;
  /** How often a request that the node has put off is repeated, and the pause before the first repetition; it doubles. */
  readonly patience: number;
  readonly pauseMs: number;
}

export const NODE_LIMITS: NodeLimits = { timeoutMs: 10_000, bytesMax: 16_000_000, patience: 4, pauseMs: 250 };

const PAUSE_MAX_MS = 10_000;

export interface RpcNode {
  /** For logs and metrics: the host, without anything that could be a key. */
  readonly name: string;
  /**
   * @returns the node's answer, of any shape
   * @throws {ChainTrouble} `away`, `limited`, `too_large`, `garbage`, `refused`, `reverted`
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

export class JsonRpcNode implements RpcNode {
  readonly name: string;
  readonly #client: HttpRpcClient;
  readonly #limits: NodeLimits;
  readonly #closing = new AbortController();
  #lastId = 0;

  constructor(url: string, { name, ...limits }: Partial<NodeLimits> & { readonly name?: string } = {}) {
    this.name = name ?? new URL(url).host;
    this.#limits = { ...NODE_LIMITS, ...limits };
    this.#client = getHttpRpcClient(url, { timeout: 0, maxResponseBodySize: this.#limits.bytesMax });
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    const { patience, pauseMs } = this.#limits;
    for (let repetition = 0; ; repetition++) {
      try {
        return await this.#once(method, params);
      } catch (error) {
        if (!isTrouble(error, "limited") || repetition >= patience || this.#closing.signal.aborted) throw error;
        const asked = Math.min(pauseMs * 2 ** repetition, PAUSE_MAX_MS);
        await new Promise((resolve) => setTimeout(resolve, asked));
      }
    }
  }

  /** Aborts requests that are outstanding, and makes no more. */
  close(): void {
    this.#closing.abort();
  }

  async #once(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = ++this.#lastId;
    let answer: unknown;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(this.#limits.timeoutMs), this.#closing.signal]);
      answer = await this.#client.request({ body: { id, method, params }, fetchOptions: { signal } });
    } catch (error) {
      throw this.#lost(method, error);
    }
    if (typeof answer !== "object" || answer === null) throw this.#garbage(method, "no object");
    if ("error" in answer && answer.error !== null && answer.error !== undefined) {
      throw this.#refusal(method, answer.error);
    }
    if (!("result" in answer)) throw this.#garbage(method, "neither result nor error");
    if ("id" in answer && answer.id !== id) throw this.#garbage(method, "the answer to another question");
    return answer.result;
  }

  #lost(method: string, error: unknown): ChainTrouble {
    const { name } = this;
    const { status } = error as { readonly status?: unknown };
    if (error instanceof ResponseBodyTooLargeError || status === 413) {
      return new ChainTrouble("too_large", `${name} has more to say to ${method} than is read at once`);
    }
    if (status === 429) return new ChainTrouble("limited", `${name} takes no more requests for now`);
    const why = typeof status === "number" ? `HTTP ${status}` : reasonOf(error);
    // Neither the error nor its cause is passed on: both quote the URL.
    return new ChainTrouble("away", `${name} did not answer ${method}: ${why}`);
  }

  #refusal(method: string, error: unknown): ChainTrouble {
    const { code, message, data } = error as { readonly code?: unknown; readonly message?: unknown; data?: unknown };
    if (typeof code !== "number" || typeof message !== "string") return this.#garbage(method, "an error without words");
    const said = `${this.name} says to ${method}: ${quoted(message)} (${code})`;
    if (method === "eth_getLogs" && isAboutSize(message)) return new ChainTrouble("too_large", said, { code });
    if (LIMIT_CODES.includes(code) || TOO_OFTEN.test(message)) return new ChainTrouble("limited", said, { code });
    const reverted = revertData(data);
    if (/revert/i.test(message) || code === 3) {
      return new ChainTrouble("reverted", said, { code, data: reverted ?? "0x" });
    }
    return new ChainTrouble("refused", said, { code });
  }

  #garbage(method: string, what: string): ChainTrouble {
    return new ChainTrouble("garbage", `${this.name} answered ${method} with ${what}`);
  }
}

/** Error codes of providers for too many requests. */
const LIMIT_CODES = [-32_005, -32_007, 429];
const TOO_OFTEN = /rate.?limit|too many requests|requests? per (second|minute)|compute units/i;
/** There is no code for this: every provider words it differently. */
const TOO_LARGE =
  /range|too (large|wide|big)|more than \d|\d+ results|response size|exceed|limited to|timeout|timed out/i;

function isAboutSize(message: string): boolean {
  return TOO_LARGE.test(message) && !TOO_OFTEN.test(message);
}

function revertData(data: unknown): `0x${string}` | undefined {
  const inner = typeof data === "object" && data !== null && "data" in data ? data.data : data;
  const isHex = typeof inner === "string" && /^0x([0-9a-f]{2}){0,4096}$/i.test(inner);
  return isHex ? (inner.toLowerCase() as `0x${string}`) : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no reason";
  if (error.name === "AbortError" || error.name === "TimeoutError") return "not in time";
  const { cause } = error;
  if (cause instanceof SyntaxError) return "no JSON";
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "no connection";
}
