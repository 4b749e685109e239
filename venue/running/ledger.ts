// The part that holds what has happened: the journal, the engine that it restores, history and statistics behind it, and
// the sequencer in front. It ends with a snapshot. Design 2.

import {
  assertOneVenue,
  type Core,
  journalRemedy,
  journalTrouble,
  openCore,
  type Sequencer,
  tracesBeside,
} from "@evermark/core";
import type { Engine } from "@evermark/engine";
import type { Journal } from "@evermark/journal";
import type { Logger } from "pino";
import { SignatureVerifier } from "../auth/signatures/ed25519.ts";
import { beginHistory, type History, knownPosition } from "../history/index.ts";
import { HistoryReport } from "../operation/reports/history-report.ts";
import { sequencerMetrics } from "../operation/reports/metrics.ts";
import type { Condition } from "../operation/reports/readiness.ts";
import { TickedClock } from "../operation/time/clock.ts";
import type { FedMarketStatistics } from "../statistics/market-statistics.ts";
import { StatisticsAtStart } from "../statistics/statistics-at-start.ts";
import type { Ground } from "./ground.ts";

export interface Ledger {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly core: Core;
  /** The core's. */
  readonly sequencer: Sequencer;
  readonly clock: TickedClock;
  readonly history: History;
  readonly statistics: FedMarketStatistics;
  readonly verifier: SignatureVerifier;
  /** Venue time up to which a former process may have answered. */
  readonly formerUntil: number;
  /** The start is over: from now on the end takes a snapshot. */
  started(): void;
}

export async function openLedger(ground: Ground): Promise<Ledger> {
  const { configuration, log, clocks, paths, metrics, readiness, ends } = ground;
  const isJournalWritten = readiness.needed("journal");
  const report = new HistoryReport({ log, metrics, condition: readiness.useful("history") });
  assertOneVenue(paths);
  const traces = tracesBeside(paths, knownPosition(paths.history));
  const starting = beginHistory({
    dataDirectory: configuration.dataDirectory,
    retention: configuration.history.days,
    onFailure: report.failed,
    onRestart: report.restarted,
    onRebuild: report.rebuilt,
    onHeldUp: report.heldUp,
    onProgress: report.progress,
    onKept: report.kept,
  });
  ends.opened("history", () => starting.close());
  const statisticsAtStart = new StatisticsAtStart(starting);
  const opened = await openCore({
    paths,
    traces,
    settings: configuration.journal,
    acceptLoss: ground.isSandbox,
    audience: statisticsAtStart,
    log,
  });
  const { engine, journal } = opened;
  ends.opened("journal", () => journal.close());

  const formerUntil = engine.now;
  const clock = new TickedClock({
    clocks,
    lastAt: engine.now,
    movable: configuration.clock.isMovable,
    limitMs: configuration.clock.jumpLimitMs,
    wasDoubted: engine.venue().clockHalt,
  });
  // Its thread may restore an engine of its own behind the venue's back: what is asked of history waits for that.
  const { statistics, history, completed } = await statisticsAtStart.end(engine, clock, journal.durablePosition);
  ends.opened("history", () => history.close());
  sayWhenComplete(log, readiness.useful("statistics"), completed);
  const verifier = new SignatureVerifier();
  const core = opened.begin({
    clock,
    observer: sequencerMetrics(metrics),
    audit: configuration.audit,
    history,
    onApplied(position) {
      history.durable(position);
      metrics.history.lagCommands.set(position - history.position());
      metrics.markets.inDoubt.set(engine.marketsInDoubt);
      verifier.applied(engine.now);
    },
    onFault: (error) => ground.fail(error, "the engine found a broken invariant"),
    onJournalState: (error) => sayJournalState(log, isJournalWritten, error),
  });
  return {
    ...{ core, engine, journal, sequencer: core.sequencer, clock, history, statistics, verifier, formerUntil },
    started: () => ends.opened("journal", () => core.stop("the venue is shutting down")),
  };
}

function sayWhenComplete(log: Logger, areComplete: Condition, completed: Promise<void>): void {
  areComplete.broken("the figures of the last 24 hours know only what has happened since the start");
  completed.then(areComplete.holds, (err) => log.warn({ err }, "the figures of the last 24 hours stay incomplete"));
}

function sayJournalState(log: Logger, isWritten: Condition, error: Error | null): void {
  if (error === null) {
    isWritten.holds();
    log.info("the journal can be written again; trading goes on");
    return;
  }
  isWritten.broken(journalTrouble(error));
  log.error(
    { err: error, remedy: journalRemedy(error) },
    "the journal can't be written; commands are refused until it can",
  );
}
