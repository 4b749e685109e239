// A node says when it has a new block, so that no reader has to ask a hundred times a minute whether it has.

/** Calls back at each new head, and once when it listens; until it is closed or the node goes away. */
export class NewHeads {
  readonly #socket: WebSocket;

  constructor(url: string, onHead: () => void) {
    this.#socket = new WebSocket(url.replace(/^http/, "ws"));
    this.#socket.addEventListener("open", () => {
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] }));
    });
    this.#socket.addEventListener("message", onHead);
    // The end of the node's process is reported by the process itself.
    this.#socket.addEventListener("error", () => {});
  }

  close(): void {
    this.#socket.close();
  }
}
