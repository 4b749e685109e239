// Subscribes to a node's new blocks, so that no reader has to poll for them a hundred times a minute.

/**
 * Calls back once when the subscription's connection opens and at each new head, until it is closed or the node goes
 * away.
 */
export class NewHeads {
  readonly #socket: WebSocket;

  constructor(url: string, onHead: () => void) {
    this.#socket = new WebSocket(url.replace(/^http/, "ws"));
    this.#socket.addEventListener("open", () => {
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] }));
    });
    this.#socket.addEventListener("message", onHead);
    // The end of the node is reported by its process.
    this.#socket.addEventListener("error", () => {});
  }

  close(): void {
    this.#socket.close();
  }
}
