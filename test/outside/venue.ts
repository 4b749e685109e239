// A whole venue for a test: on a directory of its own and a free port, with journal, history, streams and HTTP, prices
// by hand. Within this process it can also be audited from the inside; as a process of its own it is just a URL.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "@evermark/engine";
import type { Configuration } from "@evermark/venue/configuration.ts";
import { sandboxConfiguration } from "@evermark/venue/load-configuration.ts";
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

/** @param changes over a sandbox with manual prices and wide limits */
export async function startVenue(changes: Partial<Configuration> = {}): Promise<OutsideVenue> {
  const directory = mkdtempSync(join(tmpdir(), "evermark-outside-"));
  const defaults = sandboxConfiguration(directory);
  const errors: string[] = [];
  const venue = await runVenue(
    {
      ...defaults,
      port: 0,
      prices: "manual",
      demo: false,
      ...changes,
      limits: { ...defaults.limits, ...WIDE_LIMITS, ...changes.limits },
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
