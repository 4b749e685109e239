// The baseline of a fan-out: a server that publishes frames that were made before, and does nothing else.

import { serveParent } from "../processes/child-process.ts";
import { BUSY, busyMicros } from "../processes/thread-use.ts";

const TOPIC = "frames";
let rounds: readonly (readonly string[])[] = [];
let server: Bun.Server<undefined> | undefined;

serveParent<{ readonly rounds: typeof rounds } | { readonly round: number } | typeof BUSY>(
  async (message) => {
    if (message === BUSY) return busyMicros();
    if ("rounds" in message) return open(message.rounds);
    for (const frame of rounds[message.round % rounds.length] ?? []) server?.publish(TOPIC, frame);
    return undefined;
  },
  async () => server?.stop(true),
);

/** @returns the port that it listens on */
function open(recorded: typeof rounds): number {
  rounds = recorded;
  server = Bun.serve<undefined>({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request, bun) {
      return bun.upgrade(request) ? undefined : new Response("a stream", { status: 426 });
    },
    websocket: {
      open(socket) {
        socket.subscribe(TOPIC);
      },
      message() {},
      perMessageDeflate: false,
      idleTimeout: 0,
      sendPings: false,
    },
  });
  return server.port ?? 0;
}
