// Runs one plan in the page: asks for the outcome of its orders, then makes the next move, one at a time. An order's name is
// stored before the order is sent under it. Whenever an answer was lost, the name is looked up before anything else is
// placed. The venue carries out a name once, so nothing is placed twice, whatever happens in between. Rules 2.11.

import { AnswerLost, ApiError, NotSent } from "@evermark/client";
import type { Report } from "../asking/answers.ts";
import { BY_PLAN, CROSSED } from "./moves/chase.ts";
import { nextMove } from "./moves/next-move.ts";
import { type EndReason, isOver, nameOf, type PauseReason, type Plan } from "./moves/plan.ts";
import {
  afterReport,
  bodyOf,
  executedIn,
  type Move,
  orderOfRow,
  type Placement,
  type PlanConditions,
  type PlanOrder,
} from "./moves/plan-order.ts";
import { textOfSteps } from "./moves/whole-steps.ts";
import type { PlanGateway } from "./plan-gateway.ts";

/** How long an unanswered request may still be on its way, in milliseconds. */
export const ON_ITS_WAY_MS = 15_000;
/** The venue's code for a name that is used by another body. */
const DUPLICATE = -1007;
const TOO_MANY = 429;

/** How far the plan has come, and whether the venue answers. */
export interface Progress {
  readonly executedLots: number;
  readonly resting: number;
  /** How many orders have a known outcome. */
  readonly known: number;
  readonly isUnreachable: boolean;
}

export class RunningPlan {
  readonly #line: PlanGateway;
  /** Stores the plan's current state. */
  readonly #keep: (plan: Plan) => void;
  readonly #orders = new Map<number, PlanOrder>();
  readonly #attempts = new Map<number, number>();
  /** Places whose order the venue did not know when it was last asked. */
  readonly #absent = new Set<number>();
  #plan: Plan;
  #isUnreachable = false;
  #isDoubtful = false;
  /** Until this time, a request already sent may still arrive. */
  #sureAt: number;

  /** @param sureAt until this time, a request sent by another page may still arrive */
  constructor(plan: Plan, line: PlanGateway, keep: (plan: Plan) => void, sureAt: number) {
    this.#plan = plan;
    this.#line = line;
    this.#keep = keep;
    this.#sureAt = sureAt;
  }

  get plan(): Plan {
    return this.#plan;
  }

  get progress(): Progress {
    const orders = [...this.#orders.values()];
    return {
      executedLots: executedIn(this.#orders),
      resting: orders.filter(({ rests }) => rests).length,
      known: orders.length,
      isUnreachable: this.#isUnreachable,
    };
  }

  /** Makes every move that is due now. */
  async advance(market: () => PlanConditions): Promise<void> {
    try {
      while (await this.#step(market)) {}
      this.#isUnreachable = false;
    } catch (error) {
      this.#failed(error, market().now);
    }
  }

  change(part: Partial<Plan>): void {
    this.#plan = { ...this.#plan, ...part };
    this.#keep(this.#plan);
  }

  pause(why: PauseReason): void {
    if (this.#plan.state.is === "running") this.change({ state: { is: "paused", why } });
  }

  /**
   * Resumes the plan: the trader accepts the orders that ended against the plan so far, and refused orders get new names.
   */
  resume(): void {
    this.change({ state: { is: "running" }, settled: this.#plan.named });
  }

  heard(report: Report): void {
    for (const [at, order] of this.#orders) {
      if (order.orderId === report.orderId) this.#orders.set(at, afterReport(this.#plan.terms, order, report));
    }
  }

  /** The stream was interrupted: resting orders may have changed. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /** @returns whether another move may be due */
  async #step(market: () => PlanConditions): Promise<boolean> {
    if (isOver(this.#plan)) return false;
    if (this.#isDoubtful) {
      this.#isDoubtful = false;
      for (const [at, { rests }] of this.#orders) if (rests) this.#orders.delete(at);
    }
    await this.#learn();
    const { now } = market();
    const move = nextMove(this.#plan, this.#orders, market(), this.#absent.size === 0 || now >= this.#sureAt);
    if (move.do === "wait") return false;
    if (move.do === "place") await this.#place(move.orders, now);
    else if (move.do === "pause") this.pause(move.why);
    else if (move.do === "end") this.#end(move.why);
    else await this.#changeOrder(move);
    return true;
  }

  /** Looks up every name whose outcome is not known. */
  async #learn(): Promise<void> {
    for (let at = 0; at < this.#plan.named; at += 1) {
      while (!this.#orders.has(at) && !this.#absent.has(at)) {
        const attempt = this.#attempts.get(at) ?? 0;
        const row = await this.#line.find(nameOf(this.#plan.id, at, attempt));
        if (row === null) this.#absent.add(at);
        else if (row.status === "REJECTED") this.#attempts.set(at, attempt + 1);
        else this.#orders.set(at, orderOfRow(this.#plan.terms, row));
      }
    }
  }

  #end(why: EndReason): void {
    this.change({ state: { is: "over", why, executedLots: executedIn(this.#orders) } });
  }

  /** Amends or cancels an order, then looks up its state, whatever the result was. */
  async #changeOrder(move: Extract<Move, { readonly at: number }>): Promise<void> {
    const { symbol, side, tick } = this.#plan.terms;
    const { at, orderId } = move;
    this.#orders.delete(at);
    let wasOpen = true;
    if (move.do === "cancel") await this.#line.cancel(symbol, orderId);
    else wasOpen = await this.#line.amend({ symbol, side, orderId, price: textOfSteps(move.priceTicks, tick) });
    await this.#learn();
    if (wasOpen) this.#ended(at, move.do === "cancel" ? BY_PLAN : CROSSED);
  }

  async #place(orders: readonly Placement[], now: number): Promise<void> {
    const last = Math.max(...orders.map(({ at }) => at));
    if (last >= this.#plan.named) this.change({ named: last + 1 });
    for (const { at } of orders) this.#absent.delete(at);
    try {
      await this.#line.place(orders.map((order) => bodyOf(this.#plan, order, this.#attempts.get(order.at) ?? 0)));
    } catch (error) {
      // A name that is taken belongs to the same order, sent earlier at another price: that order exists.
      if (!(error instanceof ApiError && error.code === DUPLICATE)) throw error;
    }
    this.#sureAt = now;
    await this.#learn();
    for (const { at } of orders) this.#ended(at, CROSSED);
    if (orders.some(({ at }) => !this.#orders.has(at))) this.pause({ is: "unknown" });
  }

  /** Sets the reason of an order that has ended by the time the answer to a request about it came. */
  #ended(at: number, reason: string): void {
    const order = this.#orders.get(at);
    if (order !== undefined && !order.rests && order.reason === "") this.#orders.set(at, { ...order, reason });
  }

  #failed(error: unknown, now: number): void {
    if (error instanceof ApiError && error.status === 401) return this.pause({ is: "key" });
    if (error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY) {
      // A refused order is either recorded under its name or was never created; looking up the name shows which.
      const { code, message, detail } = error;
      return this.pause({ is: "refused", refusal: { code, message, ...(detail !== undefined && { detail }) } });
    }
    if (!(error instanceof ApiError || error instanceof AnswerLost || error instanceof NotSent)) throw error;
    this.#isUnreachable = true;
    this.#sureAt = now + ON_ITS_WAY_MS;
  }
}
