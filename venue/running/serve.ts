// The venue's public port: REST, streams, health, reference pages and the terminal, served by Bun's HTTP server.

import { assert } from "@evermark/engine";
import type { Server } from "bun";
import type { Configuration } from "../configuration/configuration.ts";
import { Entrance, type FileDoor } from "../http/door/entrance.ts";
import type { FairTurns } from "../http/door/fair-turns.ts";
import { failureAnswer } from "../http/envelope/envelope.ts";
import { requestTarget } from "../http/input/request-target.ts";
import { filePaths, ReferencePages } from "../http/pages/reference.ts";
import { TerminalPages } from "../http/pages/terminal.ts";
import type { Api } from "../http/routes/server.ts";
import { listeningMistake } from "../operation/host/listening.ts";
import type { StreamConnection } from "../streams/stream-connection.ts";
import type { Streams } from "../streams/streams.ts";
import type { Venue } from "../venue.ts";
import { refusal } from "../wire/api-error.ts";

interface Served {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Accepts no more connections, and resolves once open requests have been answered. */
  stop(): Promise<void>;
}

/** The time for open answers at a clean end; a client that has not read its answer by then is cut off. */
const DRAIN_MS = 5_000;
const DRAIN_LOOK_MS = 10;

/** For larger bodies the server itself answers 413; up to this the API does, with the endpoint's own limit in the message. */
const BODY_BYTES_SEEN = 2_097_152;

/** @throws {ConfigurationMistake} when the venue can't listen there, for instance because the port is in use */
export function serve(venue: Venue, api: Api, streams: Streams, turns: FairTurns): Served {
  try {
    return listen(venue, api, streams, new Entrance<Server<StreamConnection>>(venue, turns));
  } catch (error) {
    throw listeningMistake(error, venue.configuration);
  }
}

function listen(
  { configuration, log, clock }: Venue,
  api: Api,
  streams: Streams,
  entrance: Entrance<Server<StreamConnection>>,
): Served {
  const files = { ...referenceRoutes(configuration), ...terminalRoutes(configuration, api) };
  const server = Bun.serve<StreamConnection>({
    hostname: configuration.host,
    port: configuration.port,
    maxRequestBodySize: BODY_BYTES_SEEN,
    // A client that stalls in the middle of a request loses its place.
    idleTimeout: 30,
    routes: {
      ...Object.fromEntries(Object.entries(api.routes).map(([path, answer]) => [path, entrance.to(answer)])),
      ...Object.fromEntries(Object.entries(files).map(([path, answer]) => [path, entrance.toFiles(answer)])),
      "/ws/*": entrance.toStreams((request, bun) => streams.upgrade(request, bun)),
    },
    // A path without a route does not exist, even if it would match one after its dot segments are resolved.
    fetch: entrance.to(api.elsewhere),
    websocket: streams.websocket,
    // The server's own error page shows source code.
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
      server.stop().catch((err) => log.error({ err }, "the server did not stop cleanly"));
      // Does not wait for idle connections, which have no open request.
      const end = performance.now() + DRAIN_MS;
      while (server.pendingRequests > 0 && performance.now() < end) await Bun.sleep(DRAIN_LOOK_MS);
      await server.stop(true);
    },
  };
}

type FileRoutes = Readonly<Record<string, FileDoor<Server<StreamConnection>>>>;

/** The venue's reference: documents for programs, pages for people. */
function referenceRoutes(configuration: Configuration): FileRoutes {
  let pages: ReferencePages | undefined;
  const answer = (path: (typeof filePaths)[number]) => (request: Request, bun: Server<StreamConnection>) => {
    pages ??= new ReferencePages(configuration, bun.port);
    return pages.answer(path, request);
  };
  return Object.fromEntries(filePaths.map((path) => [path, answer(path)]));
}

/** The pages on which people trade. */
function terminalRoutes(configuration: Configuration, api: Api): FileRoutes {
  const pages = new TerminalPages(configuration);
  const answer = async (request: Request, bun: Server<StreamConnection>) =>
    (await pages.answer(new URL(requestTarget(request.url), "http://venue").pathname, request)) ??
    api.elsewhere(request, bun);
  return { "/": answer, "/terminal/*": answer };
}
