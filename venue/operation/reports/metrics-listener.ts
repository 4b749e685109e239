// Serves the venue's metrics on a listener of their own, so that no trader can ask for them, and on the loopback unless
// configured otherwise. Writing the text takes a millisecond of the thread that answers orders, so a text is reused for
// a second, however often it is asked for.

import { assert } from "@evermark/engine";
import type { Server } from "bun";
import type { Logger } from "pino";
import type { Configuration } from "../../configuration/configuration.ts";
import { besideOr, listeningMistake } from "../host/listening.ts";
import type { Metrics } from "./metrics.ts";

/** How long a text is reused. */
const KEPT_MS = 1_000;
/** The distance of `beside` from the venue's port. */
const BESIDE = 1_000;

export interface MetricsListener {
  readonly url: string;
  stop(): Promise<void>;
}

interface Parts {
  readonly configuration: Configuration;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * @returns undefined when the configuration turns metrics off
 * @throws {ConfigurationMistake} when it can't listen there
 */
export function showMetrics({ configuration, metrics, log }: Parts): MetricsListener | undefined {
  const { host, port } = configuration.metrics;
  if (port === "off") return undefined;
  const text = new KeptText(metrics);
  const listen = (at: number): Server<undefined> => {
    try {
      return Bun.serve({
        ...{ hostname: host, port: at, development: false, reusePort: false },
        routes: { "/metrics": { GET: async () => answer(await text.read(), metrics) } },
        fetch: () => new Response("not found: there is GET /metrics", { status: 404 }),
      });
    } catch (error) {
      throw listeningMistake(error, { host, port: at }, "metrics.");
    }
  };
  const server = port === "beside" ? besideOr(configuration.port, BESIDE, listen) : listen(port);
  assert(server.port !== undefined, "a server that listens has a port");
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${server.port}/metrics`;
  log.info({ url }, "metrics are served");
  return { url, stop: () => server.stop(true) };
}

function answer(text: string, { contentType }: Metrics): Response {
  return new Response(text, { headers: { "Content-Type": contentType } });
}

/** Writes the text at most once a second. */
class KeptText {
  readonly #metrics: Metrics;
  #text: Promise<string> | undefined;
  #writtenAt = 0;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  read(): Promise<string> {
    const now = performance.now();
    if (this.#text === undefined || now - this.#writtenAt >= KEPT_MS) {
      this.#text = this.#metrics.text();
      this.#writtenAt = now;
    }
    return this.#text;
  }
}
