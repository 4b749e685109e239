// Floods of requests: pipelined, refused, unread, from one address and from many.

import { credentials } from "../attacker.ts";
import { requestBytes } from "../bare-wire.ts";
import { type Flood, from, getBytes, inLines, openWire } from "./flood.ts";

const PIPELINE = 5_000;
const CHEAP = ["/v1/nothing", "/health", "/v1/public/futures/PERP_BTC_USDC", "/metrics", "/terminal/nothing"];

/** Writes many requests at once, and reads until the venue closes the connection or has answered. */
function pipelines(connections: number, addresses: number, paths: readonly string[]): Flood["run"] {
  const bytes = Buffer.concat(Array.from({ length: PIPELINE }, (_, i) => getBytes(paths[i % paths.length]!)));
  return (ground) =>
    inLines(ground, connections, async (line) => {
      const wire = await openWire(ground, from(ground, line % addresses));
      wire.write(bytes);
      ground.count("pipelines");
      for (let answers = 0; answers < PIPELINE; answers++) {
        const reply = await wire.answer();
        if (reply.kind !== "answer") break;
        ground.count(`answered ${reply.status}`);
      }
      wire.close();
    });
}

/** Sends one request after the other over lasting connections. */
function requestFlood(connections: number, addresses: number, bytesOf: (i: number) => Buffer): Flood["run"] {
  return (ground) =>
    inLines(ground, connections, async (line, signal) => {
      const wire = await openWire(ground, from(ground, line % addresses));
      for (let i = 0; !signal.aborted && !wire.isClosed; i++) {
        wire.write(bytesOf(i));
        const reply = await wire.answer();
        ground.count(reply.kind === "answer" ? `answered ${reply.status}` : reply.kind);
        if (reply.kind !== "answer") break;
      }
      wire.close();
    });
}

const BODY_BYTES = 2_000_000;

/** Sends all of a long body except its end, from 400 connections. */
function unendedBodies(path: string): Flood["run"] {
  const head = requestBytes("POST", path, [
    ["Content-Type", "application/json"],
    ["Content-Length", String(BODY_BYTES)],
  ]);
  const most = Buffer.alloc(BODY_BYTES - 1, " ");
  return (ground) =>
    inLines(ground, 400, async (line, signal) => {
      const wire = await openWire(ground, from(ground, line % 4));
      wire.write(head);
      wire.write(most);
      ground.count("left open");
      while (!signal.aborted && !wire.isClosed) await Bun.sleep(50);
      wire.close();
    });
}

const cheap = CHEAP.map(getBytes);
const QUERY_BYTES = 65_536;
const nested = `{"type":"marketInfo","x":${"[".repeat(QUERY_BYTES / 2 - 20)}${"]".repeat(QUERY_BYTES / 2 - 20)}}`;
const digits = `{"type":"marketInfo","x":[${"1234567890.123456789,".repeat(QUERY_BYTES / 21 - 3)}1]}`;
const queries = [nested, digits].map((body) =>
  requestBytes("POST", "/v1/public/query", [["Content-Type", "application/json"]], body),
);

export const requestFloods: Readonly<Record<string, Flood>> = {
  pipelines: {
    about: "8 connections that repeatedly send 5,000 requests at once",
    identities: 0,
    run: pipelines(8, 1, CHEAP),
  },
  "pipelines from everywhere": {
    about: "200 connections from 200 addresses, with 5,000 requests at once",
    identities: 0,
    run: pipelines(200, 200, CHEAP),
  },
  requests: {
    about: "64 connections from one address that send the next request as soon as they are answered",
    isOrdinary: true,
    identities: 0,
    run: requestFlood(64, 1, (i) => cheap[i % cheap.length]!),
  },
  "requests from everywhere": {
    about: "256 connections from 128 addresses that send the next request as soon as they are answered",
    isOrdinary: true,
    identities: 0,
    run: requestFlood(256, 128, (i) => cheap[i % cheap.length]!),
  },
  metrics: {
    about: "the venue's metrics, requested by 16 connections",
    identities: 0,
    run: requestFlood(16, 1, () => getBytes("/metrics")),
  },
  queries: {
    about: "public queries of the maximum length, deeply nested or full of digits, from 32 addresses",
    identities: 0,
    run: requestFlood(64, 32, (i) => queries[i % queries.length]!),
  },
  forgeries: {
    about: "orders with invalid signatures, from 32 addresses",
    isOrdinary: true,
    identities: 1,
    async run(ground) {
      const [self] = ground.identities;
      const body = JSON.stringify({
        symbol: "PERP_ETH_USDC",
        side: "BUY",
        order_type: "LIMIT",
        order_price: 1_000,
        order_quantity: 1,
      });
      const signature = Buffer.alloc(64, 7).toString("base64url");
      await requestFlood(64, 32, () => {
        const headers = credentials(self!.signer.accountId, self!.signer.key.publicKey, String(self!.now()), signature);
        return requestBytes("POST", "/v1/order", [["Content-Type", "application/json"], ...headers], body);
      })(ground);
    },
  },
  "answers that are never read": {
    about: "400 connections that request the longest answers and read none of them",
    identities: 0,
    async run(ground) {
      const paths = ["/openapi.json", "/v1/public/info", "/", "/v1/public/futures"];
      const bytes = Buffer.concat(Array.from({ length: 64 }, (_, i) => getBytes(paths[i % paths.length]!)));
      await inLines(ground, 400, async (line, signal) => {
        const wire = await openWire(ground, from(ground, line % 4));
        wire.pause();
        wire.write(bytes);
        ground.count("left unread");
        while (!signal.aborted && !wire.isClosed) await Bun.sleep(50);
        wire.close();
      });
    },
  },
  "bodies without an end": {
    about: "400 connections that send most of a long body and never the rest",
    identities: 0,
    run: unendedBodies("/v1/order"),
  },
  "bodies for nothing": {
    about: "the same for endpoints without a body",
    identities: 0,
    run: unendedBodies("/v1/nothing"),
  },
};
