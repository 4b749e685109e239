// Connections that misbehave below HTTP: half requests, bytes one by one, many requests at once, framing that
// contradicts itself, and silence. The promise: others are served, and a client that stalls loses its place in time.

import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import type { Identity } from "./attacker.ts";
import { requestBytes, type Wire, Wire as Wires } from "./bare-wire.ts";
import { complaintAbout } from "./reply-judge.ts";
import type { Target } from "./target.ts";

/** A stalled request is closed after 30 s of silence; no connection may keep a place much longer. */
const STALLED_MS = 90_000;

export interface SocketMove {
  readonly kind: string;
  /** The outcome, for the counts. */
  readonly outcome: string;
  readonly complaint?: string | undefined;
  readonly detail: string;
  /** A connection that the venue has to close, and within which time. */
  readonly stalled?: { readonly wire: Wire; readonly withinMs: number };
}

type Play = (wire: Wire, random: Random, self: Identity) => Promise<Omit<SocketMove, "kind">>;

const ORDER = JSON.stringify({
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  order_type: "LIMIT",
  order_price: 50_000,
  order_quantity: 0.01,
});
const WAIT_MS = 1_000;

const plays: Readonly<Record<string, Play>> = {
  "half a request": async (wire, random, self) => {
    const whole = order(self);
    const part = whole.subarray(0, 1 + below(random, whole.length - 1));
    wire.write(part);
    return {
      outcome: "left open",
      detail: `${part.length} of ${whole.length} bytes`,
      stalled: { wire, withinMs: STALLED_MS },
    };
  },
  "nothing at all": async (wire) => ({
    outcome: "left open",
    detail: "no byte",
    stalled: { wire, withinMs: STALLED_MS },
  }),
  "byte by byte": async (wire, random) => {
    const whole = requestBytes("GET", "/v1/public/info/PERP_BTC_USDC", []);
    for (const byte of whole) {
      wire.write(Uint8Array.of(byte));
      if (random() < 0.1) await Bun.sleep(1);
    }
    return judged(wire, "one byte at a time");
  },
  "many at once": async (wire, random) => {
    const count = 2 + below(random, 30);
    const paths = Array.from({ length: count }, (_, i) =>
      i % 3 === 1 ? "/v1/nothing" : "/v1/public/futures/PERP_BTC_USDC",
    );
    wire.write(Buffer.concat(paths.map((path) => requestBytes("GET", path, []))));
    for (const [i, path] of paths.entries()) {
      const reply = await wire.answer();
      // Answered in order, or closed: never mixed up.
      if (reply.kind === "silent")
        return { outcome: "silent", complaint: "no answer", detail: `${count} requests at once` };
      if (reply.kind === "closed") return { outcome: `closed after ${i === 0 ? "none" : "some"}`, detail: "" };
      const isMixedUp = reply.status === 200 && path === "/v1/nothing";
      if (isMixedUp)
        return { outcome: "mixed", complaint: "answers out of order", detail: `${count} requests at once` };
    }
    return { outcome: "all answered", detail: "" };
  },
  "framing that contradicts itself": async (wire, random, self) => {
    const smuggled = order(self).toString("latin1");
    const texts = [
      `POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
      `POST /v1/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
      "POST /v1/order HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "POST /v1/order HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\nx",
      "POST /v1/order HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc",
      "POST /v1/order HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
      "GET /v1/public/info\r\n\r\n",
      "GET  /v1/public/info  HTTP/1.1\r\n\r\n",
      "GET /v1/public/info HTTP/9.9\r\nHost: x\r\n\r\n",
      "\r\n\r\n\r\nGET /v1/public/info HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /v1/public/info HTTP/1.1\r\nHost: x\r\n continued: yes\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\n${"a: b\r\n".repeat(2_000)}\r\n`,
      "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
    ];
    const text = texts[below(random, texts.length)]!;
    wire.write(Buffer.from(text, "latin1"));
    return loose(wire, text.slice(0, 120));
  },
  rubbish: async (wire, random) => {
    wire.write(Buffer.from(Array.from({ length: 1 + below(random, 4_000) }, () => below(random, 256))));
    return loose(wire, "random bytes");
  },
  "an answer that is never read": async (wire, random) => {
    wire.pause();
    wire.write(
      Buffer.concat(Array.from({ length: 1 + below(random, 20) }, () => requestBytes("GET", "/v1/public/info", []))),
    );
    await Bun.sleep(WAIT_MS);
    return { outcome: "not read", detail: "" };
  },
  "disconnecting in the middle": async (wire, random, self) => {
    const whole = order(self);
    wire.write(whole.subarray(0, 1 + below(random, whole.length)));
    wire.close();
    return { outcome: "gone", detail: "" };
  },
  "a body that never ends": async (wire, random) => {
    wire.write(
      "POST /v1/dex_api_key HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    for (let i = below(random, 300); i > 0 && !wire.isClosed; i--) {
      wire.write(`4000\r\n${" ".repeat(16_384)}\r\n`);
      if (i % 16 === 0) await Bun.sleep(1);
    }
    return { outcome: wire.isClosed ? "closed" : "left open", detail: "", stalled: { wire, withinMs: STALLED_MS } };
  },
};

export async function socketMove(target: Target, random: Random, self: Identity): Promise<SocketMove> {
  const names = Object.keys(plays);
  const kind = names[below(random, names.length)]!;
  const wire = await Wires.open(target);
  const move = await plays[kind]!(wire, random, self);
  if (move.stalled === undefined) wire.close();
  return { kind, ...move };
}

function order(self: Identity): Buffer {
  return requestBytes(
    "POST",
    "/v1/order",
    [["Content-Type", "application/json"], ...self.headers("POST", "/v1/order", ORDER)],
    ORDER,
  );
}

async function judged(wire: Wire, detail: string): Promise<Omit<SocketMove, "kind">> {
  const reply = await wire.answer();
  return {
    outcome: reply.kind === "answer" ? String(reply.status) : reply.kind,
    complaint: complaintAbout(undefined, "any", reply),
    detail,
  };
}

/** An answer, a closed connection, or silence for now: each is allowed. */
async function loose(wire: Wire, detail: string): Promise<Omit<SocketMove, "kind">> {
  const reply = await wire.answer(false, WAIT_MS);
  if (reply.kind === "silent") return { outcome: "waits for more", detail, stalled: { wire, withinMs: STALLED_MS } };
  const outcome = reply.kind === "answer" ? String(reply.status) : reply.kind;
  return { outcome, complaint: complaintAbout(undefined, "loose", reply), detail };
}
