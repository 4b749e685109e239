// Sends one act, once however often its button is pressed, under its own id. When the answer is lost, the venue is asked for
// the outcome; an act that the venue has not seen may be sent again under the same id, and is carried out at most once.

import { AnswerLost, ApiError } from "@evermark/client";
import { type ConsoleAct, newActId, type OperatorClient, type OperatorEntry } from "@evermark/client/operator.ts";
import { PromptCell } from "../../cells/prompt-cell.ts";

export type ActState =
  | { readonly is: "ready" }
  | { readonly is: "sending" }
  | { readonly is: "done"; readonly entry: OperatorEntry }
  | { readonly is: "refused"; readonly why: string }
  /** The answer was lost; the outcome is being looked up. */
  | { readonly is: "looking" }
  /** The venue has not seen the act: it can be sent again as it is. */
  | { readonly is: "unseen" }
  /** The outcome could not be found out. */
  | { readonly is: "unknown"; readonly why: string };

export type Asks = Pick<OperatorClient, "act" | "findAct">;

const LOOKS = 5;
const PAUSE_MS = 1_000;

/** The code for an id that the log already has, perhaps from an earlier attempt at this very act. */
const DUPLICATE = -1_007;

export class ActSender {
  readonly state = new PromptCell<ActState>({ is: "ready" });
  readonly #asks: Asks;
  readonly #act: ConsoleAct;
  readonly #pause: (ms: number) => Promise<void>;
  #actId = newActId();

  constructor(asks: Asks, act: ConsoleAct, pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))) {
    this.#asks = asks;
    this.#act = act;
    this.#pause = pause;
  }

  /** Sends the act; does nothing while it is being sent or looked for, or is done. */
  async send(input: Readonly<Record<string, unknown>>): Promise<void> {
    const { is } = this.state.get();
    if (is !== "ready" && is !== "refused" && is !== "unseen") return;
    // A refused act may be in the log: another try is another act.
    if (is === "refused") this.#actId = newActId();
    this.state.set({ is: "sending" });
    try {
      this.state.set({ is: "done", entry: await this.#asks.act(this.#act, input, this.#actId) });
    } catch (error) {
      if (isOpen(error)) return this.look();
      this.state.set({ is: "refused", why: wordsOf(error) });
    }
  }

  /** Looks up the outcome of the act. */
  async look(): Promise<void> {
    this.state.set({ is: "looking" });
    let why = "";
    for (let looks = 0; looks < LOOKS; looks++) {
      if (looks > 0) await this.#pause(PAUSE_MS);
      try {
        const entry = await this.#asks.findAct(this.#actId);
        if (entry === null) return this.state.set({ is: "unseen" });
        if (entry.state === "done") return this.state.set({ is: "done", entry });
        if (entry.state === "refused") return this.state.set({ is: "refused", why: entry.why ?? "" });
        why = entry.state === "interrupted" ? INTERRUPTED : "it is still in progress";
        if (entry.state === "interrupted") break;
      } catch (error) {
        why = wordsOf(error);
      }
    }
    this.state.set({ is: "unknown", why });
  }
}

const INTERRUPTED = "the venue stopped before it had an answer. Check what it was meant to change";

/** Whether the act may have been carried out. */
function isOpen(error: unknown): boolean {
  return error instanceof AnswerLost || (error instanceof ApiError && error.code === DUPLICATE);
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
