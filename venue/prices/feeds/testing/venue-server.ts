// A venue on the loopback, for tests: it sends what a test wants over real sockets, and records what it receives.

import type { Server, ServerWebSocket } from "bun";

type Manners = {
  /** Answers a request; undefined opens a WebSocket. */
  readonly answer?: (request: Request) => Response | Promise<Response> | undefined;
  readonly opened?: (socket: ServerWebSocket<unknown>) => void;
  readonly heard?: (socket: ServerWebSocket<unknown>, text: string) => void;
};

export class VenueServer {
  readonly received: string[] = [];
  readonly sockets = new Set<ServerWebSocket<unknown>>();
  pings = 0;
  /** How many connections were opened, including closed ones. */
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

  /** Sends to every connection. */
  send(text: string): void {
    for (const socket of this.sockets) socket.send(text);
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }
}
