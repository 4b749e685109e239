// Starts and stops a venue: lock, snapshot and journal first, then the engine; history and streams behind it, the sequencer
// in front, the server last, so that nothing is answered before everything it depends on is ready. Each part opens, hands
// over what others need, and registers how it ends; `running/ends.ts` has the order of the ends. Design 1 and 7.

import { lockDataDirectory, SegmentRounds } from "@evermark/core";
import type { Logger } from "pino";
import { orderBindings } from "./api/index.ts";
import { signers } from "./auth/wallets/wallet-request.ts";
import { beginChain } from "./chain/chain.ts";
import { receiverFiles } from "./chain/kept/chain-files.ts";
import { LedTurn } from "./chain/kept/led-turn.ts";
import { Receivers } from "./chain/receivers/receivers.ts";
import { reserveMetrics } from "./chain/reserves/reserve-metrics.ts";
import { Reserves } from "./chain/reserves/reserves.ts";
import type { Configuration } from "./configuration/configuration.ts";
import { refuseLaterHistory } from "./history/index.ts";
import { type Capacity, capacityOf, openFilesMax } from "./http/door/capacity.ts";
import { FairTurns } from "./http/door/fair-turns.ts";
import { RateLimits } from "./http/limits/rate-limits.ts";
import { bringUpToConfiguration } from "./operation/acts/genesis.ts";
import { assertHostKnown } from "./operation/host/listening.ts";
import { versions } from "./operation/reports/versions.ts";
import { type MachineClocks, machineClocks } from "./operation/time/machine-clocks.ts";
import { playDaysBefore } from "./running/days-before.ts";
import { openListeners } from "./running/doors.ts";
import { Ends } from "./running/ends.ts";
import { openNodeTime } from "./running/node-time.ts";
import { openFeeds } from "./running/opened-feeds.ts";
import { openConsole, openOperator } from "./running/operator-console.ts";
import { openTime } from "./running/passing-time.ts";
import { type StartContext, startContextOf } from "./running/start-context.ts";
import { openLedger, type VenueCore } from "./running/venue-core.ts";
import { inTurn } from "./statistics/in-turn.ts";
import { createStreams, type Streams } from "./streams/streams.ts";
import type { Venue } from "./venue.ts";

export interface RunningVenue {
  /** Base URL of REST and streams. */
  readonly url: string;
  /** URL of the metrics; undefined when they are not served. */
  readonly metricsUrl: string | undefined;
  /** URL of the operator's console; undefined when there is none. */
  readonly consoleUrl: string | undefined;
  readonly venue: Venue;
  /** Answers open requests, makes everything durable, writes a snapshot and releases the data directory. */
  stop(): Promise<void>;
  /** Resolves with the reason when the venue can't go on; the caller ends the process. */
  readonly failed: Promise<Error>;
}

