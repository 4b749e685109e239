// The signer: a program on another machine that has the operator's key and answers `eth_signTransaction` for the venue
// alone, within its policy. Each answer is in its audit log before it leaves.

import type { Hex } from "viem";
import type { OperatorTransaction, TransactionSigner } from "../keys/transaction-signer.ts";
import type { AuditLine, AuditLog } from "./audit-log.ts";
import { decide } from "./decide.ts";
import { idOf, parseSigningRequest } from "./parse-request.ts";
import type { Policy } from "./policy.ts";
import type { SignatureCounts } from "./signature-counts.ts";
import { SignerCallers } from "./signer-callers.ts";
import { REFUSALS, SignerRefusal } from "./signer-refusals.ts";

const BODY_BYTES_MAX = 65_536;
const DRAIN_MS = 5_000;
const DRAIN_LOOK_MS = 5;
/** Pause between two log lines about strangers' requests, which must not fill the disk. */
const STRANGERS_LOGGED_MS = 1_000;

export interface SignerParts {
  readonly host: string;
  /** 0 uses a free port. */
  readonly port: number;
  readonly signer: TransactionSigner;
  readonly policy: Policy;
  readonly secret: string;
  readonly audit: Pick<AuditLog, "write">;
  readonly before: SignatureCounts;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

export interface RunningSigner {
  readonly url: string;
  stop(): Promise<void>;
}

export function serveSigner(parts: SignerParts): RunningSigner {
  const handler = new RequestHandler(parts);
  const server = Bun.serve({
    hostname: parts.host,
    port: parts.port,
    maxRequestBodySize: BODY_BYTES_MAX,
    fetch: async (request) =>
      request.method === "POST"
        ? handler.answer(request.headers, await request.text())
        : new Response(null, { status: 405 }),
  });
  const stop = async (): Promise<void> => {
    server.stop().catch(() => {});
    // Requests that are being signed are still answered and logged.
    const end = performance.now() + DRAIN_MS;
    while (server.pendingRequests > 0 && performance.now() < end) await Bun.sleep(DRAIN_LOOK_MS);
    await server.stop(true);
  };
  return { url: server.url.href, stop };
}

class RequestHandler {
  readonly #parts: SignerParts;
  readonly #callers: SignerCallers;
  #strangersLoggedAt = Number.NEGATIVE_INFINITY;
  /** Requests of strangers since the last line about them. */
  #strangers = 0;

  constructor(parts: SignerParts) {
    this.#parts = parts;
    this.#callers = new SignerCallers(parts.secret, parts.now());
  }

  async answer(headers: Headers, body: string): Promise<Response> {
    const { now } = this.#parts;
    let asked: OperatorTransaction | undefined;
    try {
      this.#callers.require(headers, body, now());
      asked = parseSigningRequest(body, this.#parts.signer.address);
      return answerOf(idOf(body), await this.#sign(asked));
    } catch (error) {
      if (!(error instanceof SignerRefusal)) throw error;
      await this.#logRefusal(error, asked);
      return refusalOf(idOf(body), error);
    }
  }

  async #sign(transaction: OperatorTransaction): Promise<Hex> {
    const { policy, signer, before, audit, now } = this.#parts;
    const { address } = signer;
    const at = now();
    const signed = decide(policy, transaction, { address, before, now: at });
    // Counted before any other request has its turn.
    before.add(signed);
    const { bytes, hash } = await signer.sign(transaction);
    const { rule, what, amount } = signed;
    const line = {
      outcome: "signed",
      rule,
      what,
      amount: String(amount),
      transaction: hash,
      ...termsOf(transaction),
    } as const;
    await audit.write(line, at).catch(() => {
      throw new SignerRefusal("audit_log_failed");
    });
    return bytes;
  }

  /** A refusal that can't be logged stays a refusal. */
  async #logRefusal({ refusal, message }: SignerRefusal, asked: OperatorTransaction | undefined): Promise<void> {
    const { audit, now } = this.#parts;
    const line: AuditLine = { outcome: "refused", refusal, why: message };
    const isStranger = REFUSALS[refusal][0] === 401;
    const more = isStranger ? this.#oneOfMany(now()) : asked === undefined ? {} : termsOf(asked);
    if (more !== null) await audit.write({ ...line, ...more }, now()).catch(() => {});
  }

  /** @returns how many requests of strangers there were since the last line; null when it is too soon for another line */
  #oneOfMany(now: number): { readonly times: number } | null {
    this.#strangers++;
    if (now - this.#strangersLoggedAt < STRANGERS_LOGGED_MS) return null;
    const times = this.#strangers;
    [this.#strangers, this.#strangersLoggedAt] = [0, now];
    return { times };
  }
}

function termsOf({ chainId, nonce, to, data, gas, maxFeePerGas }: OperatorTransaction) {
  return {
    ...{ chain_id: chainId, nonce, to, selector: data.slice(0, 10) },
    ...{ gas: String(gas), max_fee_per_gas: String(maxFeePerGas) },
  };
}

type Id = ReturnType<typeof idOf>;

function answerOf(id: Id, result: Hex): Response {
  return Response.json({ jsonrpc: "2.0", id, result });
}

function refusalOf(id: Id, { refusal, message }: SignerRefusal): Response {
  const error = { code: -32_000, message: `${refusal}: ${message}`, data: { refusal } };
  return Response.json({ jsonrpc: "2.0", id, error }, { status: REFUSALS[refusal][0] });
}
