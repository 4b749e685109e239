// A real WebSocket server for tests: it acknowledges, numbers its frames, and on demand imitates the faults of a
// venue or a network.

import type { ServerWebSocket } from "bun";

interface Peer {
  readonly topics: Set<string>;
  readonly url: string;
}

type Frame = Readonly<Record<string, unknown>>;

export class StreamServer {
  /** Every client frame, oldest first; and every URL that was connected to. */
  readonly received: Frame[] = [];
  readonly urls: string[] = [];
  /** Topics to refuse, with the venue's message. */
  readonly refused = new Map<string, string>();
  /** The answer to a request for the book; undefined to give none. */
  book: (symbol: string) => Frame | undefined = () => undefined;
  /** The answer to an order, except id, event and time; undefined to give none. */
  order: (params: Frame) => Frame | undefined = () => undefined;
  /** Client frames as received. */
  readonly texts: string[] = [];
  /** How far the venue's clock is ahead, in milliseconds. */
  aheadMs = 0;
  /** While set, neither frames nor pings are answered. */
  isMute = false;
  readonly #peers = new Set<ServerWebSocket<Peer>>();
  readonly #seqs = new Map<string, number>();
  readonly #server = Bun.serve<Peer>({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => {
      const { pathname, search } = new URL(request.url);
      // Any plain request is answered with the venue's time, as every REST answer is.
      if (request.headers.get("Upgrade") === null) {
        return Response.json({ success: true, data: {}, timestamp: Date.now() + this.aheadMs });
      }
      this.urls.push(pathname + search);
      if (this.rejectsUpgrades) return new Response(null, { status: 401 });
      const data = { topics: new Set<string>(), url: pathname + search };
      return server.upgrade(request, { data }) ? undefined : new Response(null, { status: 426 });
    },
    websocket: {
      open: (peer) => {
        this.#peers.add(peer);
        if (this.closesWith !== undefined) peer.close(1008, this.closesWith);
      },
      close: (peer) => void this.#peers.delete(peer),
      message: (peer, text) => {
        this.texts.push(String(text));
        this.#answer(peer, JSON.parse(String(text)));
      },
    },
  });
  /** While set, the handshake is answered with 401. */
  rejectsUpgrades = false;
  /** When set, each connection is closed with 1008 and this reason as soon as it is open. */
  closesWith: string | undefined;

  get url(): string {
    return `ws://127.0.0.1:${this.#server.port}`;
  }

  get connections(): number {
    return this.#peers.size;
  }

  /** Sends a frame with the topic's next number to every subscriber. */
  publish(topic: string, data: unknown, { ts = Date.now(), times = 1 }: { ts?: number; times?: number } = {}): void {
    const seq = (this.#seqs.get(topic) ?? 0) + 1;
    this.#seqs.set(topic, seq);
    for (const peer of this.#peers) {
      if (!peer.data.topics.has(topic)) continue;
      for (let sent = 0; sent < times; sent++) peer.send(JSON.stringify({ topic, ts, seq, data }));
    }
  }

  /** Counts a frame as published without sending it. */
  loseFrame(topic: string): void {
    this.#seqs.set(topic, (this.#seqs.get(topic) ?? 0) + 1);
  }

  send(frame: Frame): void {
    for (const peer of this.#peers) peer.send(JSON.stringify(frame));
  }

  /** Breaks every connection without a closing handshake. */
  breakConnections(): void {
    for (const peer of [...this.#peers]) peer.terminate();
  }

  stop(): void {
    this.#server.stop(true);
  }

  #answer(peer: ServerWebSocket<Peer>, frame: Frame): void {
    this.received.push(frame);
    if (this.isMute) return;
    const { id, event, topic } = frame;
    const reply = (more: Frame) => peer.send(JSON.stringify({ id, event, success: true, ts: Date.now(), ...more }));
    if (event === "ping") peer.send(JSON.stringify({ event: "pong", ts: Date.now() }));
    if (event === "subscribe" && typeof topic === "string") {
      const errorMsg = this.refused.get(topic);
      if (errorMsg !== undefined) return void reply({ success: false, errorMsg });
      peer.data.topics.add(topic);
      reply({});
    }
    if (event === "unsubscribe" && typeof topic === "string") {
      peer.data.topics.delete(topic);
      reply({});
    }
    if (event === "request") {
      const params = frame.params as { readonly type: string; readonly symbol: string };
      if (params.type !== "orderbook") {
        const answer = this.order(params);
        if (answer !== undefined) reply(answer);
        return;
      }
      const data = this.book(params.symbol);
      if (data !== undefined) reply({ data });
    }
  }
}

/** Waits for a condition to become true, for at most 15 seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`never became true: ${condition}`);
    await Bun.sleep(2);
  }
}
