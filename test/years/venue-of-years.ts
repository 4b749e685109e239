// A venue that runs through years within minutes: the real core, journal, snapshots and history thread on a real disk.
// Old segments and history are deleted as an operator may configure it, and the clock moves with the commands. In
// parallel, the venue's own engine writes the same tables with nothing deleted.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Core, type DataPaths, dataPaths, isUnavailable, openCore, sendFirstCommands } from "@evermark/core";
import { type Command, type Engine, Fault } from "@evermark/engine";
import { openTables, Projector, type Tables } from "@evermark/venue/history/history-inside.ts";
import { type History, startHistory } from "@evermark/venue/history/index.ts";
import { TradingDays } from "@evermark/venue/history/testing/trading-days.ts";
import { dayOf } from "@evermark/venue/sums/candle-sums.ts";

export interface Life {
  readonly directory: string;
  readonly keepDays: number;
  /** Trades per hour. */
  readonly trades: number;
}

/** In bytes on disk. */
export interface Sizes {
  readonly journal: number;
  readonly snapshots: number;
  readonly history: number;
  readonly keptHistory: number;
  /** The tables from which nothing is deleted. */
  readonly everything: number;
}

const SETTINGS = { segmentBytes: 262_144, snapshotEveryCommands: 4_000, keepSnapshots: 2, prune: true };
const SILENT = { info() {}, warn() {}, error() {} };

export class VenueOfYears {
  readonly paths: DataPaths;
  readonly engine: Engine;
  readonly history: History;
  /** The tables from which nothing is deleted. */
  readonly everything: Tables;
  readonly #core: Core;
  readonly #days: TradingDays;
  readonly #projector: Projector;
  readonly #path: string;

  private constructor(life: Life, parts: { engine: Engine; core: Core; history: History }) {
    this.paths = dataPaths(life.directory);
    this.engine = parts.engine;
    this.history = parts.history;
    this.#core = parts.core;
    this.#days = new TradingDays(parts.engine, (commands) => this.#send(commands), life.trades);
    this.#path = join(life.directory, "everything.sqlite");
    const opened = openTables(this.#path);
    if ("unusable" in opened) throw new Fault(opened.unusable);
    this.everything = opened.tables;
    this.#projector = new Projector(this.everything, parts.engine);
    this.#core.attach(this.#projector);
  }

  static async open(life: Life): Promise<VenueOfYears> {
    const paths = dataPaths(life.directory);
    const { keepDays: days } = life;
    const opened = await openCore({ paths, traces: [], settings: SETTINGS, acceptLoss: false, log: SILENT });
    const { engine, journal } = opened;
    const history = await startHistory({
      dataDirectory: life.directory,
      durable: journal.durablePosition,
      retention: { orders: days, trades: days, positions: days },
      onFailure(error) {
        throw error;
      },
    });
    const core = opened.begin({
      clock: { now: () => engine.now },
      observer: { batch() {}, applied() {} },
      audit: false,
      history,
      onApplied: (position) => history.durable(position),
      onFault(error) {
        throw error;
      },
      onJournalState(error) {
        if (error !== null) throw error;
      },
    });
    const venue = new VenueOfYears(life, { engine, core, history });
    venue.#projector.begin();
    await sendFirstCommands(engine, core.sequencer);
    core.keepName();
    await venue.#days.open();
    return venue;
  }

  get now(): number {
    return this.#days.now;
  }

  async playDay(): Promise<void> {
    this.#projector.begin();
    const today = dayOf(this.engine.now);
    if (dayOf(this.#days.now) > today) this.#projector.dayEnded(today);
    await this.#days.play();
    this.#projector.commit({ position: this.#core.sequencer.appliedPosition, checksum: "" });
    this.everything.checkpoint();
    await this.history.catchUp(this.#core.sequencer.appliedPosition);
  }

  /** Waits until nothing more is to be deleted for the day. */
  async leaveAll(before: number): Promise<void> {
    const request = { markets: 1, tradesMax: 1, candlesSince: before, daySince: 0, priceTimes: [] };
    const oldest = async () => (await this.history.reads.runningFigures(request, 0)).accountMinutes[0]?.start ?? before;
    while ((await oldest()) < before) await Bun.sleep(20);
  }

  sizes(): Sizes {
    const { journal, snapshots, history, keptHistory } = this.paths;
    return {
      journal: bytesIn(journal, ""),
      snapshots: bytesIn(snapshots, ""),
      history: bytesIn(join(history, ".."), "history.sqlite"),
      keptHistory: bytesIn(join(keptHistory, ".."), "history-kept"),
      everything: bytesIn(join(history, ".."), "everything"),
    };
  }

  async close(): Promise<void> {
    await this.#core.stop("the years are over");
    await this.history.close();
  }

  async #send(commands: readonly Command[]): Promise<void> {
    const sent = commands.map(
      ({ at, ...command }) =>
        new Promise<void>((resolve, reject) => {
          this.#core.sequencer.submitAt(at, command as never, (result) =>
            isUnavailable(result) ? reject(new Fault(result.unavailable)) : resolve(),
          );
        }),
    );
    await Promise.all(sent);
  }
}

function bytesIn(directory: string, prefix: string): number {
  return readdirSync(directory)
    .filter((name) => name.startsWith(prefix))
    .reduce((sum, name) => sum + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
