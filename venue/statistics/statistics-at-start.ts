// The statistics of a venue that starts. Usually history's tables hold all but the journal's last moments: then the
// figures are what the tables say and what the engine says while those moments are replayed, and the venue need not wait
// until history has caught up. If the tables are behind the snapshot, or not of this journal, it waits.

import { type EngineReader, type Listener, silent } from "@evermark/engine";
import type { JournalRecord } from "@evermark/journal";
import { checksumOf } from "../history/follower.ts";
import { type History, HistoryUnavailable, type StartingHistory } from "../history/history.ts";
import type { Progress } from "../history/schema.ts";
import type { ReplayAudience } from "../recover.ts";
import type { VenueClock } from "../venue.ts";
import { createMarketStatistics, type LiveMarketStatistics } from "./market-statistics.ts";

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
    const progress = await this.#history.tables;
    if (progress === null || progress.position < position) return;
    const statistics = createMarketStatistics(engine, { now: () => this.#clock?.now() ?? engine.now });
    try {
      await statistics.load(this.#history.reads, progress.position);
    } catch (error) {
      // Opening history says what is wrong with it, and may make it anew.
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
   * @throws {HistoryUnavailable} when history is needed and can't be started
   */
  async end(
    engine: EngineReader,
    clock: VenueClock,
    durable: number,
  ): Promise<{ statistics: LiveMarketStatistics; history: History }> {
    this.#clock = clock;
    if (this.#begun !== undefined && this.#begun.progress.position <= durable) {
      return { statistics: this.#begun.statistics, history: this.#history.follow(durable) };
    }
    const history = await this.#history.open(durable);
    const statistics = createMarketStatistics(engine, clock);
    await statistics.load(history.reads, durable);
    return { statistics, history };
  }
}
