// The bus of a cluster over NATS core. Each message is sent to a node's own subject or to the one that all nodes of the
// venue subscribe to, sealed with the cluster's key. Lost and duplicated messages are left to the protocol. Messages that
// are not from a node are dropped here, and counted.

import { assert } from "@evermark/engine";
import type { Bus, Message } from "../ports/bus.ts";
import type { NodeId } from "../records/term.ts";
import type { BusAddress } from "./bus-address.ts";
import { decodeMessage, encodeMessage } from "./message-codec.ts";
import { type LineStatus, NatsLine } from "./nats-line.ts";
import { Seal } from "./seal.ts";

interface NatsBusParts {
  readonly address: BusAddress;
  /** Names the venue on a bus that it shares with others: letters, digits, - and _. */
  readonly venue: string;
  readonly node: NodeId;
  /** The cluster's key: 32 bytes or more that only its nodes know. */
  readonly key: Uint8Array;
  readonly onMessage: (message: Message) => void;
  readonly onStatus?: (status: LineStatus) => void;
}

/** How many messages. */
export interface BusCounts {
  sent: number;
  received: number;
  /** Not sent because no server was connected, or too many bytes were on their way to it. */
  dropped: number;
  /** Not sent because they are larger than a server of the bus takes. */
  oversize: number;
  /** Without the seal of this cluster. */
  unsealed: number;
  /** Sealed, but no message of this version. */
  unread: number;
}

/** What a NATS server takes unless its `max_payload` is set. */
const BYTES_MAX = 1024 * 1024;

export class NatsBus implements Bus {
  readonly counts: BusCounts = { sent: 0, received: 0, dropped: 0, oversize: 0, unsealed: 0, unread: 0 };
  readonly #parts: NatsBusParts;
  readonly #line: NatsLine;
  readonly #seal: Seal;

  constructor(parts: NatsBusParts) {
    const { address, venue, node, key, onStatus = () => {} } = parts;
    assert(/^[\w-]+$/.test(venue), "the venue's name is one word", { venue });
    this.#parts = parts;
    this.#seal = new Seal(key);
    this.#line = new NatsLine({
      ...{ address, name: `evermark ${venue} ${node}`, onStatus },
      subjects: [this.#subject(node), this.#subject("others")],
      onMessage: (subject, bytes) => this.#received(subject, bytes),
    });
  }

  get isUp(): boolean {
    return this.#line.isUp;
  }

  start(): void {
    this.#line.start();
  }

  send(to: NodeId | "others", message: Message): void {
    const subject = this.#subject(to);
    const bytes = this.#seal.put(subject, encodeMessage(message));
    if (bytes.length > BYTES_MAX) this.counts.oversize++;
    else if (this.#line.publish(subject, bytes)) this.counts.sent++;
    else this.counts.dropped++;
  }

  close(): Promise<void> {
    return this.#line.close();
  }

  #subject(to: NodeId | "others"): string {
    return `evermark.${this.#parts.venue}.${to}`;
  }

  #received(subject: string, bytes: Uint8Array): void {
    const opened = this.#seal.open(subject, bytes);
    const message = opened === null ? null : decodeMessage(opened);
    if (message !== null) {
      this.counts.received++;
      this.#parts.onMessage(message);
    } else if (opened === null) this.counts.unsealed++;
    else this.counts.unread++;
  }
}
