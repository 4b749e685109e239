// A whole venue for a test: on a directory of its own and a free port, with journal, history, streams and HTTP, prices
// by hand. Within this process it can also be audited from the inside; as a process of its own it is just a URL.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "@evermark/engine";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { createLog } from "@evermark/venue/log.ts";
import { type RunningVenue, runVenue } from "@evermark/venue/run.ts";

export interface OutsideVenue {
  readonly url: string;
  /** `ws://…` of the same place. */
  readonly socketUrl: string;
  readonly port: number;
  /** What went to the log at level error or above. */
  readonly errors: readonly string[];
  /** Recomputes everything from scratch. @throws when anything does not add up */
  audit(): void;
  stop(): Promise<void>;
}

/** Limits that are not under test must not be in the way. */
const WIDE_LIMITS = { factor: 1_000, connectionsPerIp: 2_000 };

export interface VenueChanges extends Partial<Omit<Configuration, "limits">> {
  /** A sandbox's own limits with these changes; wide ones when absent. */
  readonly limits?: Partial<Configuration["limits"]>;
}

/** @param changes over a sandbox with manual prices */
export async function startVenue({ limits = WIDE_LIMITS, ...changes }: VenueChanges = {}): Promise<OutsideVenue> {
  const directory = mkdtempSync(join(tmpdir(), "evermark-outside-"));
  const defaults = sandboxConfiguration(directory);
  const errors: string[] = [];
  const venue = await runVenue(
    {
      ...defaults,
      port: 0,
      prices: "manual",
      demo: false,
      // A command that breaks an invariant stops the venue there and then.
      audit: true,
      ...changes,
      limits: { ...defaults.limits, ...limits },
    },
    createLog("error", { readable: false, sink: { write: (line) => errors.push(line) } }),
  );
  return outside(venue, errors, () => rmSync(directory, { recursive: true, force: true }));
}

function outside(venue: RunningVenue, errors: readonly string[], forget: () => void): OutsideVenue {
  const { port, host } = new URL(venue.url);
  return {
    url: venue.url,
    socketUrl: `ws://${host}`,
    port: Number(port),
    errors,
    audit: () => (venue.venue.engine as Engine).audit(),
    async stop() {
      await venue.stop();
      forget();
    },
  };
}
