// Acts on positions and orders: one at a time for each position or order, whatever the network does. A trader who presses
// twice has acted once. When an answer is lost, the act stays in progress until the venue has given its outcome: by the name
// of the order that it placed, or by the current state of what it changed. Rules 2.11.

import { AnswerLost, ApiError, NotSent } from "@evermark/client";
import { CellMap } from "../../../cells/cell.ts";
import type { KeptOrders } from "../../../session/orders/kept-orders.ts";
import type { OrderRequest } from "../../../session/orders/order-body.ts";
import { words } from "../../../texts/words.ts";
import { GESTURE_MS } from "../../ticket/order-sender.ts";
import { refusalOf } from "../../ticket/ticket-refusals.ts";

export interface Act {
  /** Identifies the act: the same text within a moment is the same gesture. */
  readonly text: string;
  /**
   * @returns the message when it is done. @throws {ApiError} refused, {NotSent} nothing happened, {AnswerLost} outcome unknown
   */
  readonly send: () => Promise<string>;
  /** Looks up the outcome after a lost answer. @returns the message, or null when the act was not carried out */
  readonly find: (lost: AnswerLost) => Promise<string | null>;
  /** The order that it places, if any. */
  readonly order?: OrderRequest | undefined;
}

export type ActState =
  | { readonly is: "idle" }
  | { readonly is: "pending"; readonly act: Act }
  | { readonly is: "lost"; readonly act: Act; readonly lost: AnswerLost; readonly found: "asking" | "unreachable" };

export type Outcome =
  | { readonly is: "done"; readonly said: string }
  | { readonly is: "failed"; readonly why: string }
  /** Another act was in progress, or this was the same gesture again. */
  | { readonly is: "ignored" };

/** HTTP statuses of answers about the act itself; others mean that the outcome can't be looked up now. */
const OF_THE_THING: ReadonlySet<number> = new Set([400, 404, 409]);
const RELOADED = new AnswerLost({
  ...{ method: "POST", path: "/v1/order", body: "", attempts: 1, safeAgain: "by its client_order_id" },
  cause: new Error("the page was reloaded"),
});
const IDLE: ActState = { is: "idle" };

export class Acts {
  readonly states = new CellMap<string, ActState>(() => IDLE);
  readonly #now: () => number;
  readonly #kept: Pick<KeptOrders, "keep" | "drop">;
  readonly #last = new Map<string, { readonly text: string; readonly atMs: number }>();
  /** Acts with a lost answer, whose outcome is awaited. */
  readonly #lost = new Map<string, (outcome: Outcome) => void>();

  /**
   * @param now milliseconds of a monotonic clock
   * @param kept stores orders under way, for a later page
   */
  constructor(now: () => number, kept: Pick<KeptOrders, "keep" | "drop">) {
    this.#now = now;
    this.#kept = kept;
  }

  /** @param key of the thing acted on. @returns once the outcome is known, however long that takes */
  async run(key: string, act: Act): Promise<Outcome> {
    const state = this.states.of(key);
    const last = this.#last.get(key);
    const isSameGesture = last?.text === act.text && this.#now() - last.atMs < GESTURE_MS;
    if (state.get().is !== "idle" || isSameGesture) return { is: "ignored" };
    state.set({ is: "pending", act });
    this.#last.set(key, { text: act.text, atMs: this.#now() });
    if (act.order !== undefined) this.#kept.keep(key, act.order);
    let outcome: Outcome;
    try {
      outcome = { is: "done", said: await act.send() };
    } catch (error) {
      if (error instanceof AnswerLost) return this.#resolve(key, act, error);
      outcome = this.#failure(key, error);
    }
    this.#end(key);
    return outcome;
  }

  /** Resumes an act that was under way when the previous page went: its answer counts as lost. */
  async resume(key: string, act: Act): Promise<Outcome> {
    return this.states.of(key).get().is === "idle" ? this.#resolve(key, act, RELOADED) : { is: "ignored" };
  }

  /** Looks up the outcome of a lost act once more. */
  async ask(key: string): Promise<void> {
    const cell = this.states.of(key);
    const state = cell.get();
    if (state.is !== "lost" || state.found === "asking") return;
    await this.#find(key, state.act, state.lost);
  }

  /** Looks up all lost acts, because the connection is back. */
  async askAll(): Promise<void> {
    await Promise.all([...this.#lost.keys()].map((key) => this.ask(key)));
  }

  #resolve(key: string, act: Act, lost: AnswerLost): Promise<Outcome> {
    return new Promise((settle) => {
      this.#lost.set(key, settle);
      void this.#find(key, act, lost);
    });
  }

  async #find(key: string, act: Act, lost: AnswerLost): Promise<void> {
    const cell = this.states.of(key);
    cell.set({ is: "lost", act, lost, found: "asking" });
    let outcome: Outcome;
    try {
      const said = await act.find(lost);
      outcome = said === null ? { is: "failed", why: words.portfolio.acts.nothing } : { is: "done", said };
    } catch (error) {
      const isSaid = error instanceof ApiError && OF_THE_THING.has(error.status);
      if (!isSaid) return cell.set({ is: "lost", act, lost, found: "unreachable" });
      outcome = { is: "failed", why: refusalOf(error) };
    }
    const settle = this.#lost.get(key);
    this.#lost.delete(key);
    this.#end(key);
    settle?.(outcome);
  }

  #end(key: string): void {
    this.#kept.drop(key);
    this.states.of(key).set(IDLE);
  }

  /** A failed act may be tried again at once. */
  #failure(key: string, error: unknown): Outcome {
    this.#last.delete(key);
    if (error instanceof ApiError) return { is: "failed", why: refusalOf(error) };
    if (error instanceof NotSent) return { is: "failed", why: words.portfolio.acts.notSent };
    this.#end(key);
    throw error;
  }
}
