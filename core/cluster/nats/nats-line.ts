// Keeps a connection to the bus: one connection after the other, to any server that answers. While there is none, messages
// are dropped, because the protocol asks again for what it needs; nothing waits for a later connection.

import { connect, type Msg, type NatsConnection } from "@nats-io/transport-node";
import type { BusAddress } from "./bus-address.ts";
import { WatchedConnection } from "./watched-connection.ts";

interface NatsLineParts {
  readonly address: BusAddress;
  /** The name that the server's own list of connections shows. */
  readonly name: string;
  readonly subjects: readonly string[];
  readonly onMessage: (subject: string, bytes: Uint8Array) => void;
  readonly onStatus: (status: LineStatus) => void;
}

export interface LineStatus {
  readonly isUp: boolean;
  /** For an operator: the server's address, or why the connection is down. */
  readonly what: string;
}

const CONNECT_WITHIN_MS = 2_000;
const AGAIN_AFTER_MS = 250;
/** The library's own ping interval, set so long that only `WatchedConnection` watches. */
const NEVER_MS = 0x7fff_ffff;

export class NatsLine {
  readonly #parts: NatsLineParts;
  #connection: WatchedConnection | null = null;
  #isClosed = false;
  #kept: Promise<void> | null = null;

  constructor(parts: NatsLineParts) {
    this.#parts = parts;
  }

  get isUp(): boolean {
    return this.#connection !== null;
  }

  start(): void {
    this.#kept = this.#keep();
  }

  /** @returns false when the message was dropped; true does not mean that it arrives */
  publish(subject: string, bytes: Uint8Array): boolean {
    return this.#connection?.publish(subject, bytes) ?? false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connection?.close();
    await this.#kept;
  }

  async #keep(): Promise<void> {
    while (!this.#isClosed) {
      const connection = await this.#connect();
      if (connection === null) return;
      if (this.#isClosed) return connection.close();
      const watched = new WatchedConnection(connection);
      this.#listen(connection);
      const closed = connection.closed();
      // An answer means that the server has the subscriptions.
      if (await Promise.race([watched.isAnswered(), closed.then(() => false)])) {
        this.#connection = watched;
        this.#parts.onStatus({ isUp: true, what: connection.getServer() });
      }
      const trouble = await closed;
      this.#connection = null;
      this.#parts.onStatus({ isUp: false, what: trouble?.message ?? "the connection was lost" });
    }
  }

  /**
   * Connects. The first attempt reports what is wrong; the following ones repeat until one succeeds. @returns null when the
   * line was closed
   */
  async #connect(): Promise<NatsConnection | null> {
    try {
      return await connect(this.#options(false));
    } catch (trouble) {
      if (this.#isClosed) return null;
      this.#parts.onStatus({ isUp: false, what: trouble instanceof Error ? trouble.message : String(trouble) });
    }
    try {
      return await connect(this.#options(true));
    } catch {
      return null;
    }
  }

  #options(forEver: boolean): Parameters<typeof connect>[0] {
    const { address, name } = this.#parts;
    const { servers, user, password, token, isEncrypted, ca } = address;
    return {
      ...{ servers: [...servers], name, noEcho: true, timeout: CONNECT_WITHIN_MS, pingInterval: NEVER_MS },
      ...(user === undefined ? {} : { user, pass: password! }),
      ...(token === undefined ? {} : { token }),
      ...(isEncrypted ? { tls: ca === undefined ? {} : { caFile: ca } } : {}),
      ...{ reconnect: false, waitOnFirstConnect: forEver, ignoreAuthErrorAbort: true, ignoreClusterUpdates: true },
      reconnectDelayHandler: () => {
        if (this.#isClosed) throw new Error("the line was closed");
        return AGAIN_AFTER_MS;
      },
    };
  }

  #listen(connection: NatsConnection): void {
    const { subjects, onMessage, onStatus } = this.#parts;
    const take = (trouble: Error | null, { subject, data }: Msg) => {
      // Readers expect an array of bytes whose `slice` copies; that of a `Buffer` does not.
      if (trouble === null) onMessage(subject, new Uint8Array(data.buffer, data.byteOffset, data.length));
    };
    for (const subject of subjects) connection.subscribe(subject, { callback: take });
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type === "error") onStatus({ isUp: !connection.isClosed(), what: status.error.message });
      }
    })();
  }
}
