// The venue's preview of the order in the ticket. It is requested as soon as the question changes, one request at a time; an
// answer to an outdated question is dropped. It is requested again regularly, because prices move.

import { ApiError, type Client } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";
import type { OrderBody } from "./request.ts";

export type OrderPreview = Awaited<ReturnType<Client["orders"]["preview"]>>;

export interface PreviewAnswer {
  /** The body that was previewed. */
  readonly body: OrderBody;
  readonly preview: OrderPreview;
  /** Whether the latest request got no answer, so that this is an older one. */
  readonly isOld: boolean;
}

type Ask = (body: OrderBody) => Promise<OrderPreview>;

export class OrderPreviewer {
  /** Null before the first answer, and while there is no question. */
  readonly seen = new Cell<PreviewAnswer | null>(null);
  /** When the latest request was sent, by `performance.now()`. */
  askedAt = Number.NEGATIVE_INFINITY;
  #ask: Ask | null = null;
  #wanted: OrderBody | null = null;
  #text = "";
  #isAsking = false;
  #isAgain = false;

  /** Sets the function that requests previews; null while no account is signed in. */
  by(ask: Ask | null): void {
    this.#ask = ask;
    this.#text = "";
    this.seen.set(null);
  }

  /** Sets the question; null for none. The same question again has no effect. */
  want(body: OrderBody | null): void {
    const text = JSON.stringify(body);
    if (text === this.#text) return;
    this.#text = text;
    this.#wanted = body;
    if (body === null) this.seen.set(null);
    else this.again();
  }

  /** Requests the same preview again, because prices have moved. */
  again(): void {
    this.#isAgain = true;
    if (!this.#isAsking) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isAsking = true;
    while (this.#isAgain) {
      this.#isAgain = false;
      const [ask, body, text] = [this.#ask, this.#wanted, this.#text];
      if (ask === null || body === null) break;
      this.askedAt = performance.now();
      const answer = await ask(body).catch((error: unknown) => (error instanceof ApiError ? null : undefined));
      if (this.#ask !== ask || this.#text !== text) continue;
      if (answer) this.seen.set({ body, preview: answer, isOld: false });
      // A body that the venue can't read has no preview; when the venue is down, the last one stays.
      else if (answer === null) this.seen.set(null);
      else this.seen.update((seen) => seen && { ...seen, isOld: true });
    }
    this.#isAsking = false;
  }
}
