import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Socket, socketConstructor } from "./socket.ts";
import { Stream, type StreamEvents } from "./stream.ts";
import { StreamServer, until } from "./stream-server.fixture.ts";

let server: StreamServer;
let stream: Stream;
let urlsAsked = 0;

beforeEach(() => {
  server = new StreamServer();
  urlsAsked = 0;
  stream = streamTo(server);
});
afterEach(() => {
  stream.close();
  server.stop();
});

function streamTo(venue: StreamServer, heartbeatMs = 10_000): Stream {
  return new Stream({
    url: async () => {
      urlsAsked += 1;
      return `${venue.url}/stream?signature=${urlsAsked}`;
    },
    WebSocket: () => WebSocket,
    heartbeatMs,
    pauseMs: 5,
    pauseMaxMs: 20,
  });
}

function collect<Name extends keyof StreamEvents>(name: Name): StreamEvents[Name][] {
  const events: StreamEvents[Name][] = [];
  stream.on(name, (event) => events.push(event));
  return events;
}

const subscribes = () => server.received.filter(({ event }) => event === "subscribe").map(({ topic }) => topic);

describe("a subscription", () => {
  test("opens the connection, is acknowledged and gets its frames with their time", async () => {
    const trades: [number, number][] = [];
    expect(stream.state).toBe("idle");
    const { ready } = stream.subscribe("PERP_ETH_USDC@trade", (trade, { ts }) => trades.push([trade.price, ts]));
    expect(stream.state).toBe("connecting");
    await ready;
    expect(stream.state).toBe("live");
    server.publish("PERP_ETH_USDC@trade", { symbol: "PERP_ETH_USDC", price: 2500, size: 1, side: "BUY" }, { ts: 17 });
    server.publish("PERP_BTC_USDC@trade", { symbol: "PERP_BTC_USDC", price: 60_000, size: 1, side: "BUY" });
    await until(() => trades.length === 1);
    expect(trades).toEqual([[2500, 17]]);
  });

  test("is shared by several handlers, and ended by the last", async () => {
    const seen: string[] = [];
    const first = stream.subscribe("tickers", () => seen.push("first"));
    const second = stream.subscribe("tickers", () => seen.push("second"));
    await second.ready;
    server.publish("tickers", []);
    await until(() => seen.length === 2);
    first.unsubscribe();
    server.publish("tickers", []);
    await until(() => seen.length === 3);
    expect(server.received.filter(({ event }) => event === "unsubscribe")).toEqual([]);
    second.unsubscribe();
    await until(() => server.received.some(({ event }) => event === "unsubscribe"));
    expect(seen).toEqual(["first", "second", "second"]);
    expect(subscribes()).toEqual(["tickers"]);
  });

  test("that the venue refuses rejects and is reported", async () => {
    server.refused.set("PERP_FOO_USDC@ticker", "invalid symbol PERP_FOO_USDC");
    const refusals = collect("refused");
    const { ready } = stream.subscribe("PERP_FOO_USDC@ticker", () => {});
    expect(await ready.catch((error) => error.message)).toBe("invalid symbol PERP_FOO_USDC");
    expect(refusals).toEqual([{ topic: "PERP_FOO_USDC@ticker", message: "invalid symbol PERP_FOO_USDC" }]);
  });

  test("of 250 topics stays within the venue's rate limit", async () => {
    const topics = Array.from({ length: 250 }, (_, index) => `PERP_T${index}_USDC@trade`);
    const startedAt = performance.now();
    for (const topic of topics) stream.subscribe(topic, () => {});
    await until(() => subscribes().length > 100);
    // A burst of 200, and 50 a second.
    expect(subscribes().length).toBeLessThan(200 + ((performance.now() - startedAt) / 1_000) * 50);
  });
});

describe("a heartbeat", () => {
  test("of the venue is answered", async () => {
    await stream.subscribe("tickers", () => {}).ready;
    server.send({ event: "ping" });
    await until(() => server.received.some(({ event }) => event === "pong"));
    expect(server.received.at(-1)).toEqual({ event: "pong" });
  });

  test("that is missing makes the stream stale, then opens a new connection", async () => {
    stream = streamTo(server, 50);
    const states = collect("state");
    const changes = () => states.map(({ state }) => state).join(" ");
    await stream.subscribe("tickers", () => {}).ready;
    await until(() => server.received.filter(({ event }) => event === "ping").length >= 3);
    expect(changes()).toBe("connecting live"); // the venue answers the client's pings

    server.isMute = true;
    await until(() => changes().includes("stale connecting"));
    server.isMute = false;
    await until(() => changes().endsWith("stale connecting live"));
    // A connection opened while the venue was mute may have become stale too.
    expect(changes()).toMatch(/^connecting live( stale connecting live)+$/);
  });
});

