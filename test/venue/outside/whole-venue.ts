// A whole venue for a test: on a directory of its own and a free port, with journal, history, streams and HTTP, prices
// by hand. Within this process it can also be audited from the inside; as a process of its own it is just a URL.

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
  /** `ws://…` of the same place. */
  readonly socketUrl: string;
  readonly port: number;
  /** What it measures, as text. */
  metrics(): Promise<string>;
  readonly dataDirectory: string;
  /** What went to the log at level error or above. */
  readonly errors: readonly string[];
  /** Recomputes everything from scratch. @throws when anything does not add up */
  audit(): void;
  /** All that its accounts hold, in millionths of a USDC. */
  custody(): number;
  stop(): Promise<void>;
}

/** Limits that are not under test must not be in the way. */
const WIDE_LIMITS = { factor: 1_000, connectionsPerIp: 2_000, socketsPerIp: 8_000 };

type VenueChanges = ConfigurationChanges & {
  /** The machine's when absent. */
  readonly clocks?: MachineClocks;
  /** One that says nothing when absent. */
  readonly log?: Logger;
};

type OutsideChanges = VenueChanges & {
  /** Marks that are the index and nothing else, and no funding: for tests that count every micro at any time of day. */
  readonly calm?: boolean;
  /** Only these of its markets, where time is walked for hours: each costs a look in each second. */
  readonly symbols?: readonly string[];
};

/**
 * A venue on a directory, in this process: a sandbox on a free port with prices by hand.
 * @param changes over that
 */
export function runInProcess(directory: string, changes: VenueChanges = {}): Promise<RunningVenue> {
  const { clocks, log = silentLog, ...configuration } = changes;
  // A command that breaks an invariant stops the venue there and then.
  const usual = { port: 0, prices: "manual", demo: false, audit: true } as const;
  return runVenue(sandboxConfiguration(directory, { ...usual, ...configuration }), log, clocks);
}

/** The same once it is whole, on a directory of its own unless one is named, and with limits that are in no way. */
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
