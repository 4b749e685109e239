// An open load on a REST server: the times at which requests are due do not depend on the answers. How long a request
// takes counts from when it was due, even if it had to wait for a free connection.

import { assert } from "@evermark/engine";
import { atTheirTimes, dueTimes } from "./arrivals.ts";
import type { RequestSource } from "./request-source.ts";
import { type Answer, RestConnection } from "./rest-connection.ts";

const DRAIN_MS = 10_000;

export interface OpenLoad {
  readonly port: number;
  readonly connections: number;
  /** Each request is sent by the next free connection. */
  readonly requests: RequestSource;
  readonly perSecond: number;
  readonly milliseconds: number;
  readonly seed: number;
  /** Called when a request is due. */
  readonly onDue?: (n: number, dueAt: number) => void;
}

/**
 * @returns how long each answer took, in ms. @throws if requests are refused, or still unanswered long after the last
 * was due
 */
export async function runOpenLoad(load: OpenLoad): Promise<Float64Array> {
  const { requests, onDue } = load;
  const due = dueTimes(load);
  requests.prepare(due.length);
  const took = new Float64Array(due.length);
  const finished = Promise.withResolvers<void>();
  // A failure is handled after all requests have been sent.
  finished.promise.catch(() => {});
  /** Requests that are due and wait for a free connection. */
  const waiting: { n: number; dueAt: number }[] = [];
  const underWay = new Map<RestConnection, { n: number; dueAt: number }>();
  let answered = 0;
  const start = (connection: RestConnection, request: { n: number; dueAt: number }): void => {
    underWay.set(connection, request);
    connection.send(requests.next(request.n));
  };
  const onAnswer = ({ isOk, bytes }: Answer, connection: RestConnection): void => {
    const { n, dueAt } = underWay.get(connection)!;
    underWay.delete(connection);
    if (!isOk) finished.reject(new Error(`refused under open load: ${bytes.toString()}`));
    took[n] = performance.now() - dueAt;
    if (++answered === due.length) finished.resolve();
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else start(connection, next);
  };
  const opened = Array.from({ length: load.connections }, () => RestConnection.open(load.port, onAnswer));
  const free = await Promise.all(opened);
  const all = [...free];
  try {
    await atTheirTimes(due, (n, dueAt) => {
      onDue?.(n, dueAt);
      const connection = free.shift();
      if (connection === undefined) waiting.push({ n, dueAt });
      else start(connection, { n, dueAt });
    });
    if (due.length > 0) await Promise.race([finished.promise, Bun.sleep(DRAIN_MS)]);
    assert(answered === due.length, "every request is answered", { answered, of: due.length });
    return took;
  } finally {
    for (const connection of all) connection.close();
  }
}
