// A whole venue for a test: on a directory of its own and a free port, with journal, history, streams and HTTP, prices
// by hand. Within this process it can also be audited from the inside; as a process of its own it is just a URL.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, ratioE10 } from "@evermark/engine";
import type { Configuration, MarketConfiguration } from "@evermark/venue/configuration/configuration.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { createLog } from "@evermark/venue/operation/reports/log.ts";
import type { MachineClocks } from "@evermark/venue/operation/time/machine-clocks.ts";
import { type RunningVenue, runVenue } from "@evermark/venue/run.ts";
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

interface VenueChanges extends Partial<Omit<Configuration, "limits">> {
  /** A sandbox's own limits with these changes; wide ones when absent. */
  readonly limits?: Partial<Configuration["limits"]>;
  /** Marks that are the index and nothing else, and no funding: for tests that count every micro at any time of day. */
  readonly calm?: boolean;
  /** Only these of its markets, where time is walked for hours: each costs a look in each second. */
  readonly symbols?: readonly string[];
  /** The machine's when absent. */
  readonly clocks?: MachineClocks;
}

/** @param changes over a sandbox with manual prices */
export async function startVenue(wanted: VenueChanges = {}): Promise<OutsideVenue> {
  const { limits = WIDE_LIMITS, calm = false, symbols, clocks, ...changes } = wanted;
  const directory = mkdtempSync(join(tmpdir(), "evermark-outside-"));
  const defaults = sandboxConfiguration(directory);
  const listed = defaults.markets.filter(({ parameters }) => symbols?.includes(parameters.symbol) ?? true);
  const errors: string[] = [];
  const venue = await runVenue(
    {
      ...defaults,
      port: 0,
      prices: "manual",
      demo: false,
      // A command that breaks an invariant stops the venue there and then.
      audit: true,
      markets: calm ? listed.map(calmed) : listed,
      ...changes,
      limits: { ...defaults.limits, ...limits },
    },
    createLog("error", { readable: false, sink: { write: (line) => errors.push(line) } }),
    clocks,
  );
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
