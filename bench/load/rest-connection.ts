// One connection to a REST server as a bare socket. Requests are finished bytes, and of each answer only the status and
// the length are read, so that making load costs far less than serving it.

import type { Socket } from "bun";

export interface Answer {
  readonly isOk: boolean;
  /** Head and body; only valid during the call. */
  readonly bytes: Buffer;
}

export class RestConnection {
  readonly #onAnswer: (answer: Answer, connection: RestConnection) => void;
  #socket: Socket<RestConnection> | undefined;
  #unsent: Uint8Array | undefined;
  #received: Buffer | undefined;

  /** @param onAnswer called for each answer; there is only one request at a time */
  static async open(
    port: number,
    onAnswer: (answer: Answer, connection: RestConnection) => void,
  ): Promise<RestConnection> {
    const connection = new RestConnection(onAnswer);
    connection.#socket = await Bun.connect<RestConnection>({
      hostname: "127.0.0.1",
      port,
      data: connection,
      socket: {
        open(socket) {
          socket.setNoDelay(true);
        },
        data: (socket, chunk) => socket.data.#receive(chunk),
        drain: (socket) => socket.data.#flush(),
      },
    });
    return connection;
  }

  private constructor(onAnswer: (answer: Answer, connection: RestConnection) => void) {
    this.#onAnswer = onAnswer;
  }

  send(request: Uint8Array): void {
    this.#unsent = request;
    this.#flush();
  }

  close(): void {
    this.#socket?.end();
  }

  #flush(): void {
    const unsent = this.#unsent;
    if (unsent === undefined || this.#socket === undefined) return;
    const written = this.#socket.write(unsent);
    this.#unsent = written < unsent.length ? unsent.subarray(Math.max(0, written)) : undefined;
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    if (bytes.length < lengthOf(bytes)) {
      this.#received = Buffer.from(bytes);
      return;
    }
    this.#received = undefined;
    this.#onAnswer({ isOk: bytes[STATUS_AT] === TWO, bytes }, this);
  }
}

const HEAD_END = Buffer.from("\r\n\r\n");
/** The end of an answer in chunks; such a line never occurs within JSON. */
const CHUNKS_END = Buffer.from("\r\n0\r\n\r\n");
const LENGTH = Buffer.from("ontent-");
const LENGTH_NAME = "ontent-Length: ".length;
/** `HTTP/1.1 200`: the position of the first digit of the status. */
const STATUS_AT = 9;
const TWO = "2".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

/** The length of the whole answer; infinite while its head is incomplete or chunks are still to come. */
function lengthOf(bytes: Buffer): number {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return Number.POSITIVE_INFINITY;
  const body = head + HEAD_END.length;
  for (let at = bytes.indexOf(LENGTH); at >= 0 && at < head; at = bytes.indexOf(LENGTH, at + 1)) {
    // Content-Type begins with the same letters.
    if ((bytes[at + LENGTH.length]! | 32) !== 0x6c) continue;
    let length = 0;
    for (let n = at + LENGTH_NAME; n < head && bytes[n]! >= ZERO; n++) length = length * 10 + bytes[n]! - ZERO;
    return body + length;
  }
  // An answer without a length comes in chunks.
  return bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END) ? bytes.length : Number.POSITIVE_INFINITY;
}
