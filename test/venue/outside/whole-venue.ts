// A whole venue for a test: on a directory of its own and a free port, with journal, history, streams and HTTP, and
// prices set by hand. Within this process it can also be audited from the inside; as a process of its own it is just a
// URL.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, ratioE10 } from "@evermark/engine";
import type { MarketConfiguration } from "@evermark/venue/configuration/configuration.ts";
import { type ConfigurationChanges, sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import type { MachineClocks } from "@evermark/venue/operation/time/machine-clocks.ts";
import { type RunningVenue, runVenue } from "@evermark/venue/run.ts";
import { keptLog, silentLog } from "@evermark/venue/testing/kept-log.ts";
import type { Logger } from "pino";
import { isWhole } from "../../witness/whole.ts";

export interface OutsideVenue {
  readonly url: string;
  /** The base URL of its streams, `ws://…`. */
  readonly socketUrl: string;
  readonly port: number;
  /** Its metrics, as Prometheus text. */
  metrics(): Promise<string>;
  readonly dataDirectory: string;
  /** Log lines at level error or above. */
  readonly errors: readonly string[];
  /** Recomputes everything from scratch. @throws when anything does not add up */
  audit(): void;
  /** The sum of all accounts' holdings, in millionths of a USDC. */
  custody(): number;
  stop(): Promise<void>;
}

/** Limits that are not under test must not interfere. */
const WIDE_LIMITS = { factor: 1_000, connectionsPerIp: 2_000, socketsPerIp: 8_000 };

type VenueChanges = ConfigurationChanges & {
  /** The machine's clocks when absent. */
  readonly clocks?: MachineClocks;
  /** A silent log when absent. */
  readonly log?: Logger;
};

type OutsideChanges = VenueChanges & {
  /** Mark prices equal to the index, and no funding: for tests that count every micro at any time of day. */
  readonly calm?: boolean;
  /** Lists only these markets, for tests that walk time over hours: each market costs work in each second. */
  readonly symbols?: readonly string[];
};

/**
 * Starts a venue on a directory, in this process: a sandbox on a free port with prices set by hand.
 * @param changes to that configuration
 */
export function runInProcess(directory: string, changes: VenueChanges = {}): Promise<RunningVenue> {
  const { clocks, log = silentLog, ...configuration } = changes;
  // With `audit`, a command that breaks an invariant stops the venue at once.
  const usual = { port: 0, prices: "manual", demo: false, audit: true } as const;
  return runVenue(sandboxConfiguration(directory, { ...usual, ...configuration }), log, clocks);
}

/**
 * The same once history has caught up, on a directory of its own unless one is named, and with limits that do not
 * interfere.
 */
export async function startVenue(wanted: OutsideChanges = {}): Promise<OutsideVenue> {
  const { calm = false, symbols, ...changes } = wanted;
  const directory = mkdtempSync(join(tmpdir(), "evermark-outside-"));
  const { markets: usual } = sandboxConfiguration(directory);
  const listed = usual.filter(({ parameters }) => symbols?.includes(parameters.symbol) ?? true);
  const errors: string[] = [];
  const markets = calm ? listed.map(calmed) : listed;
  const venue = await runInProcess(directory, {
    ...{ log: keptLog(errors, "error"), markets, limits: WIDE_LIMITS },
    ...changes,
  });
  while (!isWhole(venue.venue.readiness.reasons())) await Bun.sleep(5);
  return outside(venue, errors, () => rmSync(directory, { recursive: true, force: true }));
}

function calmed({ parameters, ...rest }: MarketConfiguration): MarketConfiguration {
  return { ...rest, parameters: { ...parameters, capFunding: ratioE10(0), floorFunding: ratioE10(0) } };
}

function outside(venue: RunningVenue, errors: readonly string[], forget: () => void): OutsideVenue {
  const { port, host } = new URL(venue.url);
  return {
    url: venue.url,
    socketUrl: `ws://${host}`,
    port: Number(port),
    metrics: () => venue.venue.metrics.text(),
    dataDirectory: venue.venue.configuration.dataDirectory,
    errors,
    audit: () => (venue.venue.engine as Engine).audit(),
    custody: () => venue.venue.engine.custody,
    async stop() {
      await venue.stop();
      forget();
    },
  };
}
