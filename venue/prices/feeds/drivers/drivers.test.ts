import { afterEach, expect, test } from "bun:test";
import fc from "fast-check";
import { type JsonPlaces, VENUE_DRIVERS } from "../../../configuration/price-sources.ts";
import type { Driver } from "../frames/driver.ts";
import { DOCUMENTED_FEEDS, type DocumentedFeed } from "../testing/documented-feeds.ts";
import { type FeedRig, feedRig, until } from "../testing/feed-rig.ts";
import { VenueServer } from "../testing/venue-server.ts";
import { worthOf } from "../worth/quote-worth.ts";
import { DRIVERS } from "./index.ts";
import { jsonDriver } from "./json-places.ts";

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

/** A server that behaves as the venue's documentation says, from the subscription on. */
function documentedVenue({ welcome, subscription, acknowledged, messages, keepAlive }: DocumentedFeed): VenueServer {
  const asked = new Map<unknown, number>();
  const server: VenueServer = new VenueServer({
    // Answers KuCoin's request for a ticket; the other drivers make no requests.
    answer: (request) => (request.method === "POST" ? ticket(server, request) : undefined),
    opened: (socket) => welcome !== undefined && socket.send(welcome),
    heard(socket, text) {
      if (keepAlive !== undefined && isOfShape(text, keepAlive.sent)) return void socket.send(keepAlive.answered);
      asked.set(socket, (asked.get(socket) ?? 0) + 1);
      if (asked.get(socket) === subscription.length)
        for (const message of [...acknowledged, ...messages]) socket.send(message);
    },
  });
  opened.push(server);
  return server;
}

function ticket(server: VenueServer, request: Request): Response {
  expect(new URL(request.url).pathname).toBe("/api/v1/bullet-public");
  const instance = {
    endpoint: server.url,
    encrypt: true,
    protocol: "websocket",
    pingInterval: 18_000,
    pingTimeout: 10_000,
  };
  return Response.json({ code: "200000", data: { token: "2neAiuYvAU61ZDXANAGAsiL4==", instanceServers: [instance] } });
}

function rigTo(server: VenueServer, { driver, pairs, now }: DocumentedFeed): FeedRig {
  const known = DRIVERS[driver];
  const rig = feedRig(known, known.ticket === undefined ? server.url : `http://${server.host}`, pairs, now - 1_000);
  opened.push(rig.line);
  rig.pass(1);
  return rig;
}

test("every driver is tested against its venue's documentation", () => {
  expect(DOCUMENTED_FEEDS.map(({ driver }) => driver).toSorted()).toEqual([...VENUE_DRIVERS].toSorted());
});

for (const feed of DOCUMENTED_FEEDS) {
  test(`${feed.driver}: what is documented is subscribed to and read`, async () => {
    const server = documentedVenue(feed);
    const rig = rigTo(server, feed);
    await until(() => rig.taken.length >= feed.quotes.length);
    expect(server.received.map((text) => JSON.parse(text))).toEqual(feed.subscription as never[]);
    expect(rig.taken.map(({ quote }) => quote)).toEqual([...feed.quotes]);
    expect(rig.line.status).toMatchObject({ state: "open", failures: 0, trouble: "" });
  });

  test(`${feed.driver}: a quiet connection is asked for life, and its answer is one`, async () => {
    const server = documentedVenue(feed);
    const rig = rigTo(server, feed);
    await until(() => rig.taken.length > 0);
    const saidBefore = server.received.length;
    rig.pass(4);
    await until(() => server.pings + server.received.length > saidBefore);
    const { keepAlive } = feed;
    if (keepAlive !== undefined) expect(isOfShape(server.received.at(-1)!, keepAlive.sent)).toBe(true);
    // Nine seconds after the last messages, with the answer to the ping in between.
    await untilHeard(rig);
    rig.pass(9);
    expect(rig.line.status.state).toBe("open");
  });

  for (const message of feed.renewals) {
    test(`${feed.driver}: asked for a new connection, it opens one before the old one ends: ${message.slice(0, 60)}`, async () => {
      const server = documentedVenue(feed);
      const rig = rigTo(server, feed);
      await until(() => rig.taken.length === feed.quotes.length);
      server.send(message);
      await until(() => rig.line.status.trouble !== "");
      rig.pass(5);
      await until(() => server.connections === 2 && rig.taken.length === 2 * feed.quotes.length);
      rig.pass(1);
      await until(() => server.sockets.size === 1);
      expect(rig.line.status).toMatchObject({ state: "open", renewals: 1, failures: 0 });
      expect(rig.taken.every(({ era }) => era === 0)).toBe(true);
    });
  }

  for (const message of feed.refusals) {
    test(`${feed.driver}: what it refuses is said, and nothing ends: ${message.slice(0, 60)}`, async () => {
      const server = documentedVenue(feed);
      const rig = rigTo(server, feed);
      await until(() => rig.taken.length > 0);
      server.send(message);
      await until(() => rig.line.status.trouble !== "");
      expect(rig.line.status.state).toBe("open");
    });
  }

  for (const [asked, answer] of feed.asks ?? []) {
    test(`${feed.driver}: what it asks is answered: ${asked}`, async () => {
      const server = documentedVenue(feed);
      const rig = rigTo(server, feed);
      await until(() => rig.taken.length > 0);
      server.send(asked);
      await until(() => server.received.length > feed.subscription.length);
      expect(JSON.parse(server.received.at(-1)!)).toEqual(answer);
    });
  }
}

