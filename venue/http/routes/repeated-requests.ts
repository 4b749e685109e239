// Carries a signed request out once: the same request again gets the first answer, marked as repeated; for another account of
// its signer it is refused. Interface 5.2, rules 2.11.

import type { Outcome, SpentSignatures } from "../../auth/spent-signatures.ts";
import type { Venue } from "../../venue.ts";
import { ApiError, mayBeSentAgain, refusal } from "../../wire/api-error.ts";
import { parseJsonObject } from "../input/json-body.ts";
import type { Exchange } from "./exchange.ts";

export class RepeatedRequests {
  readonly #venue: Venue;
  readonly #spent: SpentSignatures;

  constructor(venue: Venue, spent: SpentSignatures) {
    this.#venue = venue;
    this.#spent = spent;
  }

  /**
   * @param exchange its caller is known
   * @param asked `isKeptByEngine`: for requests that move funds, which the engine also remembers, across restarts too
   * @returns what `handle` returns, or returned the first time
   * @throws {ApiError} -1007 when the answer belongs to another account, or is no longer known; the refusal of the first time
   */
  answer(
    exchange: Exchange,
    { body, isKeptByEngine }: { readonly body: Uint8Array; readonly isKeptByEngine: boolean },
    handle: () => unknown,
  ): unknown {
    const { request, caller } = exchange;
    const { key, account, timestamp } = caller!;
    const name = this.#spent.nameOf(`${key}\n${timestamp}${request.method}${request.path}`, body);
    const signed = { name, account, signedAt: timestamp };
    const known = this.#spent.find(signed);
    switch (known.is) {
      case "new":
        return this.#first(signed, handle);
      case "answered":
        exchange.isReplayed = true;
        return known.outcome.then(dataOf);
      case "another account's":
        throw refusal("duplicate", "the request was answered before, for another account: sign it anew");
      case "spent":
        if (isKeptByEngine || this.#isRemembered(account, body)) return handle();
        throw refusal("duplicate", "the request was answered before: sign it anew");
      case "older than the venue":
        if (isKeptByEngine || this.#isRemembered(account, body)) return handle();
        throw refusal("duplicate", "the request may have been answered before the venue was restarted: sign it anew");
    }
  }

  /** Whether a body places only orders that the engine remembers for this account: it then gives the first answer again. */
  #isRemembered(account: number, body: Uint8Array): boolean {
    const ids = clientOrderIdsIn(body);
    return ids.length > 0 && ids.every((id) => this.#venue.engine.remembersPlacement(account, id));
  }

  #first(signed: Parameters<SpentSignatures["remember"]>[0], handle: () => unknown): Promise<unknown> {
    const answered = run(handle);
    const outcome = answered.then(
      (data): Outcome => ({ refused: null, data }),
      (error: unknown): Outcome => {
        if (error instanceof ApiError && mayBeSentAgain(error)) this.#spent.release(signed);
        return { refused: error instanceof ApiError ? error : refusal("unknown"), data: undefined };
      },
    );
    this.#spent.remember(signed, outcome, this.#venue.clock.now());
    return answered;
  }
}

/** Turns an error that is thrown synchronously into a rejection. */
async function run(handle: () => unknown): Promise<unknown> {
  return await handle();
}

function dataOf({ refused, data }: Outcome): unknown {
  if (refused !== null) throw refused;
  return data;
}

/** The client order ids in a body; empty if any of its orders has none. */
function clientOrderIdsIn(body: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(body);
  const placed = text === "" ? {} : (parseJsonObject(text) as { client_order_id?: unknown; orders?: unknown });
  const orders = Array.isArray(placed.orders) ? (placed.orders as readonly { client_order_id?: unknown }[]) : [placed];
  const ids = orders.map((order) => order?.client_order_id);
  return ids.every((id) => typeof id === "string" && id !== "") ? (ids as string[]) : [];
}
