// Runs rounds over one chain for as long as the venue runs, and reports on them to operators. A chain that is away,
// different from the configuration, or reorganised below a final block holds up its own deposits and nothing else.

import type { Logger } from "pino";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { LedTurn } from "../kept/led-turn.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { OtherChain } from "./find-chain.ts";
import type { ReceiverMetrics } from "./receiver-metrics.ts";
import { DeepReorganisation, type Round } from "./receiver-watch.ts";

export interface LoopParts {
  readonly chainId: number;
  readonly scanMs: number;
  readonly condition: Condition;
  readonly metrics: ReceiverMetrics;
  readonly log: Logger;
  /** Whose turn it is among several nodes; null for a venue with a single node, whose turn it always is. */
  readonly turn: Pick<LedTurn, "isMine" | "over"> | null;
  /** Verifies the chain. @returns what runs rounds over it */
  find(): Promise<ChainRounds>;
}

export interface ChainRounds {
  round(): Promise<Round>;
  /** Why addresses on it may not be shown; "" when they may. */
  whyNotShown(): Promise<string>;
}

const PAUSE_MAX_MS = 60_000;
/** How often a following node checks whether it is its turn. */
const TURN_MS = 1_000;

export class ReceiverLoop {
  readonly #parts: LoopParts;
  #isStopping = false;
  /** Something has happened since the last round began. */
  #isNews = false;
  /** Ends the pause. */
  #wake: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #watch: ChainRounds | undefined;
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

  /** Something has happened: the next round starts at once. */
  look(): void {
    this.#isNews = true;
    this.#wake();
  }

  /** The chain's nodes have changed: it is verified again. */
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

  /** @returns the pause before the next round; null: none until an operator has looked at it */
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
        this.#parts.log.error({ err: error, chain: this.#parts.chainId }, "a round of deposits by transfer has failed");
      return Math.min(scanMs * 2 ** this.#failures++, Math.max(PAUSE_MAX_MS, scanMs));
    }
  }

  /** Whether it is this node's turn. When that changes, what another node has stored meanwhile is read again. */
  async #isMine(): Promise<boolean> {
    const { turn } = this.#parts;
    const isMine = turn === null || (await turn.isMine());
    if (isMine !== this.#wasMine) this.#watch = undefined;
    this.#wasMine = isMine;
    return isMine;
  }

  /** The round of a following node: it only checks whether addresses may be shown. */
  async #follow(watch: ChainRounds): Promise<number> {
    const notShown = await watch.whyNotShown();
    this.#failures = 0;
    this.#say(notShown);
    return Math.min(TURN_MS, this.#parts.scanMs);
  }

  #isExpected(error: unknown): boolean {
    return error instanceof OtherChain || isTrouble(error);
  }

  /** @param trouble "" for none; each trouble is reported once */
  #say(trouble: string): void {
    if (trouble === this.#said) return;
    this.#said = trouble;
    const { condition, log, chainId } = this.#parts;
    if (trouble === "") {
      condition.holds();
      return log.info({ chain: chainId }, "deposits by transfer are accepted again");
    }
    condition.broken(`chain ${chainId}: ${trouble}`);
    log.error({ chain: chainId, why: trouble }, "deposits by transfer are waiting");
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
