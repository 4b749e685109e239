// Load on a REST server, closed: connections that stay open, each sending its next request when the last one is answered.
// It finds the highest rate of a server. How long an answer takes at less than that is for open-load.ts to say.

import type { RequestSource } from "./request-source.ts";
import { type Answer, RestConnection } from "./rest-connection.ts";

export interface Load {
  readonly port: number;
  /** Of each connection, where its requests come from. */
  readonly requests: readonly RequestSource[];
  readonly milliseconds: number;
}

export interface LoadResult {
  /** Answers with status 200 per second. */
  readonly perSecond: number;
  readonly answered: number;
  /** Answers with another status. */
  readonly refused: number;
  /** The first of them. */
  readonly firstRefusal: string;
}

export async function runLoad({ port, requests, milliseconds }: Load): Promise<LoadResult> {
  let answered = 0;
  let refused = 0;
  let firstRefusal = "";
  let isRunning = true;
  for (const source of requests) source.prepare();
  const sendNext = requests.map(() => () => {});
  const connections = await Promise.all(
    requests.map((own, n) =>
      RestConnection.open(port, ({ isOk, bytes }: Answer) => {
        if (!isRunning) return;
        if (isOk) answered++;
        else if (refused++ === 0) firstRefusal = bytes.toString();
        sendNext[n]!();
      }).then((connection) => {
        let sent = 0;
        sendNext[n] = () => connection.send(own.next(sent++));
        return connection;
      }),
    ),
  );
  const startedAt = performance.now();
  for (const send of sendNext) send();
  await Bun.sleep(milliseconds);
  const seconds = (performance.now() - startedAt) / 1_000;
  isRunning = false;
  for (const connection of connections) connection.close();
  return { perSecond: answered / seconds, answered, refused, firstRefusal };
}

/** Sends every request once, as each connection becomes free. @throws when one is refused */
export async function sendAll(port: number, requests: readonly Uint8Array[], connections: number): Promise<void> {
  let sent = 0;
  const workers = Array.from({ length: connections }, async () => {
    let answered = Promise.withResolvers<void>();
    const connection = await RestConnection.open(port, ({ isOk, bytes }) => {
      if (isOk) answered.resolve();
      else answered.reject(new Error(bytes.toString()));
    });
    while (sent < requests.length) {
      answered = Promise.withResolvers<void>();
      connection.send(requests[sent++]!);
      await answered.promise;
    }
    connection.close();
  });
  await Promise.all(workers);
}

/**
 * A server compiles what it does often, on the cores that it is measured on. A venue is done with that after eight to
 * twelve seconds of full load (in the third second it takes up to half a core, in the tenth a tenth), a bare server in
 * the first.
 */
const WARM_UP_MS = { venue: 9_000, bare: 2_000 };

/** Lets servers run under full load, one after the other, before anything is counted. */
export async function warmUp(requests: Load["requests"], ports: { venue: number; bare?: number }): Promise<void> {
  await runLoad({ port: ports.venue, requests, milliseconds: WARM_UP_MS.venue });
  if (ports.bare !== undefined) await runLoad({ port: ports.bare, requests, milliseconds: WARM_UP_MS.bare });
}
