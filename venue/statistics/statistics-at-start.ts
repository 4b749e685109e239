// The statistics of a venue that starts. Usually history's tables hold all but the journal's last moments: then the
// figures are what the tables say and what the engine says while those moments are replayed. Else, because the tables are
// behind the snapshot, not of this journal, damaged or still being checked, the venue trades first, and the figures are
// completed when history has caught up.

import type { ReplayAudience, VenueClock } from "@evermark/core";
import { type EngineReader, type Listener, silent } from "@evermark/engine";
import type { JournalRecord } from "@evermark/journal";
import { checksumOf, type History, HistoryUnavailable, type Progress, type StartingHistory } from "../history/index.ts";
import { LateStatistics } from "./late-statistics.ts";
import { createMarketStatistics, type FedMarketStatistics, type LiveMarketStatistics } from "./market-statistics.ts";

interface StatisticsOfStart {
  readonly statistics: FedMarketStatistics;
  readonly history: History;
  /** Resolves once the figures are whole. @throws {HistoryUnavailable} when history has ended before that */
  readonly completed: Promise<void>;
}

/** A start is held up this long at most by history: figures that are whole from the beginning are worth that. */
const PATIENCE_MS = 1_500;
/** Between two attempts to ask a history that can't answer for now. */
const RETRY_MS = 1_000;

export class StatisticsAtStart implements ReplayAudience {
  readonly #history: StartingHistory;
  /** Statistics from tables that are at `progress`, which what is replayed goes on from. */
  #begun: { readonly statistics: LiveMarketStatistics; readonly progress: Progress } | undefined;
  /** Once it is known: it goes on from the last command. */
  #clock: VenueClock | undefined;
  /** Hears what the tables know already, but for a market that was not there when its figures were asked for. */
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
      // Following the journal, history says what is wrong with it, and may be made anew.
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
   * After the replay.
   * @param durable where the journal ends
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

/** Undefined if it takes longer than a start is held up. */
function soon<Result>(result: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([result, later(PATIENCE_MS)]);
}

async function later(ms: number): Promise<undefined> {
  await Bun.sleep(ms);
}
