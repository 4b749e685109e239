// All open connections, counted in total, by address and by account. Streams 3.3.
//
// A connection counts towards its account only once it is authenticated. Otherwise any client could use up the
// connections of an account whose id it knows.

import { neighbourhoodOf } from "../http/proxies/address.ts";
import type { Metrics } from "../operation/reports/metrics.ts";
import type { StreamConnection, StreamKind } from "./stream-connection.ts";

interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerIp: number;
  readonly privateConnectionsPerAccount: number;
}

export class Connections {
  readonly #open = new Set<StreamConnection>();
  readonly #byAddress = new Map<string, number>();
  readonly #byAccount = new Map<number, number>();

  constructor(
    readonly limits: ConnectionLimits,
    readonly metrics: Metrics["streams"],
  ) {}

  [Symbol.iterator](): IterableIterator<StreamConnection> {
    return this.#open.values();
  }

  /** Whether there is room for one more connection: in total, for the address, and for the account if it is private. */
  hasRoom(kind: StreamKind, ip: string, account: number): boolean {
    return (
      this.#open.size < this.limits.connections &&
      (this.#byAddress.get(addressKey(kind, ip)) ?? 0) < this.limits.connectionsPerIp &&
      (kind === "public" || this.#hasRoomForAccount(account))
    );
  }

  add(connection: StreamConnection): void {
    this.#open.add(connection);
    count(this.#byAddress, addressKey(connection.kind, connection.ip), 1);
    if (connection.key !== undefined) count(this.#byAccount, connection.account, 1);
    this.#gauge(connection.kind).inc();
  }

  /** Counts a connection that has authenticated itself. @returns false when the account has too many */
  authenticated(connection: StreamConnection, key: string): boolean {
    if (!this.#hasRoomForAccount(connection.account)) return false;
    connection.key = key;
    count(this.#byAccount, connection.account, 1);
    return true;
  }

  remove(connection: StreamConnection): void {
    if (!this.#open.delete(connection)) return;
    count(this.#byAddress, addressKey(connection.kind, connection.ip), -1);
    if (connection.key !== undefined) count(this.#byAccount, connection.account, -1);
    this.#gauge(connection.kind).dec();
  }

  #hasRoomForAccount(account: number): boolean {
    return (this.#byAccount.get(account) ?? 0) < this.limits.privateConnectionsPerAccount;
  }

  #gauge(kind: StreamKind) {
    return kind === "public" ? this.metrics.publicClients : this.metrics.privateClients;
  }
}

function addressKey(kind: StreamKind, ip: string): string {
  return `${kind} ${neighbourhoodOf(ip)}`;
}

function count<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
