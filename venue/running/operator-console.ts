// Opens the operator's part: who may act, the log of acts, and the console. The console has a listener of its own, on
// the loopback unless configured otherwise, so that traders can't reach it and no page that they use shares its origin.

import { join } from "node:path";
import { assert } from "@evermark/engine";
import type { Server } from "bun";
import { ActExecutor, consoleBindings, OperatorActs, ownActs } from "../api/index.ts";
import { ConsoleAuthenticator } from "../auth/console-authenticator.ts";
import { failureAnswer } from "../http/envelope/envelope.ts";
import { requestTarget } from "../http/input/request-target.ts";
import { RateLimits } from "../http/limits/rate-limits.ts";
import { ConsolePages } from "../http/pages/console.ts";
import { createApi } from "../http/routes/server.ts";
import { ActsLog } from "../operation/acts/acts-log.ts";
import { ConsoleKeys } from "../operation/acts/console-keys.ts";
import { besideOr, listeningMistake } from "../operation/host/listening.ts";
import type { Venue } from "../venue.ts";
import { refusal } from "../wire/api-error.ts";
import type { StartContext } from "./start-context.ts";

/** The distance of `beside` from the venue's port. */
const BESIDE = 2_000;
/** Far more than any act needs. */
const BODY_BYTES_SEEN = 65_536;
const IDLE_SECONDS = 30;

interface OperatorParts {
  readonly actExecutor: ActExecutor;
  /** The console's keys. */
  readonly keys: ConsoleKeys;
}

export function openOperator({ paths, clocks, log, ends }: StartContext, venue: Venue): OperatorParts {
  const keys = new ConsoleKeys(paths.operator, log);
  const actsLog = new ActsLog(join(paths.operator, "acts.log"), log);
  ends.opened("operator", () => actsLog.close());
  const acts = new OperatorActs(venue, ownActs({ venue, keys, paths, clocks }));
  return { actExecutor: new ActExecutor({ venue, acts, log: actsLog }), keys };
}

/** @returns its URL; undefined when the configuration turns it off @throws {ConfigurationMistake} when it can't listen there */
export function openConsole(
  { paths, clocks, ends, log }: StartContext,
  venue: Venue,
  { actExecutor, keys }: OperatorParts,
): string | undefined {
  const { configuration, clock } = venue;
  const { host, port } = configuration.console;
  if (port === "off") return undefined;
  const bindings = consoleBindings({ actExecutor, keys, paths, clocks, startedAt: clock.now() });
  const limits = new RateLimits(configuration.limits.factor, () => clock.now());
  const api = createApi(venue, bindings, { console: new ConsoleAuthenticator(venue, keys), limits });
  const pages = new ConsolePages(configuration);
  const listen = (at: number): Server<undefined> => {
    try {
      return Bun.serve({
        ...{ hostname: host, port: at, development: false, reusePort: false },
        ...{ maxRequestBodySize: BODY_BYTES_SEEN, idleTimeout: IDLE_SECONDS },
        routes: api.routes,
        async fetch(request, server) {
          const [path = ""] = requestTarget(request.url).split("?");
          return (await pages.answer(path, request)) ?? api.elsewhere(request, server);
        },
        error(error) {
          log.error({ err: error }, "a request of the operator's console could not be answered");
          return failureAnswer(refusal("unknown"), clock.now());
        },
      });
    } catch (error) {
      throw listeningMistake(error, { host, port: at }, "console.");
    }
  };
  const server = port === "beside" ? besideOr(configuration.port, BESIDE, listen) : listen(port);
  ends.opened("console", () => server.stop(true));
  assert(server.port !== undefined, "a server that listens has a port");
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${server.port}/operator`;
  log.info({ url }, "the operator's console is listening");
  return url;
}