/**
 * Starts a venue on its data directory.
 * @param clocks the machine's clocks
 * @throws {DirectoryInUse} another process uses it
 * @throws {JournalCorrupt} the journal is damaged; the venue must not trade on it
 * @throws {JournalIncomplete} other files refer to more than the journal has
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
  if (isOnFile) log.warn("this file system can't lock a directory: lock.db must not be deleted while the venue runs");
  const ends = new Ends();
  ends.opened("directory", release);
  try {
    return await start(startContextOf(configuration, log, clocks, ends), capacity);
  } catch (error) {
    await ends.end();
    throw error;
  }
}

async function start(ground: StartContext, capacity: Capacity): Promise<RunningVenue> {
  const { configuration, log, paths, ends } = ground;
  log.info(versions, "versions");
  refuseLaterHistory(paths.history);
  const chain = await openChain(ground);
  const ledger = await openLedger(ground);
  const { core, engine, sequencer, journal, clock, statistics } = ledger;
  signers.onDeath = (reason) =>
    log.error({ reason }, "the thread that checks wallet signatures has died and is being restarted");
  const feeds = openFeeds(ground, ledger);
  const reserves = openReserves(ground, ledger, chain);
  const receivers = openReceivers(ground, ledger, { feeds, reserves });
  const venue = venueOf(ground, ledger, { chain, receivers: receivers?.view ?? null, feeds, reserves });
  const limits = new RateLimits(configuration.limits.factor, () => clock.now());
  const turns = new FairTurns();
  const streams = openStreams(ground, ledger, { venue, limits, turns, capacity });
  core.attach(inTurn(statistics.consumer, streams.consumer));
  ledger.node?.whenCutOff(() => streams.cutOff());

  if (ledger.node === null) {
    await playDaysBefore(ground, ledger);
    await bringUpToConfiguration(engine, sequencer, configuration);
  }
  core.keepName();
  const operator = openOperator(ground, venue);
  const time =
    ledger.node === null
      ? openTime(ground, ledger, venue, operator.actExecutor, chain)
      : openNodeTime(ground, ledger, venue, operator.actExecutor);
  await time.begin();
  const doors = openListeners(ends, { venue, ledger, streams, limits, turns, capacity, controls: time.controls });
  const consoleUrl = openConsole(ground, venue, operator);
  ends.opened("time", () => time.stop());
  feeds?.start();
  await time.start();
  receivers?.start();
  chain?.start({
    ...{ engine, sequencer, reserves, history: ledger.history.reads },
    leads: () => ledger.leads(),
    notes: ledger.node?.notes ?? null,
  });
  openRounds(ground);
  ledger.started();

  return {
    ...doors,
    consoleUrl,
    venue,
    failed: ground.failed,
    async stop() {
      await ends.end();
      log.info({ position: journal.durablePosition }, "stopped");
    },
  };
}

type Chain = Awaited<ReturnType<typeof beginChain>>;

async function openChain({
  configuration,
  paths,
  metrics,
  nodeMetrics,
  readiness,
  log,
  ends,
}: StartContext): Promise<Chain> {
  const chain = await beginChain({
    configuration,
    directory: paths.chain,
    journal: paths.journal,
    metrics,
    nodeMetrics,
    readiness,
    log,
  });
  ends.opened("chain", () => chain?.stop());
  return chain;
}

function openReserves(
  { configuration, readiness, metrics, clocks, log }: StartContext,
  { engine }: VenueCore,
  chain: Chain,
): Reserves {
  return new Reserves({
    ...{ engine, log, steady: clocks.steady, hasVault: chain !== null, chainId: configuration.chainId },
    vault: () => ({ address: chain?.vault ?? null, contract: chain?.token ?? null }),
    lookAtVault: () => chain?.lookAtVault(),
    alarms: configuration.mode === "production",
    conditions: { reserves: readiness.useful("reserves"), tokens: readiness.useful("receiver_tokens") },
    metrics: reserveMetrics(metrics.registry),
  });
}

interface BesideReceivers {
  readonly feeds: Venue["feeds"];
  readonly reserves: Reserves;
}

function openReceivers(
  ground: StartContext,
  { engine, sequencer, node, leads }: VenueCore,
  { feeds, reserves }: BesideReceivers,
): ReturnType<typeof Receivers.of> {
  const { configuration, readiness, log, clocks, metrics, nodeMetrics, paths, ends } = ground;
  const receivers = Receivers.of({
    ...{ configuration, engine, sequencer, readiness, log, nodeMetrics, reserves },
    steady: clocks.steady,
    worthOf: (symbol) => feeds?.worthInUsdc(symbol) ?? null,
    environment: process.env,
    registry: metrics.registry,
    directory: paths.receivers,
    turn: node && new LedTurn(leads, receiverFiles(node.notes, paths.receivers)),
  });
  ends.opened("receivers", () => receivers?.stop());
  return receivers;
}

function venueOf(
  ground: StartContext,
  ledger: VenueCore,
  outside: Pick<Venue, "chain" | "receivers" | "feeds" | "reserves">,
): Venue {
  const { configuration, log, metrics, readiness } = ground;
  const { engine, sequencer, clock, history, statistics, node } = ledger;
  return {
    upToDate: () => node?.upToDate() ?? null,
    ...{ configuration, engine, sequencer, clock, history: history.reads, statistics, log, metrics, readiness },
    ...outside,
  };
}

interface StreamParts {
  readonly venue: Venue;
  readonly limits: RateLimits;
  readonly turns: FairTurns;
  readonly capacity: Capacity;
}

function openStreams(
  { ends }: StartContext,
  { node, clock, verifier, numbers, passTime }: VenueCore,
  { venue, limits, turns, capacity }: StreamParts,
): Streams {
  const streams = createStreams(venue, {
    ...{ verifier, turns, numbers, passTime },
    orderEntry: { bindings: orderBindings, limits },
    // Not the time of the last tick, because the previous process may have gone beyond it.
    startedAt: node === null ? clock.dueSecond + clock.since(clock.dueSecond) : clock.now(),
    notes: node?.notes,
    connectionsMax: capacity.streams,
  });
  ends.opened("streams", () => streams.stop());
  return streams;
}

function openRounds({ paths, log, metrics, ends }: StartContext): void {
  const rounds = new SegmentRounds({ directory: paths.journal, log, damaged: metrics.journal.damagedSegments });
  ends.opened("rounds", () => rounds.stop());
  rounds.begin();
}
