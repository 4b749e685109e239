// A simple client for tests: it keeps every frame, and waits for the one that a test needs.

import { DeclaredFrames } from "@evermark/interface/testing/declared-frames.ts";
import type { Trader } from "./stream-venue.ts";

/** Frames have many shapes; each test knows which one it expects. */
type Data = Readonly<Record<string, unknown>>;

export type Frame = Readonly<Record<string, unknown>> & {
  readonly topic?: string;
  readonly ts?: number;
  readonly seq?: number;
  readonly data?: Data;
};

/** The longest wait for a frame that should come at once, on a busy machine. */
const PATIENCE_MS = 15_000;

export class TestStreamClient {
  readonly frames: Frame[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  /** Whether pings of the server are answered. */
  answersPings = true;
  readonly #socket: WebSocket;
  readonly #declared = new DeclaredFrames();
  /** The first frame that did not match its declaration; reported by the next wait, or when the client leaves. */
  #undeclared: unknown;
  #wake: (() => void)[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as Frame;
      this.#look(frame);
      if (frame.event === "ping" && this.answersPings) this.send({ event: "pong" });
      this.frames.push(frame);
      this.#woken();
    };
    socket.onclose = ({ code, reason }) => {
      this.closed = { code, reason };
      this.#woken();
    };
  }

  static async open(url: string): Promise<TestStreamClient> {
    const socket = new WebSocket(url);
    const client = new TestStreamClient(socket);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`${url} was refused`));
    });
    return client;
  }

  send(frame: unknown): void {
    const text = typeof frame === "string" ? frame : JSON.stringify(frame);
    this.#declared.sent(text);
    this.#socket.send(text);
  }

  sendBytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.#socket.send(bytes);
  }

  /** Sends a frame and returns the next answer. */
  async ask(frame: Readonly<Record<string, unknown>>): Promise<Frame> {
    const from = this.frames.length;
    this.send(frame);
    return this.next((answer) => answer.success !== undefined, from);
  }

  subscribe(topic: string, params?: unknown): Promise<Frame> {
    return this.ask({ id: topic, event: "subscribe", topic, params });
  }

  /** The topic's data frames so far. */
  of(topic: string): Frame[] {
    return this.frames.filter((frame) => frame.topic === topic);
  }

  /** The first frame that fits, from an index in `frames` on; waits for one if necessary. */
  async next(fits: (frame: Frame) => boolean, from = 0, timeoutMs = PATIENCE_MS): Promise<Frame> {
    let found: Frame | undefined;
    await this.until(() => {
      found = this.frames.slice(from).find(fits);
      return found !== undefined;
    }, timeoutMs);
    return found!;
  }

  async count(topic: string, frames: number, timeoutMs = PATIENCE_MS): Promise<Frame[]> {
    await this.until(() => this.of(topic).length >= frames, timeoutMs);
    return this.of(topic);
  }

  async close(timeoutMs = PATIENCE_MS): Promise<NonNullable<TestStreamClient["closed"]>> {
    await this.until(() => this.closed !== undefined, timeoutMs);
    return this.closed!;
  }

  leave(): void {
    this.#socket.close();
    if (this.#undeclared !== undefined) throw this.#undeclared;
  }

  async until(holds: () => boolean, timeoutMs = PATIENCE_MS): Promise<void> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      if (this.#undeclared !== undefined) throw this.#undeclared;
      if (holds()) return;
      const left = end - performance.now();
      if (left <= 0)
        throw new Error(`nothing within ${timeoutMs} ms; frames: ${JSON.stringify(this.frames.slice(-5))}`);
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
        setTimeout(resolve, left);
      });
    }
  }

  #look(frame: Frame): void {
    try {
      this.#declared.assertDeclared(frame);
    } catch (error) {
      this.#undeclared ??= error;
    }
  }

  #woken(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}

export function publicUrl(base: string, accountId: string): string {
  return `${base}/ws/public/ws/stream/${accountId}`;
}

export function privateUrl(base: string, accountId: string, query: Readonly<Record<string, string>> = {}): string {
  const parameters = new URLSearchParams(query).toString();
  return `${base}/ws/private/v2/ws/private/stream/${accountId}${parameters === "" ? "" : `?${parameters}`}`;
}

/** The query of a trader's private stream URL, signed at the given time. */
export async function signedQuery(trader: Trader, timestamp: number): Promise<Record<string, string>> {
  const svc_timestamp = String(timestamp);
  return { svc_api_key: trader.key, svc_timestamp, svc_sign: await trader.sign(svc_timestamp) };
}
