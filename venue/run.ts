// Puts a venue together and takes it apart: lock, snapshot and journal, then the engine; history and streams behind it,
// the sequencer in front, the server last, so that nothing is answered before everything it rests on is there. The end
// goes the other way. Design 1 and 7.

import {
  assertOneVenue,
  DigestConfirmations,
  dataPaths,
  JournalSequencer,
  journalRemedy,
  journalTrouble,
  keepGenesis,
  lockDataDirectory,
  recover,
  SegmentRounds,
  SnapshotPolicy,
  tracesBeside,
} from "@evermark/core";
import { type Engine, type Millis, priceE8 } from "@evermark/engine";
import { SnapshotStore } from "@evermark/journal";
import type { Logger } from "pino";
import { apiBindings, operatorActsOf, orderBindings } from "./api/index.ts";
import { SignatureVerifier } from "./auth/ed25519.ts";
import { signers } from "./auth/wallet-request.ts";
import { beginChain } from "./chain/chain.ts";
import { Receivers } from "./chain/receivers/receivers.ts";
import { nodeMetrics } from "./chain/rpc/node-standing.ts";
import type { Configuration } from "./configuration/configuration.ts";
import { beginHistory, HistoryReport, knownPosition, refuseLaterHistory } from "./history/index.ts";
import { type Capacity, capacityOf, openFilesMax } from "./http/door/capacity.ts";
import { Doorman } from "./http/door/doorman.ts";
import { FairTurns } from "./http/door/fair-turns.ts";
import { OpenSockets } from "./http/door/open-sockets.ts";
import { RateLimits } from "./http/limits/rate-limits.ts";
import { TrustedProxies } from "./http/proxies/trusted-proxies.ts";
import { createApi } from "./http/routes/server.ts";
import { serve } from "./http/serve.ts";
import { bringUpToConfiguration } from "./operation/genesis.ts";
import { assertHostKnown } from "./operation/listening.ts";
import { createMetrics, type Metrics, sequencerMetrics } from "./operation/metrics.ts";
import { showMetrics } from "./operation/metrics-listener.ts";
import { OperatorDoor } from "./operation/operator-door.ts";
import { type Condition, Readiness } from "./operation/readiness.ts";
import { TickedClock, wholeSecond } from "./operation/time/clock.ts";
import { ClockDoor } from "./operation/time/clock-door.ts";
import { ClockWatch } from "./operation/time/clock-watch.ts";
import { type MachineClocks, machineClocks } from "./operation/time/machine-clocks.ts";
import { Ticker } from "./operation/time/ticker.ts";
import { versions } from "./operation/versions.ts";
import { SimulatedPrices } from "./prices/simulated.ts";
import { createSandboxControls } from "./sandbox/controls.ts";
import { inTurn } from "./statistics/in-turn.ts";
import { StatisticsAtStart } from "./statistics/statistics-at-start.ts";
import { createStreams } from "./streams/streams.ts";
import type { Venue } from "./venue.ts";

export interface RunningVenue {
  /** Base URL of REST and streams. */
  readonly url: string;
  /** Where its metrics are; undefined when they are not shown. */
  readonly metricsUrl: string | undefined;
  readonly venue: Venue;
  /** Answers what is open, makes everything durable, writes a snapshot and lets go of the data directory. */
  stop(): Promise<void>;
  /** Resolves when the venue can't go on, with why; the caller ends the process. */
  readonly failed: Promise<Error>;
}

/**
 * Starts a venue on its data directory.
 * @param clocks the machine's
 * @throws {DirectoryInUse} another process has it
 * @throws {JournalCorrupt} the journal is damaged; the venue must not trade on it
 * @throws {JournalIncomplete} something speaks of more than the journal has
 * @throws {WrittenByNewer} a later version of this program has run on it
 * @throws {ConfigurationMistake} the configuration contradicts the journal or the machine
 */
export async function runVenue(
  configuration: Configuration,
  log: Logger,
  clocks: MachineClocks = machineClocks,
): Promise<RunningVenue> {
  const capacity = capacityOf(configuration, openFilesMax());
  await assertHostKnown(configuration);
  const { release, isOnFile } = lockDataDirectory(configuration.dataDirectory);
  if (isOnFile) log.warn("this file system can't lock a directory: nobody may delete lock.db while the venue runs");
  const opened: Close[] = [release];
  try {
    return await start({ configuration, capacity, log, clocks, unlock: release, opened });
  } catch (error) {
    for (const close of opened.reverse()) await close();
    throw error;
  }
}

type Close = () => Promise<void> | void;

