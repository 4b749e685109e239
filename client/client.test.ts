import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Client } from "./client.ts";
import { importApiKey } from "./signing/api-key.ts";
import { StreamServer, until } from "./streams/stream-server.fixture.ts";

const accountId = "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208";
const key = await importApiKey("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE");

let venue: StreamServer;
let client: Client;

beforeEach(() => {
  venue = new StreamServer();
  client = new Client({ baseUrl: venue.url.replace("ws", "http"), signer: { accountId, key } });
});
afterEach(() => {
  client.close();
  venue.stop();
});

describe("a client", () => {
  test("opens the public stream with its account and no signature", async () => {
    await client.streams.public.subscribe("tickers", () => {}).ready;
    expect(venue.urls).toEqual([`/ws/public/ws/stream/${accountId}`]);
    expect(client.streams.private.state).toBe("idle");
  });

  test("opens the private stream signed with the venue's time, again at each reconnect", async () => {
    venue.aheadMs = 8 * 3_600_000;
    const reports: string[] = [];
    await client.streams.private.subscribe("executionreport", ({ status }) => reports.push(status)).ready;
    venue.breakConnections();
    const connections = () => venue.urls.filter((url) => url.startsWith("/ws/private/v2/ws/private/stream/"));
    await until(() => connections().length === 2);
    for (const url of connections()) {
      const query = new URL(url, "http://venue").searchParams;
      const timestamp = query.get("svc_timestamp") ?? "";
      expect(Math.abs(Number(timestamp) - Date.now() - venue.aheadMs)).toBeLessThan(2_000);
      expect(query.get("svc_api_key")).toBe(key.publicKey);
      expect(query.get("svc_sign")).toBe(await key.sign(timestamp));
    }
  });

  test("signs each private connection with a different time, even next to other clients with the same key", async () => {
    const others = Array.from(
      { length: 5 },
      () => new Client({ baseUrl: client.rest.baseUrl, signer: { accountId, key } }),
    );
    const readies = [client, ...others].map(({ streams }) => streams.private.subscribe("balance", () => {}).ready);
    await Promise.all(readies);
    venue.breakConnections();
    await until(() => venue.urls.length === 12);
    const times = venue.urls.map((url) => new URL(url, "http://venue").searchParams.get("svc_timestamp"));
    expect(new Set(times).size).toBe(12);
    for (const other of others) other.close();
  });

  test("requests cancel-on-disconnect only when configured to, and places orders over the private stream", async () => {
    venue.order = () => ({ data: { order_id: 3 } });
    const signer = { accountId, key };
    const guarded = new Client({ baseUrl: venue.url.replace("ws", "http"), signer, cancelOnDisconnect: true });
    for (const each of [client, guarded]) {
      expect(await each.streams.orders.cancel({ symbol: "PERP_ETH_USDC", order_id: 3 })).toMatchObject({ order_id: 3 });
    }
    const asked = venue.urls.map((url) => new URL(url, "http://venue").searchParams.get("cancel_on_disconnect"));
    expect(asked).toEqual([null, "true"]);
    guarded.close();
  });

  test("follows the book of a market", async () => {
    venue.book = (symbol) => ({ symbol, ts: 100, asks: [[2510.1, 1]], bids: [] });
    const book = client.orderBook("PERP_ETH_USDC");
    await book.ready;
    expect(book.best()).toEqual({ bid: undefined, ask: [2510.1, 1] });
  });

  test("without an account can use the public stream but not the private one", () => {
    const anonymous = new Client({ baseUrl: "http://127.0.0.1:1" });
    expect(() => anonymous.streams.private.subscribe("balance", () => {})).toThrow("pass signer");
    expect(anonymous.streams.private.state).toBe("idle");
    anonymous.streams.public.subscribe("tickers", () => {});
    expect(anonymous.streams.public.state).toBe("connecting");
    anonymous.close();
  });
});
