// Many stream clients that only count. They are bare sockets that read the headers of frames and skip their contents,
// so that receiving costs far less than sending.

import { randomBytes } from "node:crypto";
import type { Socket } from "bun";

export interface StreamAddress {
  readonly port: number;
  readonly path: string;
  /** Sent by each client once it is connected. */
  readonly messages: readonly string[];
}

/** The position of the topic's first letter after `@`, in a frame of a market whose symbol has 13 letters. */
const KIND_AT = '{"topic":"PERP_BTC_USDC@'.length;
const TRADE = "t".charCodeAt(0);
const TEXT = 1;
const HEAD_END = Buffer.from("\r\n\r\n");

export class StreamClients {
  /** The number of frames that all clients together have received. */
  frames = 0;
  /** Set this to record the text that the first client receives. */
  recording: string[] | undefined;
  readonly #sockets: Socket<StreamingClient>[] = [];
  #roundTrades = 1;
  /** How many clients have finished a round, by the round's number. */
  readonly #finished: number[] = [];
  #rounds = 0;
  #onRound: () => void = () => {};

  static async open(count: number, address: StreamAddress): Promise<StreamClients> {
    const clients = new StreamClients();
    for (let n = 0; n < count; n++) clients.#sockets.push(await clients.#connect(address, n === 0));
    await Promise.all(clients.#sockets.map((socket) => socket.data.upgraded.promise));
    return clients;
  }

  /** Restarts the count of trades. `onRound` is called whenever every client has received `trades` more of them. */
  countRounds(trades: number, onRound: () => void): void {
    this.#roundTrades = trades;
    this.#onRound = onRound;
    this.#rounds = 0;
    this.#finished.length = 0;
    this.frames = 0;
    for (const { data } of this.#sockets) data.trades = 0;
  }

  close(): void {
    for (const socket of this.#sockets) socket.end();
  }

  frame(client: StreamingClient, chunk: Buffer, payloadAt: number, payloadEnd: number): void {
    this.frames++;
    if (client.isFirst) this.recording?.push(chunk.toString("utf8", payloadAt, payloadEnd));
    if (chunk[payloadAt + KIND_AT] !== TRADE || payloadEnd - payloadAt <= KIND_AT) return;
    if (++client.trades % this.#roundTrades !== 0) return;
    const round = client.trades / this.#roundTrades;
    const finished = (this.#finished[round] ?? 0) + 1;
    this.#finished[round] = finished;
    if (finished < this.#sockets.length) return;
    this.#rounds++;
    this.#onRound();
  }

  get rounds(): number {
    return this.#rounds;
  }

  #connect({ port, path, messages }: StreamAddress, isFirst: boolean): Promise<Socket<StreamingClient>> {
    return Bun.connect<StreamingClient>({
      hostname: "127.0.0.1",
      port,
      data: new StreamingClient(this, messages, isFirst),
      socket: {
        open(socket) {
          socket.write(upgradeRequest(path));
        },
        data: (socket, chunk) => socket.data.receive(socket, chunk),
        close: (socket) => socket.data.upgraded.reject(new Error("a stream was closed")),
      },
    });
  }
}

class StreamingClient {
  trades = 0;
  readonly upgraded = Promise.withResolvers<void>();
  #isUpgraded = false;
  #carried: Buffer | undefined;

  constructor(
    readonly all: StreamClients,
    readonly messages: readonly string[],
    readonly isFirst: boolean,
  ) {}

  receive(socket: Socket<StreamingClient>, received: Buffer): void {
    const chunk = this.#carried === undefined ? received : Buffer.concat([this.#carried, received]);
    let at = this.#isUpgraded ? 0 : this.#readUpgrade(socket, chunk);
    while (at + 2 <= chunk.length) {
      const short = chunk[at + 1]! & 127;
      const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (at + headLength > chunk.length) break;
      const length = short < 126 ? short : short === 126 ? chunk.readUInt16BE(at + 2) : chunk.readUInt32BE(at + 6);
      const end = at + headLength + length;
      if (end > chunk.length) break;
      if ((chunk[at]! & 15) === TEXT) this.all.frame(this, chunk, at + headLength, end);
      at = end;
    }
    this.#carried = at < chunk.length ? Buffer.from(chunk.subarray(at)) : undefined;
  }

  /** @returns where the frames begin */
  #readUpgrade(socket: Socket<StreamingClient>, chunk: Buffer): number {
    const head = chunk.indexOf(HEAD_END);
    if (head < 0) return 0;
    if (!chunk.toString("latin1", 0, 12).endsWith("101")) {
      this.upgraded.reject(new Error(`no stream: ${chunk.toString()}`));
      return chunk.length;
    }
    this.#isUpgraded = true;
    for (const message of this.messages) socket.write(textFrame(message));
    this.upgraded.resolve();
    return head + HEAD_END.length;
  }
}

function upgradeRequest(path: string): string {
  const key = randomBytes(16).toString("base64");
  return [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Key: ${key}`,
    "Sec-WebSocket-Version: 13",
    "\r\n",
  ].join("\r\n");
}

/** A client's frame must have a mask; a mask of zeros leaves the text unchanged. */
function textFrame(text: string): Uint8Array {
  if (text.length > 125) throw new Error("a frame longer than 125 bytes needs a longer header");
  return Buffer.concat([Uint8Array.of(0x80 | TEXT, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]);
}
