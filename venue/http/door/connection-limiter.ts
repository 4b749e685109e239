// Keeps the number of connections within the capacity. A client that opens many sockets, idle or not, loses those that it has
// in excess of others; no other client notices.
//
// The HTTP server lets the system hold back a connection that sends nothing for about its first second; then it counts.

import type { Logger } from "pino";
import type { Metrics } from "../../operation/reports/metrics.ts";
import type { TrustedProxies } from "../proxies/trusted-proxies.ts";
import { type Capacity, OWN_FILES } from "./capacity.ts";
import { connectionsToClose } from "./fair-share.ts";
import type { OpenSocket, OpenSockets } from "./open-sockets.ts";

/** How often the doorman counts: each count is a single system call, unless there are many connections. */
const COUNT_MS = 25;
/** Descriptors that are examined in one turn of the event loop, in about a millisecond, while there is room. */
const TURN = 512;
/** After examining them, the doorman pauses for this many times as long as that took; less while there is no room. */
const REST = 20;
const REST_WHEN_FULL = 1;
/** At most one log line in this time. */
const LOG_MS = 60_000;

interface DoormanParts {
  readonly sockets: OpenSockets;
  readonly capacity: Capacity;
  readonly proxies: TrustedProxies;
  readonly metrics: Metrics["sockets"];
  readonly log: Logger;
}

export class ConnectionLimiter {
  readonly #parts: DoormanParts;
  readonly #clock: Timer;
  #lastLook = { endedAt: Number.NEGATIVE_INFINITY, spentMs: 0 };
  #isLooking = false;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DoormanParts) {
    this.#parts = parts;
    this.#clock = setInterval(() => this.#count(), COUNT_MS);
  }

  stop(): void {
    clearInterval(this.#clock);
  }

  #count(): void {
    const { sockets, capacity, metrics } = this.#parts;
    const open = sockets.openDescriptors;
    metrics.openDescriptors.set(open);
    // While only this few descriptors are open in all, no client can have too many connections.
    if (this.#isLooking || (open > 0 && open <= Math.min(capacity.ofOne, capacity.inAll))) return;
    const isFull = open > capacity.inAll + OWN_FILES;
    const { endedAt, spentMs } = this.#lastLook;
    if (performance.now() < endedAt + spentMs * (isFull ? REST_WHEN_FULL : REST)) return;
    this.#isLooking = true;
    this.#look(open, isFull)
      .catch((err) => this.#parts.log.error({ err }, "the connections could not be counted"))
      .finally(() => {
        this.#isLooking = false;
      });
  }

  async #look(open: number, isFull: boolean): Promise<void> {
    const { sockets, capacity, proxies } = this.#parts;
    const end = capacity.openFiles ?? Number.MAX_SAFE_INTEGER;
    const found: OpenSocket[] = [];
    let left = open > 0 ? open : Number.POSITIVE_INFINITY;
    let spentMs = 0;
    for (let from = 0; from < end && left > 0; from += TURN) {
      const startedAt = performance.now();
      const looked = sockets.look(from, Math.min(from + TURN, end));
      found.push(...looked.sockets);
      left -= looked.open;
      spentMs += performance.now() - startedAt;
      // When there is no room, every further moment keeps a client out.
      if (!isFull) await nextTurn();
    }
    const startedAt = performance.now();
    const leaving = connectionsToClose(found, capacity, {
      quietMs: (socket) => sockets.quietMs(socket),
      isProxy: (address) => proxies.includes(address),
    });
    this.#sendAway(leaving, found.length);
    const endedAt = performance.now();
    this.#lastLook = { endedAt, spentMs: spentMs + endedAt - startedAt };
  }

  #sendAway(leaving: readonly OpenSocket[], connections: number): void {
    const { sockets, metrics, log, capacity } = this.#parts;
    const closed = leaving.filter((socket) => sockets.shutDown(socket));
    if (closed.length === 0) return;
    metrics.turnedAway.add(closed.length);
    const now = performance.now();
    if (now - this.#loggedAt < LOG_MS) return;
    this.#loggedAt = now;
    const { inAll, ofOne } = capacity;
    const addresses = [...new Set(closed.map(({ address }) => address))].slice(0, 5);
    log.warn({ connections, closed: closed.length, addresses, inAll, ofOne }, "there were too many connections");
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
