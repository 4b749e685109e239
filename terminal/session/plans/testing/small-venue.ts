// A minimal venue for plans that are interrupted anywhere: a name is carried out once, orders that trade at once get what is
// available, and resting orders are filled from outside. Any call may fail before or after it was carried out.

import { AnswerLost, ApiError } from "@evermark/client";
import type { Order } from "../../asking/answers.ts";
import type { OrderBody } from "../../orders/order-body.ts";
import type { PlanGateway } from "../plan-gateway.ts";

/** What happens to a call. */
export type Luck = "fine" | "lost before" | "lost after" | "late" | "refused";

/** How much later a late call arrives, after its caller has given it up. */
const LATE_MS = 10_000;

interface Held {
  readonly row: Order;
  readonly digest: string;
}

export class SmallVenue implements PlanGateway {
  now = 1_000;
  /** How much is available to an order that trades at once, in the unit of the order's size. */
  depth = Number.POSITIVE_INFINITY;
  readonly held = new Map<string, Held>();
  #luck: Luck[] = [];
  #late: { readonly at: number; readonly carryOut: () => unknown }[] = [];

  /** Sets what happens to the next calls; after those, all are fine. */
  willBe(luck: readonly Luck[]): void {
    this.#luck = [...luck];
  }

  get orders(): readonly Order[] {
    return [...this.held.values()].map(({ row }) => row).filter(({ status }) => status !== "REJECTED");
  }

  find(name: string): Promise<Order | null> {
    return this.#call(() => this.held.get(name)?.row ?? null);
  }

  place(bodies: readonly OrderBody[]): Promise<void> {
    // When several are to be refused, the first is placed all the same: each is an order of its own.
    const carriedOut = (isRefused: boolean) => () => {
      const refused = bodies.map((body, at) => this.#placed(body, isRefused && (at > 0 || bodies.length === 1)));
      if (refused.includes(true)) throw refusal(400, -1101);
    };
    return this.#call(carriedOut(false), carriedOut(true));
  }

  amend({ orderId, price }: { orderId: number; price: string }): Promise<boolean> {
    return this.#call(() => this.#change(orderId, { price: Number(price) }));
  }

  async cancel(_symbol: string, orderId: number): Promise<void> {
    await this.#call(() => this.#change(orderId, { status: "CANCELLED" }));
  }

  /** Carries out the late calls that have arrived by now. */
  arrive(): void {
    const due = this.#late.filter(({ at }) => at <= this.now);
    this.#late = this.#late.filter(({ at }) => at > this.now);
    for (const { carryOut } of due) {
      try {
        carryOut();
      } catch {
        // Another body has the name by now.
      }
    }
  }

  /** Another trader takes this quantity of a resting order. */
  fill(orderId: number, quantity: number): void {
    const row = this.orders.find(({ order_id }) => order_id === orderId)!;
    const executed = Math.min(row.quantity, row.total_executed_quantity + quantity);
    const status = executed === row.quantity ? "FILLED" : "PARTIAL_FILLED";
    this.#change(orderId, { total_executed_quantity: executed, status });
  }

  /** @returns whether the order is refused */
  #placed(body: OrderBody, isRefused: boolean): boolean {
    const name = body.client_order_id!;
    const digest = JSON.stringify(body);
    const known = this.held.get(name);
    if (known !== undefined) {
      if (known.digest !== digest) throw refusal(409, -1007);
      return known.row.status === "REJECTED";
    }
    const quantity = Number(body.order_quantity);
    const isAtOnce = body.order_type === "MARKET" || body.order_type === "IOC";
    const executed = isRefused || !isAtOnce ? 0 : Math.min(quantity, Math.floor(this.depth));
    const status = isRefused ? "REJECTED" : !isAtOnce ? "NEW" : executed === quantity ? "FILLED" : "CANCELLED";
    const row = {
      ...{ order_id: this.held.size + 1, client_order_id: name, quantity, status, total_executed_quantity: executed },
      ...{ price: Number(body.order_price ?? 0), created_time: this.now, updated_time: this.now },
    } as Order;
    this.held.set(name, { row, digest });
    return isRefused;
  }

  #change(orderId: number, part: Partial<Order>): boolean {
    for (const [name, { row, digest }] of this.held) {
      if (row.order_id !== orderId || (row.status !== "NEW" && row.status !== "PARTIAL_FILLED")) continue;
      this.held.set(name, { row: { ...row, ...part, updated_time: this.now }, digest });
      return true;
    }
    return false;
  }

  async #call<Answer>(carryOut: () => Answer, refuse = carryOut): Promise<Answer> {
    const luck = this.#luck.shift() ?? "fine";
    await Promise.resolve();
    this.arrive();
    if (luck === "late") this.#late.push({ at: this.now + LATE_MS, carryOut });
    if (luck === "late") throw lost();
    if (luck === "lost before") throw lost();
    const answer = luck === "refused" ? refuse() : carryOut();
    if (luck === "lost after") throw lost();
    return answer;
  }
}

function lost(): AnswerLost {
  const cause = new Error("the connection ended");
  return new AnswerLost({ method: "POST", path: "/", body: "", attempts: 1, safeAgain: "not", cause });
}

function refusal(status: number, code: number): ApiError {
  return new ApiError({ status, code, message: "insufficient margin" });
}