/** Waits until something is heard in the rig's present second. */
async function untilHeard({ line, clocks }: FeedRig): Promise<void> {
  await until(() => line.stoodAt(0) === clocks.steady());
}

/** Whether both are the same word, or objects with the same member names: their values depend on when a message was sent. */
function isOfShape(text: string, other: string): boolean {
  if (!text.startsWith("{") || !other.startsWith("{")) return text === other;
  return Object.keys(JSON.parse(text)).join() === Object.keys(JSON.parse(other)).join();
}

const PLACES: JsonPlaces = { bid: "book.0.bid", ask: "book.0.ask", last: "last", time: "t", pair: "s" };
const ALL: readonly (readonly [string, Driver, string, readonly string[]])[] = [
  ...DOCUMENTED_FEEDS.map(
    ({ driver, pairs, acknowledged, messages, renewals, refusals, asks }) =>
      [
        driver,
        DRIVERS[driver],
        pairs[0]!,
        [...acknowledged, ...messages, ...renewals, ...refusals, ...(asks ?? []).map(([asked]) => asked)],
      ] as const,
  ),
  [
    "json",
    jsonDriver("ws://x", PLACES, []),
    "A",
    ['{"s":"A","book":[{"bid":"1.5","ask":2}],"last":1.7,"t":1700000000}'],
  ],
];

/** The message with one of its members replaced by junk. */
function bent(value: unknown, junk: unknown, place: number): unknown {
  let at = 0;
  const bend = (part: unknown): unknown => {
    at += 1;
    if (at === place) return junk;
    if (Array.isArray(part)) return part.map(bend);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, bend(member)]));
  };
  return bend(value);
}

for (const [name, driver, pair, messages] of ALL) {
  test(`${name}: whatever arrives, it is read without an exception, and no absurd price comes of it`, () => {
    const junk = fc.oneof(fc.jsonValue(), fc.constantFrom("-1", "1e999", -5, 1e300, "٣", { valueOf: 1, toString: 2 }));
    const message = fc.oneof(
      fc.jsonValue(),
      fc.string(),
      fc
        .tuple(fc.constantFrom(...messages), junk, fc.integer({ min: 1, max: 30 }))
        .map(([text, something, place]) => bent(JSON.parse(text), something, place)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (all) => {
        const conversation = driver.converse([pair]);
        conversation.greeting(0);
        for (const each of all) {
          for (const quote of conversation.read(each).quotes ?? []) {
            const { price } = worthOf(quote, 20_000);
            if (price !== undefined) expect(price > 0n && price <= 10n ** 33n).toBe(true);
            expect(typeof quote.pair).toBe("string");
          }
        }
      }),
      { numRuns: 300 },
    );
  });
}