interface StartParts {
  readonly configuration: Configuration;
  readonly capacity: Capacity;
  readonly log: Logger;
  readonly clocks: MachineClocks;
  readonly unlock: () => void;
  /** Gets what has to be closed, last first, if the start fails later on. */
  readonly opened: Close[];
}

async function start({ configuration, capacity, log, clocks, unlock, opened }: StartParts): Promise<RunningVenue> {
  const paths = dataPaths(configuration.dataDirectory);
  log.info(versions, "versions");
  refuseLaterHistory(paths.history);
  const failure = Promise.withResolvers<Error>();
  const fail = (error: unknown, what: string): void => {
    log.fatal({ err: error }, what);
    failure.resolve(error instanceof Error ? error : new Error(String(error)));
  };

  const metrics: Metrics = createMetrics();
  const readiness = new Readiness(metrics.conditions);
  const nodes = nodeMetrics(metrics.registry);
  const chain = await beginChain({
    configuration,
    directory: paths.chain,
    metrics,
    nodeMetrics: nodes,
    readiness,
    log,
  });
  opened.push(() => chain?.stop());
  const isJournalWritten = readiness.needed("journal");
  const report = new HistoryReport({ log, metrics, condition: readiness.useful("history") });
  assertOneVenue(paths);
  const traces = tracesBeside(paths, knownPosition(paths.history));
  const starting = beginHistory({
    dataDirectory: configuration.dataDirectory,
    onFailure: report.failed,
    onRestart: report.restarted,
    onRebuild: report.rebuilt,
    onHeldUp: report.heldUp,
    onProgress: report.progress,
  });
  opened.push(() => starting.close());
  const snapshots = new SnapshotStore({ directory: paths.snapshots });
  let sequencer: JournalSequencer;
  const statisticsAtStart = new StatisticsAtStart(starting);
  const { engine, journal, snapshotPosition } = await recover({
    snapshots,
    journalDirectory: paths.journal,
    segmentBytes: configuration.journal.segmentBytes,
    listener: {
      onDurable: (position) => sequencer.onDurable(position),
      onFailure: (error, firstLost, certain) => sequencer.onFailure(error, firstLost, certain),
      onBatch: (batch) => sequencer.onBatch(batch),
    },
    acceptLoss: configuration.mode === "sandbox",
    traces,
    audience: statisticsAtStart,
    log,
  });
  opened.push(() => journal.close());

  const formerUntil = engine.now;
  const sandbox = configuration.mode === "sandbox";
  const clock = new TickedClock({
    clocks,
    lastAt: engine.now,
    movable: configuration.clock.isMovable,
    limitMs: configuration.clock.jumpLimitMs,
    wasDoubted: engine.venue().clockHalt,
  });
  // Its thread may restore an engine of its own behind the venue's back: what is asked of history waits for that.
  const { statistics, history, completed } = await statisticsAtStart.end(engine, clock, journal.durablePosition);
  sayWhenComplete(log, readiness.useful("statistics"), completed);
  const policy = new SnapshotPolicy({
    engine,
    journal,
    snapshots,
    history,
    configuration: configuration.journal,
    journalDirectory: paths.journal,
    log,
    lastPosition: snapshotPosition,
  });

  const verifier = new SignatureVerifier();
  signers.onDeath = (reason) =>
    log.error({ reason }, "the thread that checks wallet signatures has died and is started again");
  sequencer = new JournalSequencer({
    engine,
    clock,
    observer: sequencerMetrics(metrics),
    lastAt: engine.now,
    appliedPosition: journal.durablePosition,
    audit: configuration.audit,
    onApplied(position) {
      history.durable(position);
      metrics.history.lagCommands.set(position - history.position());
      metrics.markets.inDoubt.set(engine.marketsInDoubt);
      policy.applied(position);
      confirmations.applied(position);
      verifier.applied(engine.now);
    },
    onFault: (error) => fail(error, "the engine found a broken invariant"),
    onJournalState: (error) => sayJournalState(log, isJournalWritten, error),
  });
  const confirmations = new DigestConfirmations(engine, sequencer);
  const receivers = Receivers.of({
    ...{ configuration, engine, sequencer, readiness, log, steady: clocks.steady, environment: process.env },
    registry: metrics.registry,
    nodeMetrics: nodes,
    directory: paths.receivers,
  });
  opened.push(() => receivers?.stop());
  const venue: Venue = {
    ...{ configuration, engine, sequencer, clock, history: history.reads, statistics, log, metrics, readiness },
    chain,
    receivers: receivers?.view ?? null,
  };
  const limits = new RateLimits(configuration.limits.factor, () => clock.now());
  const turns = new FairTurns();
  const streams = createStreams(venue, {
    ...{ verifier, turns },
    orderEntry: { bindings: orderBindings, limits },
    // Not the time of the last tick, behind which the process before this one may have been.
    startedAt: clock.dueSecond + clock.since(clock.dueSecond),
    connectionsMax: capacity.streams,
  });
  opened.push(() => streams.stop());
  sequencer.attach(journal, inTurn(statistics.consumer, streams.consumer));

  await bringUpToConfiguration(engine, sequencer, configuration);
  keepGenesis(paths, log);
  const prices = configuration.prices === "simulated" && sandbox ? simulatedPrices(configuration, engine) : null;
  const watch = new ClockWatch({
    clock,
    wall: clocks.wall,
    sequencer,
    engine,
    door: new ClockDoor(paths),
    isClockRight: readiness.needed("clock"),
    metrics,
    log,
  });
  const operatorDoor = new OperatorDoor({
    folder: paths.operator,
    carryOut: operatorActsOf(venue),
    wall: clocks.wall,
    log,
  });
  const ticker = new Ticker({
    clock,
    sequencer,
    prices,
    tapeStart: tapeStart(engine),
    metrics,
    log,
    onCaughtUp() {
      watch.look();
      operatorDoor.look();
    },
    onFault: (error) => fail(error, "the venue's time can't go on"),
  });
  const controls = sandbox ? createSandboxControls(ticker, prices, chain) : null;
  const api = createApi(venue, apiBindings(controls), { backlogs: streams.backlogs, verifier, limits, formerUntil });
  const server = serve(venue, api, streams, turns);
  opened.push(() => server.stop());
  const shown = showMetrics(venue);
  opened.push(() => shown?.stop());
  const doorman = openDoor(venue, capacity, server.port);
  opened.push(() => doorman?.stop());
  await ticker.start();
  receivers?.start();
  chain?.start(engine, sequencer);
  const rounds = new SegmentRounds({ directory: paths.journal, log, damaged: metrics.journal.damagedSegments });
  rounds.begin();

  return {
    url: server.url,
    metricsUrl: shown?.url,
    venue,
    failed: failure.promise,
    async stop() {
      rounds.stop();
      await receivers?.stop();
      await ticker.stop();
      await chain?.stop();
      await streams.stop();
      await server.stop();
      await shown?.stop();
      doorman?.stop();
      sequencer.close("the venue is shutting down");
      const isInPlace = journal.isInPlace;
      await journal.close();
      // After a fault the engine does not stand where the journal ends, and its state is not to be kept. What has taken the
      // place of a journal that was moved away is someone else's.
      const isSound = isInPlace && sequencer.appliedPosition === journal.durablePosition;
      if (isSound) await policy.finish(journal.durablePosition);
      await history.close();
      unlock();
      log.info({ position: journal.durablePosition }, "stopped");
    },
  };
}

