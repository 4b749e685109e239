// The private streams of some accounts. Only the size in each report is read.

import { privateStream, type SigningAccount } from "../load/signed-orders.ts";

export class ReportListeners {
  /** Called with the size of each report. */
  onReport: (quantity: number) => void = () => {};
  readonly #sockets: WebSocket[] = [];
  readonly #mark: string;

  /** @param field the name of the size in a frame */
  static async open(port: number, accounts: readonly SigningAccount[], field: string): Promise<ReportListeners> {
    const listeners = new ReportListeners(field);
    await Promise.all(accounts.map((account) => listeners.#connect(port, account)));
    // The subscriptions are still on their way; the measurement begins much later.
    await Bun.sleep(200);
    return listeners;
  }

  private constructor(field: string) {
    this.#mark = `"${field}":`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  async #connect(port: number, account: SigningAccount): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${privateStream(account)}`);
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error("a private stream could not be opened"));
    });
    socket.onmessage = ({ data }) => this.#read(String(data));
    socket.send(JSON.stringify({ id: "1", event: "subscribe", topic: "executionreport" }));
    this.#sockets.push(socket);
  }

  #read(frame: string): void {
    const at = frame.indexOf(this.#mark);
    if (at < 0) return;
    const start = at + this.#mark.length;
    let end = start;
    while (end < frame.length && frame[end] !== "," && frame[end] !== "}") end++;
    this.onReport(Number(frame.slice(start, end)));
  }
}
