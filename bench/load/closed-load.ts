// A closed load on a REST server: connections stay open, and each sends its next request when the last one is answered.
// It finds the maximum rate of a server. How long an answer takes at a lower rate is measured by open-load.ts.

import type { RequestSource } from "./request-source.ts";
import { type Answer, RestConnection } from "./rest-connection.ts";

export interface Load {
  readonly port: number;
  /** The source of each connection's requests. */
  readonly requests: readonly RequestSource[];
  readonly milliseconds: number;
}

export interface LoadResult {
  /** Answers with status 200 per second. */
  readonly perSecond: number;
  readonly answered: number;
  /** The number of answers with another status. */
  readonly refused: number;
  /** The first answer with another status. */
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

/** Sends every request once, whenever a connection becomes free. @throws if one is refused */
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
 * A server compiles frequently used code on the same cores on which it is measured. A venue finishes that after eight
 * to twelve seconds of full load (it uses up to half a core in the third second and a tenth of one in the tenth), a
 * bare server within the first second.
 */
const WARM_UP_MS = { venue: 9_000, bare: 2_000 };

/** Runs the servers under full load, one after the other, before anything is counted. */
export async function warmUp(requests: Load["requests"], ports: { venue: number; bare?: number }): Promise<void> {
  await runLoad({ port: ports.venue, requests, milliseconds: WARM_UP_MS.venue });
  if (ports.bare !== undefined) await runLoad({ port: ports.bare, requests, milliseconds: WARM_UP_MS.bare });
}