/** An order has less than one of them; over a line of 100 ms it lets half a megabyte a second through. */
const SENT_AHEAD_BYTES = 65_536;

/** Undefined on a system where connections can't be counted. */
function openDoor({ configuration, metrics, log }: Venue, capacity: Capacity, port: number): Doorman | undefined {
  const { openFiles, inAll, ofOne, streams } = capacity;
  const sockets = OpenSockets.of(port);
  if (sockets === undefined) {
    log.warn("connections are not counted on this system: put a proxy in front that does");
    return undefined;
  }
  log.info({ openFiles, inAll, ofOne, streams }, "open files leave room for so many connections");
  if (!sockets.boundSentAhead(SENT_AHEAD_BYTES)) log.warn("the system does not bound what a connection sends ahead");
  const proxies = new TrustedProxies(configuration.trustedProxies);
  return new Doorman({ sockets, capacity, proxies, metrics: metrics.sockets, log });
}

/** The tape of the markets in the engine's order, whatever order the configuration names them in. */
function simulatedPrices(configuration: Configuration, engine: Engine): SimulatedPrices {
  const markets = Array.from({ length: engine.marketCount }, (_, market) => {
    const { parameters, index } = engine.market(market);
    const configured = configuration.markets.find((known) => known.parameters.symbol === parameters.symbol);
    // A market that is no longer configured goes on from where it stands.
    return configured ?? { parameters, initialPrice: priceE8(index * parameters.quoteTick) };
  });
  return new SimulatedPrices(configuration.seed, markets);
}

/** The second in which the venue was new: the tape's seconds count from there, over all restarts. */
function tapeStart(engine: Engine): Millis {
  return wholeSecond(engine.marketCount === 0 ? engine.now : engine.market(0).createdAt);
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