describe("a connection that breaks", () => {
  test("is opened again with a fresh signature, and every topic is subscribed again", async () => {
    const seen: unknown[] = [];
    let acknowledged = 0;
    await stream.subscribe("tickers", (data) => seen.push(data), { onSubscribed: () => acknowledged++ }).ready;
    await stream.subscribe("bbos", () => {}).ready;
    server.breakConnections();
    await until(() => subscribes().length === 4);
    await until(() => acknowledged === 2);
    server.publish("tickers", []);
    await until(() => seen.length === 1);
    expect(server.urls).toEqual(["/stream?signature=1", "/stream?signature=2"]);
    expect(subscribes()).toEqual(["tickers", "bbos", "tickers", "bbos"]);
  });

  test("repeatedly is opened again each time", async () => {
    const seen: unknown[] = [];
    await stream.subscribe("tickers", (data) => seen.push(data)).ready;
    for (let round = 1; round <= 5; round++) {
      server.breakConnections();
      await until(() => subscribes().length === round + 1);
    }
    server.publish("tickers", []);
    await until(() => seen.length === 1);
    expect(server.connections).toBe(1);
  });

  test("fails the pending question", async () => {
    await stream.subscribe("tickers", () => {}).ready;
    server.isMute = true;
    const question = stream.request("orderbook", { symbol: "PERP_ETH_USDC" }).catch((error) => error.message);
    await until(() => server.received.some(({ event }) => event === "request"));
    server.breakConnections();
    expect(await question).toContain("the connection was lost");
  });

  test("while the venue refuses the handshake is retried until it succeeds", async () => {
    server.rejectsUpgrades = true;
    const { ready } = stream.subscribe("tickers", () => {});
    await until(() => urlsAsked >= 3);
    expect(stream.state).toBe("connecting");
    server.rejectsUpgrades = false;
    await ready;
    expect(stream.state).toBe("live");
  });

  test("because there is no such account is not opened again", async () => {
    server.closesWith = "invalid account_id";
    const states = collect("state");
    const { ready } = stream.subscribe("tickers", () => {});
    expect(await ready.catch((error) => error.message)).toContain("1008 invalid account_id");
    expect(states.at(-1)?.state).toBe("closed");
    expect(urlsAsked).toBe(1);
  });
});

describe("a lost frame", () => {
  test("is reported with the number of missing frames; a repeated one is not delivered", async () => {
    const seen: (number | undefined)[] = [];
    const gaps = collect("gap");
    await stream.subscribe("tickers", (_, { seq }) => seen.push(seq)).ready;
    server.publish("tickers", []);
    server.publish("tickers", [], { times: 3 });
    server.loseFrame("tickers");
    server.loseFrame("tickers");
    server.publish("tickers", []);
    await until(() => seen.length === 3);
    expect(seen).toEqual([1, 2, 5]);
    expect(gaps).toEqual([{ topic: "tickers", last: 2, next: 5, missed: 2 }]);
  });

  test("between two connections is reported too", async () => {
    const seen: (number | undefined)[] = [];
    const gaps = collect("gap");
    await stream.subscribe("executionreport", (_, { seq }) => seen.push(seq)).ready;
    server.publish("executionreport", {});
    await until(() => seen.length === 1);
    server.breakConnections();
    server.loseFrame("executionreport");
    await until(() => subscribes().length === 2);
    await until(() => stream.state === "live");
    server.publish("executionreport", {});
    await until(() => seen.length === 2);
    expect(gaps).toEqual([{ topic: "executionreport", last: 1, next: 3, missed: 1 }]);
  });
});

describe("a stream", () => {
  test("that was closed is closed for good", async () => {
    await stream.subscribe("tickers", () => {}).ready;
    stream.close();
    expect(stream.state).toBe("closed");
    expect(() => stream.subscribe("bbos", () => {})).toThrow("this stream was closed");
    await until(() => server.connections === 0);
  });

  test("delivers a frame to every handler even if one throws", async () => {
    const seen: string[] = [];
    const faults = collect("fault");
    stream.subscribe("tickers", () => {
      throw new Error("a bug in the bot");
    });
    await stream.subscribe("tickers", () => seen.push("second")).ready;
    server.publish("tickers", []);
    await until(() => seen.length === 1);
    expect(faults).toEqual([{ error: new Error("a bug in the bot") }]);
  });

  test("needs a WebSocket, the runtime's or a given one", () => {
    class Given implements Socket {
      addEventListener(): void {}
      send(): void {}
      close(): void {}
    }
    expect(socketConstructor(Given)).toBe(Given);
    const builtIn = globalThis.WebSocket;
    try {
      Reflect.deleteProperty(globalThis, "WebSocket");
      expect(() => socketConstructor(undefined)).toThrow("this runtime has no WebSocket of its own");
    } finally {
      globalThis.WebSocket = builtIn;
    }
    expect(socketConstructor(undefined)).toBe(builtIn);
  });
});
