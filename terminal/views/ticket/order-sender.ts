// One click is one order, whatever the network does. An order is named before it is sent and keeps its name until the venue
// has given the outcome of exactly this order; meanwhile no other is sent. A lost order is looked up by its name, and sent
// again it is still the same order: the venue answers it a second time and places nothing. A page reloaded in between
// continues where the previous one stopped. Rules 2.11.

import { AnswerLost, ApiError, NotSent } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";
import type { TicketRequest } from "./request.ts";
import type { RefusalFigures } from "./ticket-refusals.ts";

/** The result of placing an order. */
export interface Placed {
  readonly orderId: number;
  /** `WAITS` for an algo order. */
  readonly status: string;
}

/** The operations by which orders reach the venue. */
export interface OrderGateway {
  /** @throws {ApiError} refused, {NotSent} nothing happened, {AnswerLost} outcome unknown */
  place(request: TicketRequest): Promise<Placed>;
  /** @returns null when the venue knows no order with this name. @throws as `place` */
  find(request: TicketRequest): Promise<Placed | null>;
}

export type Sending =
  | { readonly is: "idle" }
  | { readonly is: "pending"; readonly request: TicketRequest }
  /** The outcome is unknown; `found` says whether the look-up is running, found nothing, or could not be made. */
  | { readonly is: "lost"; readonly request: TicketRequest; readonly found: "asking" | "nothing" | "unreachable" }
  | { readonly is: "placed"; readonly request: TicketRequest; readonly placed: Placed }
  | { readonly is: "refused"; readonly request: TicketRequest; readonly refusal: RefusalFigures }
  | { readonly is: "not sent"; readonly request: TicketRequest };

/** A second click on the same order within this time belongs to the first: a double click, or a nervous Enter. */
export const GESTURE_MS = 700;

/** HTTP statuses of answers about the order; others mean that it can't be looked up now. */
const OF_THE_ORDER: ReadonlySet<number> = new Set([400, 409]);

interface Surroundings {
  readonly newId: () => string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Records a moment in the life of an order, for measurements. */
  readonly mark: (moment: "click" | "answer" | "report") => void;
  /** Stores the order being sent, for a later page; null once its outcome is known. */
  readonly keep: (request: TicketRequest | null) => void;
}

export class OrderSender {
  readonly sending = new Cell<Sending>({ is: "idle" });
  readonly #line: OrderGateway;
  readonly #around: Surroundings;
  #id: string;
  #asksFor: TicketRequest | undefined;
  #last: { readonly text: string; readonly atMs: number } | undefined;

  /** @param left the order that the previous page was sending; its outcome has to be looked up */
  constructor(line: OrderGateway, around: Surroundings, left?: TicketRequest) {
    this.#line = line;
    this.#around = around;
    this.#id = around.newId();
    if (left !== undefined) this.sending.set({ is: "lost", request: left, found: "asking" });
  }

  /** Whether a click would be ignored. */
  get isBusy(): boolean {
    const { is } = this.sending.get();
    return is === "pending" || is === "lost";
  }

  /** @param request if it has no name, it gets the one prepared by this sender */
  submit(request: TicketRequest): void {
    if (this.isBusy || this.#isSameGesture(request)) return;
    this.#around.mark("click");
    void this.#send(named(request, request.body.client_order_id ?? this.#id));
  }

  /** Sends the lost order once more, under its name. */
  sendAgain(): void {
    const sending = this.sending.get();
    if (sending.is === "lost") void this.#send(sending.request);
  }

  /** Looks up the outcome of the lost order, unless that is in progress. */
  async ask(): Promise<void> {
    const lost = this.sending.get();
    if (lost.is !== "lost" || this.#asksFor === lost.request) return;
    const { request } = lost;
    this.#asksFor = request;
    let next: Sending;
    try {
      const placed = await this.#line.find(request);
      next = placed === null ? { is: "lost", request, found: "nothing" } : { is: "placed", request, placed };
    } catch (error) {
      const isRefused = error instanceof ApiError && OF_THE_ORDER.has(error.status);
      next = isRefused ? { is: "refused", request, refusal: error } : { is: "lost", request, found: "unreachable" };
    }
    this.#asksFor = undefined;
    // A report may have come meanwhile.
    if (this.#isStillLost(request)) this.#settle(next);
  }

  /** Gives up a lost order: the trader may place another one, and is responsible for both. */
  forget(): void {
    if (this.sending.get().is === "lost") this.#settle({ is: "idle" });
  }

  /** The trader has seen why the last order was not placed. */
  clear(): void {
    const { is } = this.sending.get();
    if (is === "refused" || is === "not sent") this.sending.set({ is: "idle" });
  }

  /** Takes in the report of an order of the account: if it is the lost one, its outcome is now known. */
  heard({ clientOrderId, orderId, status }: { clientOrderId: string; orderId: number; status: string }): void {
    const sending = this.sending.get();
    const isOwn = "request" in sending && sending.request.body.client_order_id === clientOrderId;
    if (!isOwn) return;
    this.#around.mark("report");
    if (sending.is !== "lost") return;
    const { request } = sending;
    const refusal = { code: null, message: status };
    if (status === "REJECTED") this.#settle({ is: "refused", request, refusal });
    else this.#settle({ is: "placed", request, placed: { orderId, status } });
  }

  async #send(request: TicketRequest): Promise<void> {
    this.#around.keep(request);
    this.sending.set({ is: "pending", request });
    const text = nameless(request);
    this.#last = { text, atMs: this.#around.now() };
    try {
      const placed = await this.#line.place(request);
      this.#around.mark("answer");
      this.#settle({ is: "placed", request, placed });
    } catch (error) {
      this.#around.mark("answer");
      this.#failed(request, error);
    }
  }

  #failed(request: TicketRequest, error: unknown): void {
    if (error instanceof ApiError) this.#settle({ is: "refused", request, refusal: error });
    else if (error instanceof NotSent) this.#settle({ is: "not sent", request });
    else if (error instanceof AnswerLost) {
      this.sending.set({ is: "lost", request, found: "asking" });
      void this.ask();
    } else {
      // A request that could not be made was not sent; in any case it is a bug of this page.
      this.#settle({ is: "not sent", request });
      throw error;
    }
  }

  /** Ends the sending of an order; the next one gets a new name. */
  #settle(sending: Sending): void {
    this.sending.set(sending);
    if (sending.is === "lost") return;
    this.#around.keep(null);
    this.#id = this.#around.newId();
  }

  #isStillLost(request: TicketRequest): boolean {
    const now = this.sending.get();
    return now.is === "lost" && now.request === request;
  }

  #isSameGesture(request: TicketRequest): boolean {
    const last = this.#last;
    return last?.text === nameless(request) && this.#around.now() - last.atMs < GESTURE_MS;
  }
}

function named(request: TicketRequest, client_order_id: string): TicketRequest {
  return { ...request, body: { ...request.body, client_order_id } } as TicketRequest;
}

function nameless({ to, body: { client_order_id: _, ...body } }: TicketRequest): string {
  return JSON.stringify([to, body]);
}
