// Floods over streams: readers who subscribe to much and read nothing, and frames as fast as possible.

import { randomBytes } from "node:crypto";
import { STREAM_PATHS } from "@evermark/interface/streams/topics.ts";
import type { Identity } from "../attacker.ts";
import { requestBytes, type Wire } from "../bare-wire.ts";
import { frame } from "../frames.ts";
import { type Flood, type FloodGround, from, inLines, openWire } from "./flood.ts";

/** The floods' market; honest traders use another. */
const SYMBOL = "PERP_ETH_USDC";
const BATCH = 10;
const LEVELS_EACH = 250;

const bookRequest = frame(JSON.stringify({ id: 1, event: "request", params: { type: "orderbook", symbol: SYMBOL } }));
const subscription = (event: string) => frame(JSON.stringify({ id: 1, event, topic: `${SYMBOL}@orderbook` }));

async function stream(ground: FloodGround, line: number, addresses: number): Promise<Wire | undefined> {
  const wire = await openWire(ground, from(ground, line % addresses));
  const headers: [string, string][] = [
    ["Upgrade", "websocket"],
    ["Connection", "Upgrade"],
    ["Sec-WebSocket-Key", randomBytes(16).toString("base64")],
    ["Sec-WebSocket-Version", "13"],
  ];
  wire.write(
    requestBytes("GET", STREAM_PATHS.public.replace("{account_id}", ground.identities[0]!.signer.accountId), headers),
  );
  const reply = await wire.answer();
  ground.count(reply.kind === "answer" ? `opened ${reply.status}` : reply.kind);
  if (reply.kind === "answer" && reply.status === 101) return wire;
  wire.close();
  await Bun.sleep(20);
  return undefined;
}

/** Rests orders at many prices, far from all trades. */
export async function deepenBook(ground: FloodGround): Promise<void> {
  const answer = await fetch(`${ground.target.url}/v1/public/futures/${SYMBOL}`);
  const { data } = (await answer.json()) as { readonly data: { readonly mark_price: number } };
  const top = Math.floor(data.mark_price) - 1;
  await Promise.all(ground.identities.map((self, i) => restMany(ground, self, top - (i * LEVELS_EACH) / 100)));
}

async function restMany(ground: FloodGround, self: Identity, top: number): Promise<void> {
  const wire = await openWire(ground, ground.target);
  for (let rested = 0; rested < LEVELS_EACH; rested += BATCH) {
    const orders = Array.from({ length: BATCH }, (_, i) => ({
      symbol: SYMBOL,
      side: "BUY",
      order_type: "LIMIT",
      order_price: Number((top - (rested + i) / 100).toFixed(2)),
      order_quantity: 0.01,
    }));
    const body = JSON.stringify({ orders });
    const head = [["Content-Type", "application/json"] as const, ...self.headers("POST", "/v1/batch-order", body)];
    wire.write(requestBytes("POST", "/v1/batch-order", head, body));
    const reply = await wire.answer();
    if (reply.kind !== "answer") throw new Error(`resting orders: ${reply.kind}`);
    ground.count(`prepared ${reply.status}`);
    if (reply.status === 429) {
      rested -= BATCH;
      await Bun.sleep(200);
    }
  }
  wire.close();
}

/** Writes frames and reads nothing, until the connection is closed. */
function unread(frames: readonly Buffer[], each: number): Flood["run"] {
  return (ground) =>
    inLines(ground, 200, async (line, signal) => {
      const wire = await stream(ground, line, 5);
      if (wire === undefined) return;
      wire.pause();
      const many = Buffer.concat(Array.from({ length: each }, (_, i) => frames[i % frames.length]!));
      while (!signal.aborted && !wire.isClosed) {
        wire.write(many);
        ground.count("frames", each);
        await Bun.sleep(1_000);
      }
      wire.close();
    });
}

export const streamFloods: Readonly<Record<string, Flood>> = {
  "deep books": {
    about: "200 clients that never read request a book of 2,500 prices",
    identities: 10,
    prepare: deepenBook,
    run: unread([bookRequest], 190),
  },
  "deep subscriptions": {
    about: "200 clients that never read repeatedly subscribe to a deep book and unsubscribe",
    identities: 10,
    prepare: deepenBook,
    run: unread([subscription("subscribe"), subscription("unsubscribe")], 190),
  },
  frames: {
    about: "200 streams that send more frames than allowed, and reconnect when they are closed",
    identities: 1,
    run: (ground) =>
      inLines(ground, 200, async (line) => {
        const wire = await stream(ground, line, 5);
        if (wire === undefined) return;
        const ping = frame('{"event":"ping"}');
        wire.write(Buffer.concat(Array.from({ length: 400 }, () => ping)));
        ground.count("frames", 400);
        await wire.closes(1_000);
        wire.close();
      }),
  },
  previews: {
    about: "previews of an order that sweeps 2,500 resting ones, with read-only keys",
    identities: 10,
    prepare: deepenBook,
    run: (ground) =>
      inLines(ground, 10, async (line, signal) => {
        const self = ground.identities[line]!;
        const wire = await openWire(ground, from(ground, line));
        const body = JSON.stringify({ symbol: SYMBOL, side: "SELL", order_type: "MARKET", order_quantity: 25 });
        while (!signal.aborted && !wire.isClosed) {
          const head = [
            ["Content-Type", "application/json"] as const,
            ...self.readerHeaders("POST", "/v1/order/preview", body),
          ];
          wire.write(requestBytes("POST", "/v1/order/preview", head, body));
          const reply = await wire.answer();
          ground.count(reply.kind === "answer" ? `answered ${reply.status}` : reply.kind);
          if (reply.kind !== "answer") break;
        }
        wire.close();
      }),
  },
};
