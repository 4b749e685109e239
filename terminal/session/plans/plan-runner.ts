// The plans of the signed-in account. One tab runs all of them, the one that holds the browser's lock; the others only show
// them. Anything that may have changed the situation triggers a turn, as does a clock once a second.

import { Cell } from "../../cells/cell.ts";
import type { AccountEvent } from "../account/account-session.ts";
import type { KeptPlans } from "./kept-plans.ts";
import { isOver, newPlan, type PauseReason, type Plan, type PlanTerms } from "./moves/plan.ts";
import type { PlanConditions } from "./moves/plan-order.ts";
import type { PlanGateway } from "./plan-gateway.ts";
import { ON_ITS_WAY_MS, type Progress, RunningPlan } from "./running-plan.ts";

export interface ShownPlan {
  readonly plan: Plan;
  /** Absent when another tab runs it. */
  readonly progress: Progress | undefined;
}

/** Where the plans run: in this tab, in another one, or not known yet. */
export type PlanPlace = "here" | "elsewhere" | "asking";

interface Surroundings {
  /** The current state of a plan's market, read before each move. */
  readonly marketOf: (terms: PlanTerms) => PlanConditions;
  readonly newId: () => string;
  /** Called when a plan was paused, or has ended, without the trader's doing. */
  readonly notify: (plan: Plan) => void;
}

export class PlanRunner {
  /** Newest first. */
  readonly shown = new Cell<readonly ShownPlan[]>([]);
  readonly place = new Cell<PlanPlace>("asking");
  readonly #kept: KeptPlans;
  readonly #line: PlanGateway;
  readonly #around: Surroundings;
  #plans: readonly Plan[];
  readonly #running = new Map<string, RunningPlan>();
  #isTurning = false;
  #isWanted = false;

  constructor(kept: KeptPlans, line: PlanGateway, around: Surroundings) {
    this.#kept = kept;
    this.#line = line;
    this.#around = around;
    this.#plans = kept.read();
    this.#show();
  }

  /** This tab now holds the lock: it continues where the previous tab stopped. */
  runHere(): void {
    this.place.set("here");
    this.read();
    for (const plan of this.#plans) this.#run(plan, ON_ITS_WAY_MS);
    void this.turn();
  }

  /** Reads what another tab has written. */
  read(): void {
    if (this.#running.size > 0) return;
    this.#plans = this.#kept.read();
    this.#show();
  }

  /** @throws {DOMException} when the browser stores nothing */
  start(terms: PlanTerms): void {
    const plan = newPlan(terms, this.#around.newId());
    this.#write([...this.#plans, plan]);
    this.#run(plan, 0);
    void this.turn();
  }

  pause(id: string): void {
    this.#running.get(id)?.pause({ is: "by trader" });
  }

  resume(id: string): void {
    this.#running.get(id)?.resume();
    void this.turn();
  }

  /** Stops a plan; its resting orders are cancelled. */
  stop(id: string): void {
    this.#running.get(id)?.change({ state: { is: "stopping" } });
    void this.turn();
  }

  /** Removes finished plans from the list. */
  clear(): void {
    this.#write(this.#plans.filter((plan) => !isOver(plan)));
    for (const [id, { plan }] of this.#running) if (isOver(plan)) this.#running.delete(id);
    this.#show();
  }

  heard(event: AccountEvent): void {
    for (const running of this.#running.values()) {
      if (event.type === "report") running.heard(event.report);
      if (event.type === "again") running.doubt();
    }
    void this.turn();
  }

  pauseAll(why: PauseReason): void {
    for (const running of this.#running.values()) running.pause(why);
  }

  /** Runs nothing from here on. */
  end(): void {
    this.#running.clear();
    this.place.set("asking");
  }

  /** Makes every move that is due, of all plans. One turn at a time: an event during a turn causes another one. */
  async turn(): Promise<void> {
    if (this.#running.size === 0) return;
    this.#isWanted = true;
    if (this.#isTurning) return;
    this.#isTurning = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        for (const running of this.#running.values()) {
          await running.advance(() => this.#around.marketOf(running.plan.terms));
        }
        this.#show();
      }
    } finally {
      this.#isTurning = false;
    }
  }

  #run(plan: Plan, unsureMs: number): void {
    if (isOver(plan)) return;
    const { now } = this.#around.marketOf(plan.terms);
    this.#running.set(plan.id, new RunningPlan(plan, this.#line, (changed) => this.#keep(changed), now + unsureMs));
  }

  #keep(changed: Plan): void {
    const before = this.#plans.find(({ id }) => id === changed.id)?.state;
    this.#write(this.#plans.map((plan) => (plan.id === changed.id ? changed : plan)));
    const { state } = changed;
    const isByItself =
      state.is === "paused" ? state.why.is !== "by trader" : state.is === "over" && state.why !== "stopped";
    if (before?.is !== state.is && isByItself) this.#around.notify(changed);
  }

  #write(plans: readonly Plan[]): void {
    this.#kept.write(plans);
    this.#plans = plans;
    this.#show();
  }

  #show(): void {
    const shown = this.#plans.map((plan) => ({ plan, progress: this.#running.get(plan.id)?.progress }));
    this.shown.set(shown.reverse());
  }
}
