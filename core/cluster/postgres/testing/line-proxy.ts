// The connection between a node and PostgreSQL, as a test breaks it: what passes over it is held back, cut short or cut
// off.

import { type AddressInfo, createServer, type Server, Socket } from "node:net";

/** The message that ends a statement. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
/** The beginning of the message in which a server sends its process id. */
const BACKEND_KEY = Buffer.from([0x4b, 0, 0, 0, 12]);

export class LineProxy implements AsyncDisposable {
  /** The port that connections lead to from now on. */
  target: number;
  /** Nothing reaches the server; or nothing comes from it. */
  holdsQuestions = false;
  holdsAnswers = false;
  /** The server gets statements without their end. */
  isHalving = false;
  /** Acts as a pooler would: the process id that a client is given is not that of the process that answers. */
  isPooling = false;
  readonly #server: Server;
  readonly #lines = new Set<readonly [client: Socket, server: Socket]>();

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  static async start(target: number): Promise<LineProxy> {
    const proxy = new LineProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  /** The URL of the same database over this proxy. */
  url(direct: string): string {
    const url = new URL(direct);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Cuts all connections; both ends notice. */
  cut(): void {
    for (const [client, server] of this.#lines) {
      client.destroy();
      server.destroy();
    }
    this.#lines.clear();
  }

  /** The client is gone, and its server does not notice: as when a machine fails. */
  vanish(): void {
    for (const [client] of this.#lines) client.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    const server = new Socket();
    const line = [client, server] as const;
    this.#lines.add(line);
    client.on("data", (bytes: Buffer) => {
      if (!this.holdsQuestions) server.write(this.isHalving ? withoutSync(bytes) : bytes);
    });
    server.on("data", (bytes: Buffer) => {
      if (!this.holdsAnswers) client.write(this.isPooling ? withAnotherProcess(bytes) : bytes);
    });
    server.on("close", () => {
      client.destroy();
      this.#lines.delete(line);
    });
    for (const socket of line) socket.on("error", () => {});
    server.connect(this.target, "127.0.0.1");
  }
}

function withoutSync(bytes: Buffer): Buffer {
  return bytes.subarray(-SYNC.length).equals(SYNC) ? bytes.subarray(0, -SYNC.length) : bytes;
}

function withAnotherProcess(bytes: Buffer): Buffer {
  const at = bytes.indexOf(BACKEND_KEY);
  return at === -1 ? bytes : Buffer.from(bytes).fill(0x7f, at + BACKEND_KEY.length, at + BACKEND_KEY.length + 4);
}
