// The venue's metrics in Prometheus' format. Every instrument on a hot path is resolved here, once; using it is one
// addition. `metrics.text()` is what an operator's scraper reads.

import type { SequencerObserver } from "@evermark/core";
import type { Command } from "@evermark/engine";
import { Gauge, Registry } from "prom-client";
import { type Distribution, DistributionFamily, type LabelledCounter, TallyFamily } from "./instruments.ts";
import { addProcessMetrics } from "./process/process-metrics.ts";

/** In milliseconds: from far below one fsync to the time that a client waits. */
export const LATENCY_MS = [
  0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000,
] as const;
const BATCH_COMMANDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096] as const;
const BATCH_BYTES = [256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304] as const;

/** The stages in which the time of a request or command is spent, in their order. */
type Stage = "verify" | "queue" | "engine" | "journal" | "total";

/** The counters of one endpoint; obtained once, when the router is built. */
export interface EndpointMetrics {
  /** Counts one answer. */
  answered(status: number): void;
}

/** Shows whether the venue's conditions hold. */
export interface ConditionMetrics {
  ready(isReady: boolean): void;
  condition(name: string, holds: boolean): void;
}

export interface Metrics {
  readonly registry: Registry;
  /** @param name method and route template, for instance `POST /v1/order` */
  endpoint(name: string): EndpointMetrics;
  /** Observed in milliseconds, shown in seconds. */
  readonly stages: Readonly<Record<Stage, Distribution>>;
  readonly journal: {
    readonly batchCommands: Distribution;
    readonly batchBytes: Distribution;
    readonly syncMs: Distribution;
    /** Position of the last durable command. */
    readonly position: Gauge;
    /** Closed segments found damaged, among those read again since the start. */
    readonly damagedSegments: Gauge;
  };
  /** Called for each command. */
  commands(type: Command["type"]): LabelledCounter;
  /** Commands that the engine refused. */
  readonly rejections: LabelledCounter;
  readonly streams: {
    readonly publicClients: Gauge;
    readonly privateClients: Gauge;
    readonly frames: LabelledCounter;
    readonly bytes: LabelledCounter;
    /** Frames that were not sent because the client did not keep up. */
    readonly dropped: LabelledCounter;
    /** Connections that the venue closed. */
    readonly closed: LabelledCounter;
  };
  readonly sockets: {
    /** Files and connections that the process has open; 0 where the system does not report it. */
    readonly openDescriptors: Gauge;
    /** Connections that were closed because there were too many. */
    readonly turnedAway: LabelledCounter;
  };
  readonly history: {
    /** Commands that are durable but not yet in the history tables. */
    readonly lagCommands: Gauge;
    /** How often its tables were rebuilt. */
    readonly rebuilds: LabelledCounter;
    readonly restarts: LabelledCounter;
    /** Bytes of its file and that file's log, and the part of them that is free for new rows. */
    readonly bytes: Gauge;
    readonly freeBytes: Gauge;
    /** Time of the oldest row in seconds since 1970, by table. */
    readonly oldest: Gauge<"table">;
  };
  readonly clock: {
    /** How late a second's tick ran, in milliseconds. */
    readonly tickLatenessMs: Distribution;
    readonly ticks: LabelledCounter;
    /** How far the machine's clock is ahead of venue time, in seconds. */
    readonly machineAhead: Gauge;
  };
  readonly markets: {
    /** How many markets have an index in doubt. */
    readonly inDoubt: Gauge;
  };
  readonly conditions: ConditionMetrics;
  /** The exposition text. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Creates all instruments in a registry of their own, so that two venues in one process do not share them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  addProcessMetrics(registry);

  const requests = new TallyFamily(registry, "evermark_requests_total", "Answers by endpoint and HTTP status", [
    "endpoint",
    "status",
  ]);
  const commands = new TallyFamily(registry, "evermark_commands_total", "Commands applied by the engine", ["type"]);
  const byType: Partial<Record<Command["type"], LabelledCounter>> = {};
  const frames = new TallyFamily(registry, "evermark_stream_frames_total", "Frames to stream clients", ["result"]);
  const single = (name: string, help: string): LabelledCounter => new TallyFamily(registry, name, help, []).of();
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const latency = (name: string, help: string, labelNames: readonly string[] = []): DistributionFamily =>
    new DistributionFamily(registry, { name, help, labelNames, scale: 0.001 });
  const sizes = (name: string, help: string, bounds: readonly number[]): Distribution =>
    new DistributionFamily(registry, { name, help, labelNames: [], scale: 1 }).with(bounds);

  const stages = latency(
    "evermark_stage_seconds",
    "Time of requests (verify, total) and commands (queue, engine, journal) by stage",
    ["stage"],
  );
  const stage = (name: Stage): Distribution => stages.with(LATENCY_MS, { stage: name });

  return {
    registry,
    endpoint: (name) => endpointMetrics(requests, name),
    stages: {
      verify: stage("verify"),
      queue: stage("queue"),
      engine: stage("engine"),
      journal: stage("journal"),
      total: stage("total"),
    },
    journal: {
      batchCommands: sizes("evermark_journal_batch_commands", "Commands per journal batch", BATCH_COMMANDS),
      batchBytes: sizes("evermark_journal_batch_bytes", "Bytes per journal batch", BATCH_BYTES),
      syncMs: latency("evermark_journal_sync_seconds", "Time until a batch was on disk").with(LATENCY_MS),
      position: gauge("evermark_journal_position", "Position of the last durable command"),
      damagedSegments: gauge(
        "evermark_journal_damaged_segments",
        "Closed journal segments that were found to be damaged",
      ),
    },
    commands(type) {
      byType[type] ??= commands.of({ type });
      return byType[type];
    },
    rejections: single("evermark_rejections_total", "Commands that the engine refused"),
    streams: {
      publicClients: gauge("evermark_stream_public_clients", "Open public stream connections"),
      privateClients: gauge("evermark_stream_private_clients", "Open private stream connections"),
      frames: frames.of({ result: "sent" }),
      dropped: frames.of({ result: "dropped" }),
      bytes: single("evermark_stream_bytes_total", "Bytes of frames to stream clients"),
      closed: single("evermark_stream_closed_total", "Stream connections that the venue closed"),
    },
    sockets: {
      openDescriptors: gauge("evermark_open_descriptors", "Files and connections that the process has open"),
      turnedAway: single(
        "evermark_sockets_turned_away_total",
        "Connections that were closed because there were too many",
      ),
    },
    history: {
      lagCommands: gauge("evermark_history_lag_commands", "Durable commands that history has not processed yet"),
      rebuilds: single("evermark_history_rebuilds_total", "Number of times that history was rebuilt"),
      restarts: single(
        "evermark_history_restarts_total",
        "Number of times that the history thread died and was restarted",
      ),
      bytes: gauge("evermark_history_bytes", "Bytes of history's file and of its log"),
      freeBytes: gauge("evermark_history_free_bytes", "Free space in them, which new rows fill first"),
      oldest: new Gauge({
        name: "evermark_history_oldest_seconds",
        help: "Venue time at which the oldest row of a table began, for tables whose rows are deleted after a time",
        labelNames: ["table"],
        registers: [registry],
      }),
    },
    clock: {
      tickLatenessMs: latency("evermark_tick_lateness_seconds", "Delay of the tick of a second").with(LATENCY_MS),
      ticks: single("evermark_ticks_total", "Ticks of the venue's clock"),
      machineAhead: gauge("evermark_clock_ahead_seconds", "How far the machine's clock is ahead of venue time"),
    },
    markets: { inDoubt: gauge("evermark_markets_in_doubt", "Markets whose index is in doubt") },
    conditions: conditionMetrics(registry),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Measures the sequencer's batches and commands. */
export function sequencerMetrics({ journal, stages, commands, rejections }: Metrics): SequencerObserver {
  return {
    batch(batch) {
      journal.batchCommands.observe(batch.records);
      journal.batchBytes.observe(batch.bytes);
      journal.syncMs.observe(batch.syncMs);
      journal.position.set(batch.position);
    },
    applied(type, { engineMs, journalMs, queueMs }, isRefused) {
      stages.engine.observe(engineMs);
      stages.journal.observe(journalMs);
      stages.queue.observe(queueMs);
      commands(type).add();
      if (isRefused) rejections.add();
    },
  };
}

function endpointMetrics(requests: TallyFamily, endpoint: string): EndpointMetrics {
  const byStatus: LabelledCounter[] = [];
  return {
    answered(status) {
      let tally = byStatus[status];
      if (tally === undefined) {
        tally = requests.of({ endpoint, status: String(status) });
        byStatus[status] = tally;
      }
      tally.add();
    },
  };
}

function conditionMetrics(registry: Registry): ConditionMetrics {
  const registers = [registry];
  const ready = new Gauge({
    name: "evermark_ready",
    help: "1 while commands are accepted, as GET /ready reports",
    registers,
  });
  const held = new Gauge({
    name: "evermark_condition_holds",
    help: "1 while a condition of the venue's work holds",
    labelNames: ["condition"],
    registers,
  });
  return {
    ready: (isReady) => ready.set(Number(isReady)),
    condition: (condition, holds) => held.set({ condition }, Number(holds)),
  };
}
