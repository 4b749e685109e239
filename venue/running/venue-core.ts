// Opens the part that holds what has happened: the journal, the engine restored from it, history and statistics behind
// the engine, and the sequencer in front. It ends with a snapshot. Design 2.

import {
  assertOneVenue,
  type Core,
  type CoreOptions,
  journalRemedy,
  journalTrouble,
  type OpenedCore,
  openCore,
  type Sequencer,
  tracesBeside,
  type VenueClock,
} from "@evermark/core";
import type { NodeCore, OpenedNode } from "@evermark/core/cluster/host/index.ts";
import { type Engine, WrittenByNewer } from "@evermark/engine";
import type { Journal } from "@evermark/journal";
import type { Logger } from "pino";
import { SignatureVerifier } from "../auth/signatures/ed25519.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { beginHistory, type History, knownPosition, type StartingHistory } from "../history/index.ts";
import { HistoryReport } from "../operation/reports/history-report.ts";
import { sequencerMetrics } from "../operation/reports/metrics.ts";
import type { Condition } from "../operation/reports/readiness.ts";
import { versions } from "../operation/reports/versions.ts";
import { AppliedTime } from "../operation/time/applied-time.ts";
import { TickedClock } from "../operation/time/clock.ts";
import type { FedMarketStatistics } from "../statistics/market-statistics.ts";
import { StatisticsAtStart } from "../statistics/statistics-at-start.ts";
import { NumbersAtStart } from "../streams/numbers-at-start.ts";
import { countsFromBeginning, NUMBERS_BESIDE, type StreamNumbers } from "../streams/stream-numbers.ts";
import { openingOf } from "./opening.ts";
import type { StartContext } from "./start-context.ts";

/** The parts that every venue has, with or without a cluster. */
interface LedgerParts {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly sequencer: Sequencer;
  readonly history: History;
  readonly statistics: FedMarketStatistics;
  readonly verifier: SignatureVerifier;
  /** Whether this process acts for the venue towards the outside; always true without a cluster. */
  leads(): boolean;
  /** The numbers of the streams' frames. */
  readonly numbers: StreamNumbers;
  /** A venue time before which no command will be applied any more; null on a cluster node, which reports it with each batch. */
  readonly passTime: (() => number) | null;
  /** The venue time up to which an earlier process may have answered. */
  readonly formerUntil: number;
  /** Called when the start is complete: from now on the end writes a snapshot. */
  started(): void;
}

export interface SingleCore extends LedgerParts {
  readonly node: null;
  readonly core: Core;
  readonly clock: TickedClock;
}

/** The ledger of a cluster node: its journal is a copy, and the leader sets its time. */
export interface ClusterCore extends LedgerParts {
  readonly node: NodeCore;
  readonly core: NodeCore;
  readonly clock: AppliedTime;
  /** From now on calls the listener after each applied batch. */
  onBatch(listener: (at: number) => void): void;
}

export type VenueCore = SingleCore | ClusterCore;

export async function openLedger(ground: StartContext): Promise<VenueCore> {
  const { configuration, log, paths, ends } = ground;
  assertOneVenue(paths);
  const traces = tracesBeside(paths, knownPosition(paths.history));
  const starting = startHistory(ground);
  ends.opened("history", () => starting.close());
  const statistics = new StatisticsAtStart(starting);
  const audience = new NumbersAtStart(statistics);
  const options = { paths, traces, settings: configuration.journal, audience, log };
  const beginning = { ground, statistics, audience };
  return configuration.cluster === null
    ? openAlone(beginning, await openCore({ ...options, acceptLoss: ground.isSandbox }))
    : openAsNode(beginning, await openNodeOf(configuration.cluster, ground, options));
}

interface Beginning {
  readonly ground: StartContext;
  readonly statistics: StatisticsAtStart;
  readonly audience: NumbersAtStart;
}

async function openAlone({ ground, ...audience }: Beginning, opened: OpenedCore): Promise<SingleCore> {
  const { configuration, log, clocks, readiness } = ground;
  const { engine } = opened;
  const isJournalWritten = readiness.needed("journal");
  const clock = new TickedClock({
    clocks,
    lastAt: engine.now,
    movable: configuration.clock.isMovable,
    limitMs: configuration.clock.jumpLimitMs,
    wasDoubted: engine.venue().clockHalt,
  });
  const behind = await openFollowers(ground, audience, { ...opened, clock });
  const core = opened.begin({
    ...{ clock, audit: configuration.audit },
    ...behind.following,
    onJournalState: (error) => sayJournalState(log, isJournalWritten, error),
  });
  return {
    ...behind.parts,
    ...{ node: null, core, clock, sequencer: core.sequencer, leads: () => true },
    passTime: () => core.sequencer.passTime(),
    started: endsWith(ground, core),
  };
}

