// Rounds over one chain for as long as the venue runs, and what is reported to an operator about them. A chain that is
// away, another than configured, or replaced below what was final holds up its own deposits and nothing else.

import type { Logger } from "pino";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { LedTurn } from "../kept/led-turn.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { OtherChain } from "./find-chain.ts";
import type { ChainMetrics } from "./receiver-metrics.ts";
import { DeepReorganisation, type Round } from "./receiver-watch.ts";

export interface LoopParts {
  readonly chainId: number;
  readonly scanMs: number;
  readonly condition: Condition;
  readonly metrics: ChainMetrics;
  readonly log: Logger;
  /** Of several nodes; null of a venue alone, whose turn it always is. */
  readonly turn: Pick<LedTurn, "isMine" | "over"> | null;
  /** Finds the chain as it should be, and answers what does a round over it. */
  find(): Promise<Watched>;
}

export interface Watched {
  round(): Promise<Round>;
  /** "" when addresses on it may be shown. */
  whyNotShown(): Promise<string>;
}

const PAUSE_MAX_MS = 60_000;
/** A node that follows looks so often whether it is its turn. */
const TURN_MS = 1_000;

export class ReceiverLoop {
  readonly #parts: LoopParts;
  #isStopping = false;
  /** Something has happened since the last round began. */
  #isNews = false;
  /** Ends the pause. */
  #wake: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #watch: Watched | undefined;
  #wasMine = false;
  #failures = 0;
  #said = "";

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when the round that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.look();
    await this.#running;
  }

  /** Something has happened: the next round is now. */
  look(): void {
    this.#isNews = true;
    this.#wake();
  }

  /** Its nodes are others now. */
  findAgain(): void {
    this.#watch = undefined;
    this.look();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isNews = false;
      const pauseMs = await this.#attempt();
      if (pauseMs === null) return;
      if (pauseMs > 0) await this.#pause(pauseMs);
    }
  }

  /** @returns how long to wait for the next one; null: until an operator has looked at it */
  async #attempt(): Promise<number | null> {
    const { scanMs, metrics } = this.#parts;
    try {
      const isMine = await this.#isMine();
      this.#watch ??= await this.#parts.find();
      const watch = this.#watch;
      if (!isMine) return await this.#follow(watch);
      const round = await watch.round();
      await this.#parts.turn?.over();
      const notShown = await watch.whyNotShown();
      this.#failures = 0;
      metrics.round(round);
      const waits = round.sweepsWait === "" ? "" : `sweeps wait: ${round.sweepsWait}`;
      this.#say([notShown, waits].filter((each) => each !== "").join("; "));
      return round.isBehind ? 0 : scanMs;
    } catch (error) {
      if (error instanceof DeepReorganisation) {
        this.#say(
          `${error.message}: nothing more is credited until the venue is started without its file of this chain`,
        );
        return null;
      }
      metrics.failed();
      this.#say(this.#isExpected(error) ? (error as Error).message : "an error of the venue's own; the log has it");
      if (!this.#isExpected(error))
        this.#parts.log.error({ err: error, chain: this.#parts.chainId }, "a round has failed");
      return Math.min(scanMs * 2 ** this.#failures++, Math.max(PAUSE_MAX_MS, scanMs));
    }
  }

  /** What another node has kept meanwhile is read anew. */
  async #isMine(): Promise<boolean> {
    const { turn } = this.#parts;
    const isMine = turn === null || (await turn.isMine());
    if (isMine !== this.#wasMine) this.#watch = undefined;
    this.#wasMine = isMine;
    return isMine;
  }

  /** Another node looks; whether addresses may be shown is asked here as well. */
  async #follow(watch: Watched): Promise<number> {
    const notShown = await watch.whyNotShown();
    this.#failures = 0;
    this.#say(notShown);
    return Math.min(TURN_MS, this.#parts.scanMs);
  }

  #isExpected(error: unknown): boolean {
    return error instanceof OtherChain || isTrouble(error);
  }

  /** @param trouble "" for none; each is said once */
  #say(trouble: string): void {
    if (trouble === this.#said) return;
    this.#said = trouble;
    const { condition, log, chainId } = this.#parts;
    if (trouble === "") {
      condition.holds();
      return log.info({ chain: chainId }, "deposits by transfer are taken again");
    }
    condition.broken(`chain ${chainId}: ${trouble}`);
    log.error({ chain: chainId, why: trouble }, "deposits by transfer wait");
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isNews) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms).unref();
    });
    this.#wake = () => {};
  }
}
