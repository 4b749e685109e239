// A node's end of the bus in a test: the messages that it received, and a way to wait for a condition.

import type { Message } from "../../ports/bus.ts";
import type { NodeId } from "../../records/term.ts";
import { parseBusAddress } from "../bus-address.ts";
import { NatsBus } from "../nats-bus.ts";

export const TEST_KEY: Uint8Array = new Uint8Array(32).fill(7);

export class BusEnd implements AsyncDisposable {
  readonly bus: NatsBus;
  readonly messages: Message[] = [];
  readonly statuses: string[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(url: string, node: NodeId, key: Uint8Array = TEST_KEY) {
    const address = parseBusAddress(url);
    if ("mistake" in address) throw new Error(address.mistake);
    this.bus = new NatsBus({
      ...{ address, venue: "test", node, key },
      onMessage: (message) => {
        this.messages.push(message);
        this.#look();
      },
      onStatus: ({ isUp, what }) => {
        this.statuses.push(`${isUp ? "up" : "down"}: ${what}`);
        this.#look();
      },
    });
    this.bus.start();
  }

  /** Waits for a condition, which is checked whenever something happens: a message, a connection, its loss. */
  until(isSo: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (!isSo()) return;
      this.#waiting.delete(look);
      resolve();
    };
    this.#waiting.add(look);
    look();
    return promise;
  }

  /** Ids of the questions received. */
  get ids(): number[] {
    return this.messages.flatMap((message) => (message.type === "question" ? [message.id] : []));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.bus.close();
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }
}
