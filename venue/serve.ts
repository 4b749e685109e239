// The one port of the venue: REST, streams, health and metrics behind Bun's HTTP server.

import { assert } from "@evermark/engine/fault.ts";
import type { Api } from "./api/server/server.ts";
import { refusal } from "./api-error.ts";
import { failureAnswer } from "./envelope.ts";
import { targetStart } from "./request-target.ts";
import type { Connection } from "./streams/connection.ts";
import type { Streams } from "./streams/streams.ts";
import type { Venue } from "./venue.ts";

interface Served {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections, and returns once what is open has been answered. */
  stop(): Promise<void>;
}

/** Time for open answers at a clean end; whoever has not read its answer by then is cut off. */
const DRAIN_MS = 5_000;

/** @throws what the operating system says, for instance that the port is in use */
export function serve({ configuration, log, clock }: Venue, api: Api, streams: Streams): Served {
  const server = Bun.serve<Connection>({
    hostname: configuration.host,
    port: configuration.port,
    // The API answers 413 above its own limit; this is the bound for what it never gets to see.
    maxRequestBodySize: configuration.limits.bodyBytes * 2,
    // A client that stalls in the middle of a request gives its place back.
    idleTimeout: 30,
    fetch(request, bun) {
      // Everything up to here is cheap: streams are told apart by their path alone.
      if (isStream(request.url)) return streams.upgrade(request, bun);
      return api.fetch(request, bun);
    },
    websocket: streams.websocket,
    // The server's own page about an error shows our source.
    development: false,
    // Outside its development mode the server would let a second venue listen on the same port.
    reusePort: false,
    error(error) {
      log.error({ err: error }, "a request could not be answered");
      return failureAnswer(refusal("unknown"), clock.now());
    },
  });
  const { hostname, port } = server;
  assert(port !== undefined, "a server that listens has a port");
  const host = hostname?.includes(":") ? `[${hostname}]` : hostname;
  return {
    url: `http://${host}:${port}`,
    port,
    async stop() {
      await Promise.race([server.stop(), Bun.sleep(DRAIN_MS)]);
      await server.stop(true);
    },
  };
}

function isStream(url: string): boolean {
  return url.startsWith("/ws/", targetStart(url));
}