async function openAsNode({ ground, ...audience }: Beginning, opened: OpenedNode): Promise<ClusterCore> {
  const clock = new AppliedTime(opened.at, ground.clocks.steady, ground.configuration.clock.isMovable);
  const behind = await openFollowers(ground, audience, { ...opened, clock });
  let notify = (_at: number): void => {};
  const core = opened.begin({
    ...behind.following,
    onBatch(at) {
      if (ground.configuration.audit) opened.engine.audit();
      clock.applied(at);
      behind.parts.numbers.public.timePassed(at);
      notify(at);
    },
  });
  return {
    ...behind.parts,
    ...{ node: core, core, clock, sequencer: core.sequencer, leads: () => core.holdsLead, passTime: null },
    onBatch(listener) {
      notify = listener;
    },
    started: endsWith(ground, core),
  };
}

/** Imported here because only a cluster node needs the database's code. */
async function openNodeOf(
  cluster: NonNullable<Configuration["cluster"]>,
  { configuration, clocks }: StartContext,
  options: Omit<CoreOptions, "acceptLoss">,
): Promise<OpenedNode> {
  const { openNode } = await import("@evermark/core/cluster/host/index.ts");
  const { shared, mode, clock } = configuration;
  return openNode({
    ...{ ...options, ...cluster, version: versions.evermark },
    ...{ configuration: shared, isProduction: mode === "production", isMovable: clock.isMovable },
    isUsable: countsFromBeginning,
    mayBeginLate: configuration.history.database !== null,
    isJournalPruned: configuration.journal.pruneShared,
    opening: () => openingOf(configuration, clocks.wall()),
  });
}

interface OpenedEngine {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly clock: VenueClock;
}

/** Opens history and statistics behind the engine, and what follows each durable batch. */
async function openFollowers(
  ground: StartContext,
  { statistics: atStart, audience }: Omit<Beginning, "ground">,
  { engine, journal, clock }: OpenedEngine,
) {
  const { log, metrics, readiness, ends } = ground;
  ends.opened("journal", () => journal.close());
  const formerUntil = engine.now;
  // History's thread may still be restoring an engine of its own; queries to history wait for that.
  const numbers = audience.end();
  const { statistics, history, completed } = await atStart.end(engine, clock, journal.durablePosition);
  ends.opened("history", () => history.close());
  sayWhenComplete(log, readiness.useful("statistics"), completed);
  const verifier = new SignatureVerifier();
  return {
    parts: { engine, journal, history, statistics, verifier, numbers, formerUntil },
    following: {
      ...{ observer: sequencerMetrics(metrics), history },
      beside: () => ({ [NUMBERS_BESIDE]: numbers.written() }),
      onApplied(position: number) {
        history.durable(position);
        // In a cluster, another node may have written rows of commands that this node has not applied yet.
        metrics.history.lagCommands.set(Math.max(0, position - history.position()));
        metrics.markets.inDoubt.set(engine.marketsInDoubt);
        verifier.applied(engine.now);
      },
      onFault: (error: unknown) => ground.fail(error, whatFailed(error)),
    },
  };
}

/** Only another node, of a newer version, can have written such a command. */
function whatFailed(error: unknown): string {
  if (error instanceof WrittenByNewer) return "the venue goes on under what this version can't carry out";
  return "the engine found a broken invariant";
}

function endsWith({ ends }: StartContext, core: Pick<Core, "stop">): () => void {
  return () => ends.opened("journal", () => core.stop("the venue is shutting down"));
}

function startHistory({ configuration, log, metrics, readiness }: StartContext): StartingHistory {
  const report = new HistoryReport({ log, metrics, condition: readiness.useful("history") });
  return beginHistory({
    dataDirectory: configuration.dataDirectory,
    retention: configuration.history.days,
    isBehindEngine: configuration.cluster !== null,
    database: configuration.history.database,
    onFailure: report.failed,
    onRestart: report.restarted,
    onRebuild: report.rebuilt,
    onHeldUp: report.heldUp,
    onProgress: report.progress,
    onKept: report.kept,
  });
}

function sayWhenComplete(log: Logger, areComplete: Condition, completed: Promise<void>): void {
  areComplete.broken("the figures of the last 24 hours know only what has happened since the start");
  completed.then(areComplete.holds, (err) => log.warn({ err }, "the figures of the last 24 hours stay incomplete"));
}

function sayJournalState(log: Logger, isWritten: Condition, error: Error | null): void {
  if (error === null) {
    isWritten.holds();
    log.info("the journal can be written again; trading resumes");
    return;
  }
  isWritten.broken(journalTrouble(error));
  log.error(
    { err: error, remedy: journalRemedy(error) },
    "the journal can't be written; commands are refused until it can",
  );
}
