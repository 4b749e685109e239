// The part of a WebSocket that the streams use. Browsers, Bun and Node 22 have one built in; in Node 20 the caller passes
// that of the package `ws` or `undici` as an option.

export interface SocketEvent {
  /** For a message: the frame. */
  readonly data?: unknown;
  /** For a close: its code and reason. */
  readonly code?: number;
  readonly reason?: string;
}

export interface Socket {
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: SocketEvent) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type SocketConstructor = new (url: string) => Socket;

/** @throws {Error} when neither the caller nor the runtime has a WebSocket */
export function socketConstructor(given: SocketConstructor | undefined): SocketConstructor {
  const found = given ?? (globalThis as { WebSocket?: SocketConstructor }).WebSocket;
  if (found !== undefined) return found;
  throw new Error(
    "this runtime has no WebSocket of its own (Node has one from version 22): pass a constructor, such as that of the " +
      "package ws, as the option WebSocket",
  );
}
