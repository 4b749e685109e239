// Opens the parts through which clients come in: the server with REST and streams, the metrics listener, and
// the limit on connections.

import { apiBindings } from "../api/index.ts";
import type { Capacity } from "../http/door/capacity.ts";
import { ConnectionLimiter } from "../http/door/connection-limiter.ts";
import type { FairTurns } from "../http/door/fair-turns.ts";
import { OpenSockets } from "../http/door/open-sockets.ts";
import type { RateLimits } from "../http/limits/rate-limits.ts";
import { TrustedProxies } from "../http/proxies/trusted-proxies.ts";
import { createApi } from "../http/routes/server.ts";
import type { SandboxControls } from "../operation/acts/sandbox-controls.ts";
import { showMetrics } from "../operation/reports/metrics-listener.ts";
import type { Streams } from "../streams/streams.ts";
import type { Venue } from "../venue.ts";
import type { Ends } from "./ends.ts";
import { serve } from "./serve.ts";
import type { VenueCore } from "./venue-core.ts";

interface DoorParts {
  readonly venue: Venue;
  readonly ledger: VenueCore;
  readonly streams: Streams;
  readonly limits: RateLimits;
  readonly turns: FairTurns;
  readonly capacity: Capacity;
  readonly controls: SandboxControls | null;
}

interface Doors {
  /** Base URL of REST and streams. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
}

export function openListeners(
  ends: Ends,
  { venue, ledger, streams, limits, turns, capacity, controls }: DoorParts,
): Doors {
  const { verifier, formerUntil } = ledger;
  const api = createApi(venue, apiBindings(controls), { backlogs: streams.backlogs, verifier, limits, formerUntil });
  const server = serve(venue, api, streams, turns);
  ends.opened("server", () => server.stop());
  const shown = showMetrics(venue);
  ends.opened("metrics", () => shown?.stop());
  const doorman = openConnectionLimit(venue, capacity, server.port);
  ends.opened("doorman", () => doorman?.stop());
  return { url: server.url, metricsUrl: shown?.url };
}

/**
 * An order needs less than one of these; on a connection with 100 ms of latency, half a megabyte a second gets through.
 */
const SENT_AHEAD_BYTES = 65_536;

/** Undefined on a system where connections can't be counted. */
function openConnectionLimit(
  { configuration, metrics, log }: Venue,
  capacity: Capacity,
  port: number,
): ConnectionLimiter | undefined {
  const { openFiles, inAll, ofOne, streams } = capacity;
  const sockets = OpenSockets.of(port);
  if (sockets === undefined) {
    log.warn("connections can't be counted on this system: put a proxy in front that limits them");
    return undefined;
  }
  log.info({ openFiles, inAll, ofOne, streams }, "connection limits, by the limit on open files");
  if (!sockets.boundSentAhead(SENT_AHEAD_BYTES))
    log.warn("the system can't limit how much data a connection sends ahead");
  const proxies = new TrustedProxies(configuration.trustedProxies);
  return new ConnectionLimiter({ sockets, capacity, proxies, metrics: metrics.sockets, log });
}
