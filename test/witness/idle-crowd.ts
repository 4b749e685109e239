// Hundreds of idle connections from many addresses: clients that open a socket, send nothing, and open another socket
// when theirs is closed.

import { connect, type Socket } from "node:net";

export class Crowd implements Disposable {
  readonly #sockets = new Set<Socket>();
  #isGone = false;
  #sentAway = 0;
  #resolve: () => void = () => {};

  /** @param from loopback addresses, each of which keeps `each` sockets open */
  constructor(
    readonly port: number,
    from: readonly string[],
    each: number,
  ) {
    for (const address of from) for (let i = 0; i < each; i++) this.#open(address);
  }

  /** Resolves when the venue has closed this many of them. */
  async sentAway(count: number): Promise<void> {
    while (this.#sentAway < count) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
  }

  /** Closes all of them. */
  [Symbol.dispose](): void {
    this.#isGone = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(address: string): void {
    const socket = connect({ port: this.port, host: "127.0.0.1", localAddress: address });
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#sockets.delete(socket);
      if (this.#isGone) return;
      this.#sentAway++;
      this.#resolve();
      this.#open(address);
    });
  }
}
