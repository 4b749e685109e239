// Servers that answer badly: one accepts connections and says nothing; another opens a WebSocket and then never answers
// again, not even pings.

import type { Socket, TCPSocketListener } from "bun";

export interface SilentServer {
  readonly host: string;
  /** How many connections were started. */
  readonly connections: () => number;
  stop(): void;
}

const HANDSHAKE_KEY = /sec-websocket-key: *(\S+)/i;
const HANDSHAKE_SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT_FRAME = 0x81;

/** A server that never sends a byte. */
export function neverAnswers(): SilentServer {
  return listening(() => undefined);
}

/** @param first texts sent when the connection is open, up to 125 bytes each */
export function opensAndFallsSilent(first: readonly string[]): SilentServer {
  return listening((socket, text) => {
    const [, key] = HANDSHAKE_KEY.exec(text) ?? [];
    if (key === undefined) return;
    const accept = new Bun.CryptoHasher("sha1").update(key + HANDSHAKE_SALT).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    for (const said of first) socket.write(Buffer.from([TEXT_FRAME, said.length, ...Buffer.from(said)]));
  });
}

function listening(heard: (socket: Socket, text: string) => void): SilentServer {
  let connections = 0;
  const listener: TCPSocketListener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: () => {
        connections += 1;
      },
      data: (socket, data) => heard(socket as Socket, data.toString("latin1")),
    },
  });
  return {
    host: `127.0.0.1:${listener.port}`,
    connections: () => connections,
    stop: () => listener.stop(true),
  };
}
