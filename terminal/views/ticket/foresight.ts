// What the venue says would become of the order in the ticket. Asked as soon as there is something else to ask, one
// question at a time; an answer to a question that is no longer asked is dropped. Asked again, because prices move.

import { ApiError, type Client } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";
import type { OrderBody } from "./request.ts";

export type OrderPreview = Awaited<ReturnType<Client["orders"]["preview"]>>;

export interface Foreseen {
  /** What was asked. */
  readonly body: OrderBody;
  readonly preview: OrderPreview;
  /** The last question got no answer: this is from before. */
  readonly isOld: boolean;
}

type Ask = (body: OrderBody) => Promise<OrderPreview>;

export class Foresight {
  /** Null before the first answer, and while nothing is asked. */
  readonly seen = new Cell<Foreseen | null>(null);
  /** When the last question was asked, by `performance.now()`. */
  askedAt = Number.NEGATIVE_INFINITY;
  #ask: Ask | null = null;
  #wanted: OrderBody | null = null;
  #text = "";
  #isAsking = false;
  #isAgain = false;

  /** Whom to ask; null while no account is signed in. */
  by(ask: Ask | null): void {
    this.#ask = ask;
    this.#text = "";
    this.seen.set(null);
  }

  /** Null: there is nothing to ask. The same question twice is one. */
  want(body: OrderBody | null): void {
    const text = JSON.stringify(body);
    if (text === this.#text) return;
    this.#text = text;
    this.#wanted = body;
    if (body === null) this.seen.set(null);
    else this.again();
  }

  /** The same question once more: prices have moved. */
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
      // A body that the venue can't read says nothing; neither does a venue that is away.
      else if (answer === null) this.seen.set(null);
      else this.seen.update((seen) => seen && { ...seen, isOld: true });
    }
    this.#isAsking = false;
  }
}
