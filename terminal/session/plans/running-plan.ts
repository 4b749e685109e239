// One plan while the page runs it: asks what became of its orders, then does what comes next, one move at a time. A name is
// kept before an order is sent under it, and is asked for before anything else is placed whenever its answer was lost: the
// venue carries out a name once, so whatever happens in between, nothing is placed twice. Rules 2.11.

import { AnswerLost, ApiError, NotSent } from "@evermark/client";
import type { Report } from "../asking/answers.ts";
import { BY_PLAN, CROSSED } from "./moves/chase.ts";
import { nextMove } from "./moves/next-move.ts";
import { type EndReason, isOver, nameOf, type PauseReason, type Plan } from "./moves/plan.ts";
import {
  afterReport,
  bodyOf,
  executedIn,
  type Market,
  type Move,
  orderOfRow,
  type Placement,
  type PlanOrder,
} from "./moves/plan-order.ts";
import { textOfSteps } from "./moves/whole-steps.ts";
import type { PlanLine } from "./plan-line.ts";

/** How long a request may still be on its way to which no answer came. */
export const ON_ITS_WAY_MS = 15_000;
/** Another body has the name. */
const DUPLICATE = -1007;
const TOO_MANY = 429;

/** How far it is, and whether the venue answers. */
export interface Progress {
  readonly executedLots: number;
  readonly resting: number;
  /** Orders of which it is known what became of them. */
  readonly known: number;
  readonly isUnreachable: boolean;
}

export class RunningPlan {
  readonly #line: PlanLine;
  /** Keeps the plan as it is now. */
  readonly #keep: (plan: Plan) => void;
  readonly #orders = new Map<number, PlanOrder>();
  readonly #attempts = new Map<number, number>();
  /** Names that the venue did not know when it was asked last. */
  readonly #absent = new Set<number>();
  #plan: Plan;
  #isUnreachable = false;
  #isDoubtful = false;
  /** Until then something may arrive that was sent. */
  #sureAt: number;

  /** @param sureAt until then something may arrive that another page has sent */
  constructor(plan: Plan, line: PlanLine, keep: (plan: Plan) => void, sureAt: number) {
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

  /** Does all that there is to do now. */
  async advance(market: () => Market): Promise<void> {
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

  /** Goes on: what ended against the plan so far is how the trader wants it, and refused orders get other names. */
  resume(): void {
    this.change({ state: { is: "running" }, settled: this.#plan.named });
  }

  heard(report: Report): void {
    for (const [at, order] of this.#orders) {
      if (order.orderId === report.orderId) this.#orders.set(at, afterReport(this.#plan.terms, order, report));
    }
  }

  /** The stream was away: what rests may have changed. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /** @returns whether there may be more to do */
  async #step(market: () => Market): Promise<boolean> {
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

  /** Asks for every name of which it is not known what became of it. */
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

  /** Moves or cancels an order. Whatever comes of it, the venue is asked how the order stands then. */
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
      // A name that is taken is that of the same order, sent before at a price of then: it is there.
      if (!(error instanceof ApiError && error.code === DUPLICATE)) throw error;
    }
    this.#sureAt = now;
    await this.#learn();
    for (const { at } of orders) this.#ended(at, CROSSED);
    if (orders.some(({ at }) => !this.#orders.has(at))) this.pause({ is: "unknown" });
  }

  /** Of an order that is over with the answer to what was done to it. */
  #ended(at: number, reason: string): void {
    const order = this.#orders.get(at);
    if (order !== undefined && !order.rests && order.reason === "") this.#orders.set(at, { ...order, reason });
  }

  #failed(error: unknown, now: number): void {
    if (error instanceof ApiError && error.status === 401) return this.pause({ is: "key" });
    if (error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY) {
      // A refused order is kept with its name, or was never one: both are asked for.
      const { code, message, detail } = error;
      return this.pause({ is: "refused", refusal: { code, message, ...(detail !== undefined && { detail }) } });
    }
    if (!(error instanceof ApiError || error instanceof AnswerLost || error instanceof NotSent)) throw error;
    this.#isUnreachable = true;
    this.#sureAt = now + ON_ITS_WAY_MS;
  }
}
