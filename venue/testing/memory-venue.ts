// A whole venue in one process without a disk, for tests of what stands around the engine: the real engine, real history
// tables in memory, and a sequencer that applies each command at once and recomputes every invariant after it. What it
// leaves out is the journal.

import type { Done, Sequencer, Submitted, Unstamped } from "@evermark/core";
import { type Command, Engine, type Listener, millis, rejectionWords, silent } from "@evermark/engine";
import type { Configuration } from "../configuration/configuration.ts";
import { sandboxConfiguration } from "../configuration/load.ts";
import { type HistoryReader, historyReader } from "../history/index.ts";
import { type HistoryQueries, historyQueries, openTables, Projector } from "../history/inside.ts";
import { createLog } from "../operation/reports/log.ts";
import { createMetrics } from "../operation/reports/metrics.ts";
import { Readiness } from "../operation/reports/readiness.ts";
import { createMarketStatistics } from "../statistics/market-statistics.ts";
import { dayOf } from "../sums/candles.ts";
import type { Venue } from "../venue.ts";

export interface MemoryVenue {
  readonly venue: Venue;
  readonly engine: Engine;
  /** Applies a command now. @throws {Error} when the engine refuses it */
  apply(command: Unstamped): Submitted;
  /** The same, for a command that may be refused. */
  tryToApply(command: Unstamped): Submitted;
  /** Moves venue time; the tick of no second in between is run. */
  setNow(ms: number): void;
  /** Follows the engine from now on. */
  listen(listener: Listener): void;
  /** From now on, nothing can be made durable, and why; with null, everything again. */
  failJournal(reason?: string | null): void;
  /** Lines that were logged, as JSON. */
  readonly logged: string[];
}

/** Venue time at which a memory venue starts. */
export const MEMORY_VENUE_START = 1_779_269_143_700;

/**
 * A venue with the default markets listed at their initial prices.
 * @param changes to the sandbox's configuration
 * @param startsAt venue milliseconds
 */
export function memoryVenue(changes: Partial<Configuration> = {}, startsAt = MEMORY_VENUE_START): MemoryVenue {
  const configuration = sandboxConfiguration("/nonexistent", changes);
  const engine = new Engine();
  let now = startsAt;
  const clock = { now: () => now, age: (timestamp: number) => now - timestamp };

  const opened = openTables(":memory:");
  if ("unusable" in opened) throw new Error(opened.unusable);
  const projector = new Projector(opened.tables, engine);
  const listeners: Listener[] = [projector];
  const listener = everyOneOf(listeners);
  let position = 0;
  let journalFailure: string | null = null;

  const applyAt = (at: number, command: Unstamped): Submitted => {
    now = Math.max(now, at);
    projector.begin();
    const day = dayOf(engine.now);
    if (dayOf(now) > day) projector.dayEnded(day);
    const stamped = { ...command, at: millis(now) } as Command;
    const answer = { ...engine.apply(stamped, listener), position: ++position, at: now };
    engine.audit();
    projector.commit({ position, checksum: "" });
    return answer;
  };
  const submitAt = (at: number, command: Unstamped, done: Done): void => {
    if (journalFailure !== null) {
      const result = { unavailable: journalFailure };
      return queueMicrotask(() => done(result));
    }
    const startedAt = performance.now();
    const result = applyAt(at, command);
    const times = { queueMs: 0, journalMs: 0, engineMs: performance.now() - startedAt, batch: result.position };
    queueMicrotask(() => done(result, times));
  };
  const sequencer: Sequencer = {
    submit: (command, done) => submitAt(now, command, done),
    send: (command) => new Promise((resolve) => submitAt(now, command, resolve)),
    submitAt,
    get appliedPosition() {
      return position;
    },
  };
  const apply = (command: Unstamped): Submitted => {
    const answer = applyAt(now, command);
    if (answer.rejection !== null) throw new Error(`${command.type} was refused: ${rejectionWords(answer.rejection)}`);
    return answer;
  };

  for (const { parameters, initialPrice } of configuration.markets) {
    apply({ type: "list_market", parameters, price: initialPrice });
  }
  const statistics = createMarketStatistics(engine, clock);
  listeners.push(statistics.consumer);

  const logged: string[] = [];
  const log = createLog("info", { readable: false, sink: { write: (line) => void logged.push(line) } });
  const history = readerOf(historyQueries(opened.tables));
  const metrics = createMetrics();
  const readiness = new Readiness(metrics.conditions);
  const isJournalWritten = readiness.needed("journal");
  return {
    venue: {
      ...{ configuration, engine, sequencer, clock, history, statistics, log, metrics, readiness },
      ...{ chain: null, receivers: null },
    },
    engine,
    apply,
    tryToApply: (command) => applyAt(now, command),
    setNow: (ms) => {
      now = ms;
    },
    listen: (further) => void listeners.push(further),
    failJournal: (reason = "the disk is full") => {
      journalFailure = reason;
      if (reason === null) isJournalWritten.holds();
      else isJournalWritten.broken(reason);
    },
    logged,
  };
}

function everyOneOf(listeners: readonly Listener[]): Listener {
  const names = Object.keys(silent) as (keyof Listener)[];
  const tellAll =
    (name: keyof Listener) =>
    (...told: never[]) => {
      for (const listener of listeners) (listener[name] as (...told: never[]) => void)(...told);
    };
  return Object.fromEntries(names.map((name) => [name, tellAll(name)])) as unknown as Listener;
}

/** Each command is projected before its answer, so that no read has to wait. */
function readerOf(queries: HistoryQueries): HistoryReader {
  return historyReader(async (name, parameters) => (queries[name] as (...given: unknown[]) => unknown)(...parameters));
}
