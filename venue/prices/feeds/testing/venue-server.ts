// A venue on the loopback, for tests: it says what a test wants over real sockets, and keeps what it was sent.

import type { Server, ServerWebSocket } from "bun";

type Manners = {
  /** To a request that is none for a WebSocket, or that is refused; undefined opens one. */
  readonly answer?: (request: Request) => Response | Promise<Response> | undefined;
  readonly opened?: (socket: ServerWebSocket<unknown>) => void;
  readonly heard?: (socket: ServerWebSocket<unknown>, text: string) => void;
};

export class VenueServer {
  readonly received: string[] = [];
  readonly sockets = new Set<ServerWebSocket<unknown>>();
  pings = 0;
  /** Connections, open or not any more. */
  connections = 0;
  readonly #server: Server<unknown>;

  constructor({ answer, opened, heard }: Manners = {}) {
    const venue = this;
    this.#server = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0 },
      fetch: async (request, server) =>
        (await answer?.(request)) ??
        (server.upgrade(request, { data: undefined }) ? undefined : new Response("no", { status: 400 })),
      websocket: {
        ...{ idleTimeout: 0, sendPings: false, perMessageDeflate: true },
        open(socket) {
          venue.connections += 1;
          venue.sockets.add(socket);
          opened?.(socket);
        },
        message(socket, message) {
          venue.received.push(String(message));
          heard?.(socket, String(message));
        },
        ping: () => {
          venue.pings += 1;
        },
        close: (socket) => {
          venue.sockets.delete(socket);
        },
      },
    });
  }

  get host(): string {
    return `127.0.0.1:${this.#server.port}`;
  }

  get url(): string {
    return `ws://${this.host}/`;
  }

  /** To every connection. */
  send(text: string): void {
    for (const socket of this.sockets) socket.send(text);
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }
}
