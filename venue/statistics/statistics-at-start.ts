// The statistics of a starting venue. Usually history's tables hold everything but the journal's last moments: then the figures
// are restored from the tables, and updated by the engine's events while those moments are replayed. Otherwise, because the
// tables are behind the snapshot, of another journal, damaged or still being checked, the venue trades first, and the figures
// are completed when history has caught up.

import type { ReplayAudience, VenueClock } from "@evermark/core";
import { type EngineReader, type Listener, silent } from "@evermark/engine";
import type { JournalRecord } from "@evermark/journal";
import { checksumOf, type History, HistoryUnavailable, type Progress, type StartingHistory } from "../history/index.ts";
import { LateStatistics } from "./late-statistics.ts";
import { createMarketStatistics, type FedMarketStatistics, type LiveMarketStatistics } from "./market-statistics.ts";

interface StatisticsOfStart {
  readonly statistics: FedMarketStatistics;
  readonly history: History;
  /** Resolves once the figures are complete. @throws {HistoryUnavailable} when history has ended before that */
  readonly completed: Promise<void>;
}

/** The longest that a start waits for history: having complete figures from the beginning is worth that much. */
const PATIENCE_MS = 1_500;
/** The pause between two attempts to query a history that can't answer for now. */
const RETRY_MS = 1_000;

export class StatisticsAtStart implements ReplayAudience {
  readonly #history: StartingHistory;
  /** Statistics restored from tables that are at `progress`; they continue with the events of the replay. */
  #begun: { readonly statistics: LiveMarketStatistics; readonly progress: Progress } | undefined;
  /** Set at the end of the replay: it continues from the last command's time. */
  #clock: VenueClock | undefined;
  /** Ignores events that the tables have already, except the listing of a market, whose figures were not restored. */
  readonly #untilTables: Listener = {
    ...silent,
    marketListed: () => {
      this.#begun = undefined;
    },
  };

  constructor(history: StartingHistory) {
    this.#history = history;
  }

  async begin(engine: EngineReader, position: number): Promise<void> {
    this.#begun = undefined;
    const progress = (await soon(this.#history.tables)) ?? null;
    if (progress === null || progress.position < position) return;
    const statistics = createMarketStatistics(engine, { now: () => this.#clock?.now() ?? engine.now });
    const asked = statistics.wanted();
    try {
      statistics.restore(await this.#history.reads.runningFigures(asked, progress.position), asked);
    } catch (error) {
      // When it follows the journal, history will report what is wrong with it, and may be rebuilt.
      if (error instanceof HistoryUnavailable) return;
      throw error;
    }
    this.#begun = { statistics, progress };
  }

  listenerTo({ position, payload }: JournalRecord): Listener {
    const begun = this.#begun;
    if (begun === undefined) return silent;
    if (position > begun.progress.position) return begun.statistics.consumer;
    const isOfThisJournal = position < begun.progress.position || checksumOf(payload) === begun.progress.checksum;
    if (!isOfThisJournal) this.#begun = undefined;
    return this.#untilTables;
  }

  /**
   * To be called after the replay.
   * @param durable the journal's last durable position
   */
  async end(engine: EngineReader, clock: VenueClock, durable: number): Promise<StatisticsOfStart> {
    this.#clock = clock;
    const history = this.#history.follow(durable);
    if (this.#begun !== undefined && this.#begun.progress.position <= durable) {
      return { statistics: this.#begun.statistics, history, completed: Promise.resolve() };
    }
    const statistics = new LateStatistics(() => createMarketStatistics(engine, clock), durable);
    const completed = complete(statistics, history);
    await soon(completed.catch(() => {}));
    return { statistics, history, completed };
  }
}

async function complete(statistics: LateStatistics, history: History): Promise<void> {
  for (;;) {
    try {
      return await statistics.complete(history);
    } catch (error) {
      if (!(error instanceof HistoryUnavailable) || history.isOver) throw error;
      await later(RETRY_MS);
    }
  }
}

/** Undefined if it takes longer than a start waits. */
function soon<Result>(result: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([result, later(PATIENCE_MS)]);
}

async function later(ms: number): Promise<undefined> {
  await Bun.sleep(ms);
}
