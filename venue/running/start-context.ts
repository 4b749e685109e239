// The basics that every part of a venue uses while it opens.

import { type DataPaths, dataPaths } from "@evermark/core";
import type { Logger } from "pino";
import { type NodeMetrics, nodeMetrics } from "../chain/rpc/node-states.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { addDiskMetrics } from "../operation/reports/disk-metrics.ts";
import { createMetrics, type Metrics } from "../operation/reports/metrics.ts";
import { Readiness } from "../operation/reports/readiness.ts";
import type { MachineClocks } from "../operation/time/machine-clocks.ts";
import type { Ends } from "./ends.ts";

export interface StartContext {
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly clocks: MachineClocks;
  readonly paths: DataPaths;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Shared by everything that sends requests to a chain's nodes. */
  readonly nodeMetrics: NodeMetrics;
  readonly isSandbox: boolean;
  /** Each part that opens registers its end here. */
  readonly ends: Ends;
  /** Reports that the venue can't go on. */
  fail(error: unknown, what: string): void;
  readonly failed: Promise<Error>;
}

export function startContextOf(
  configuration: Configuration,
  log: Logger,
  clocks: MachineClocks,
  ends: Ends,
): StartContext {
  const metrics = createMetrics();
  addDiskMetrics(metrics.registry, configuration.dataDirectory);
  const failure = Promise.withResolvers<Error>();
  return {
    ...{ configuration, log, clocks, metrics, ends },
    paths: dataPaths(configuration.dataDirectory),
    readiness: new Readiness(metrics.conditions),
    nodeMetrics: nodeMetrics(metrics.registry),
    isSandbox: configuration.mode === "sandbox",
    fail(error, what) {
      log.fatal({ err: error }, what);
      failure.resolve(error instanceof Error ? error : new Error(String(error)));
    },
    failed: failure.promise,
  };
}
