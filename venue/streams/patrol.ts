// Checks every connection ten times a second: sends pings, and closes connections that stay silent, never authenticate,
// hold an ended key, or have too long a backlog. Streams 2, 3.2 and 3.3.

import { mayBeUsedFrom } from "../auth/keys/key-addresses.ts";
import { findSigningKey } from "../auth/keys/signing-key.ts";
import type { Venue } from "../venue.ts";
import type { Connections } from "./connections.ts";
import type { StreamLimits } from "./limits.ts";
import { PING } from "./messages.ts";
import { CLOSE, type StreamConnection } from "./stream-connection.ts";

export class Patrol {
  constructor(
    readonly venue: Venue,
    readonly connections: Connections,
    readonly limits: StreamLimits,
  ) {}

  /** @param now the machine's monotonic time in ms */
  walk(now: number): void {
    for (const connection of this.connections) {
      connection.endIfLate(now);
      const fault = this.#faultOf(connection, now);
      if (fault !== undefined) connection.close(fault.code, fault.reason);
      else if (now >= connection.nextPingAt) this.#ping(connection, now);
    }
  }

  #faultOf(connection: StreamConnection, now: number): { readonly code: number; readonly reason: string } | undefined {
    const { limits } = this;
    if (connection.isOverloaded(limits)) return { code: CLOSE.overloaded, reason: "too slow" };
    // The last ping, too, gets its time to be answered.
    if (connection.unansweredPings >= limits.pingsMax && now >= connection.nextPingAt) {
      return { code: CLOSE.policy, reason: "ping timeout" };
    }
    if (connection.kind === "public") return undefined;
    if (connection.key === undefined) {
      return now - connection.openedAt >= limits.authMs ? { code: CLOSE.policy, reason: "auth timeout" } : undefined;
    }
    const key = findSigningKey(this.venue, connection.account, connection.key);
    if (key === undefined) return { code: CLOSE.policy, reason: "api key expired or removed" };
    return mayBeUsedFrom(key, connection.ip) ? undefined : { code: CLOSE.policy, reason: "ip is not allowed" };
  }

  #ping(connection: StreamConnection, now: number): void {
    connection.unansweredPings += 1;
    connection.nextPingAt += this.limits.pingMs;
    // After a pause of the machine one ping is sent, not one for each that was missed.
    if (connection.nextPingAt <= now) connection.nextPingAt = now + this.limits.pingMs;
    connection.send(PING);
  }
}
