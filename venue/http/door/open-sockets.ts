// The venue's open TCP connections as the operating system sees them, including those without a request yet: the HTTP server
// knows of a connection only once a request is complete. They are read from the process's descriptors through the C library,
// on the thread that accepts and closes them, so that a descriptor still is the same connection when it is shut down. This
// file also bounds how much a connection may send ahead.

import { dlopen, ptr } from "bun:ffi";
import { statSync } from "node:fs";

export interface OpenSocket {
  readonly descriptor: number;
  /** The peer's address; an IPv4 address that came through an IPv6 socket is written as IPv4. */
  readonly address: string;
  /** The peer's port. */
  readonly port: number;
}

/** Where Linux lists the process's open descriptors; from Linux 6.2 on, the directory's size is their number. */
const DESCRIPTORS = "/proc/self/fd";
/** The C libraries of glibc and of musl. */
const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];

const AF_INET = 2;
const AF_INET6 = 10;
const IPPROTO_TCP = 6;
const TCP_INFO = 11;
const TCP_INFO_BYTES = 136;
/** Offsets in `struct tcp_info`: milliseconds since data last arrived (32 bits), and how many bytes have arrived (64 bits). */
const LAST_DATA_RECEIVED = 52;
const BYTES_RECEIVED = 128;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SHUT_RDWR = 2;
const F_GETFD = 1;
/** Large enough for an address of any family, and for `struct tcp_info`. */
const BUFFER_BYTES = 256;
/** The quiet time of a connection that has never sent anything. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

const functions = {
  getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
  getpeername: { args: ["i32", "ptr", "ptr"], returns: "i32" },
  getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
  setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
  fcntl: { args: ["i32", "i32", "i32"], returns: "i32" },
  shutdown: { args: ["i32", "i32"], returns: "i32" },
} as const;

type Library = ReturnType<typeof dlopen<typeof functions>>["symbols"];

export class OpenSockets {
  readonly #c: Library;
  readonly #port: number;
  readonly #bytes = new Uint8Array(BUFFER_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  readonly #length = new Uint32Array(1);
  readonly #bytesAt = ptr(this.#bytes);
  readonly #lengthAt = ptr(this.#length);

  private constructor(library: Library, port: number) {
    this.#c = library;
    this.#port = port;
  }

  /** @param port that the venue listens on. @returns undefined on a system where connections can't be read this way */
  static of(port: number): OpenSockets | undefined {
    if (process.platform !== "linux") return undefined;
    for (const name of LIBRARIES) {
      try {
        return new OpenSockets(dlopen(name, functions).symbols, port);
      } catch {
        // Another C library has another name.
      }
    }
    return undefined;
  }

  /**
   * Bounds how much of what a connection sends may wait in the system until the server reads it; beyond that, its client has to
   * wait. The server reads everything that has arrived on a connection before it looks at the next one.
   * @returns false when the system does not support it; otherwise it holds for all later connections
   */
  boundSentAhead(bytes: number): boolean {
    const { openDescriptors } = this;
    for (let descriptor = 0, seen = 0; seen < openDescriptors; descriptor++) {
      if (this.#c.fcntl(descriptor, F_GETFD, 0) < 0) continue;
      seen++;
      if (!this.#isOurs(descriptor) || this.#peerOf(descriptor) !== undefined) continue;
      // Connections inherit it from the listening socket. The system doubles the number to allow for its own bookkeeping.
      this.#length[0] = bytes;
      return this.#c.setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, this.#lengthAt, 4) === 0;
    }
    return false;
  }

  /** How many descriptors the process has open; 0 when the system does not say. */
  get openDescriptors(): number {
    return statSync(DESCRIPTORS).size;
  }

  /** Examines the descriptors from `from` to before `to`: which of them are connections, and how many are open at all. */
  look(from: number, to: number): { readonly sockets: OpenSocket[]; readonly open: number } {
    const sockets: OpenSocket[] = [];
    let open = 0;
    for (let descriptor = from; descriptor < to; descriptor++) {
      const isOurs = this.#isOurs(descriptor);
      if (isOurs || this.#c.fcntl(descriptor, F_GETFD, 0) >= 0) open++;
      const peer = isOurs ? this.#peerOf(descriptor) : undefined;
      if (peer !== undefined) sockets.push(peer);
    }
    return { sockets, open };
  }

  /** Milliseconds since a connection last sent a byte; the largest value if it has never sent one. */
  quietMs({ descriptor }: OpenSocket): number {
    this.#length[0] = TCP_INFO_BYTES;
    if (this.#c.getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, this.#bytesAt, this.#lengthAt) !== 0) return 0;
    if (this.#view.getBigUint64(BYTES_RECEIVED, true) === 0n) return FOR_EVER;
    return this.#view.getUint32(LAST_DATA_RECEIVED, true);
  }

  /** Closes a connection in both directions; the server notices and closes it too. @returns false when it is another by now */
  shutDown({ descriptor, address, port }: OpenSocket): boolean {
    const now = this.#isOurs(descriptor) ? this.#peerOf(descriptor) : undefined;
    return now?.address === address && now.port === port && this.#c.shutdown(descriptor, SHUT_RDWR) === 0;
  }

  /** Whether a descriptor is a socket on the port that the venue listens on. */
  #isOurs(descriptor: number): boolean {
    this.#length[0] = BUFFER_BYTES;
    if (this.#c.getsockname(descriptor, this.#bytesAt, this.#lengthAt) !== 0) return false;
    const family = this.#view.getUint16(0, true);
    return (family === AF_INET || family === AF_INET6) && this.#view.getUint16(2) === this.#port;
  }

  /** Undefined for the listening socket, and for a connection that is gone. */
  #peerOf(descriptor: number): OpenSocket | undefined {
    this.#length[0] = BUFFER_BYTES;
    if (this.#c.getpeername(descriptor, this.#bytesAt, this.#lengthAt) !== 0) return undefined;
    const isIpv4 = this.#view.getUint16(0, true) === AF_INET;
    const address = isIpv4 ? ipv4Of(this.#bytes.subarray(4, 8)) : ipv6Of(this.#bytes.subarray(8, 24));
    return { descriptor, address, port: this.#view.getUint16(2) };
  }
}

function ipv4Of(bytes: Uint8Array): string {
  return `${bytes[0]}.${bytes[1]}.${bytes[2]}.${bytes[3]}`;
}

function ipv6Of(bytes: Uint8Array): string {
  const isMapped = bytes[10] === 0xff && bytes[11] === 0xff && bytes.subarray(0, 10).every((byte) => byte === 0);
  if (isMapped) return ipv4Of(bytes.subarray(12));
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16));
  return groups.join(":");
}
