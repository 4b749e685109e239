import { afterEach, expect, test } from "bun:test";
import { DRIVERS } from "../drivers/index.ts";
import { jsonDriver } from "../drivers/json-places.ts";
import type { Driver } from "../frames/driver.ts";
import { type FeedRig, feedRig, until } from "../testing/feed-rig.ts";
import { neverAnswers, opensAndFallsSilent } from "../testing/silent-servers.ts";
import { VenueServer } from "../testing/venue-server.ts";

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

function opening<Part extends { stop(): unknown }>(part: Part): Part {
  opened.push(part);
  return part;
}

const LAST_ONLY = { bid: null, ask: null, last: "p", time: null, pair: null };
const PLAIN = jsonDriver("", LAST_ONLY, ["subscribe"]);
const DAY_S = 86_400;

/** A venue that sends one price to each subscriber. */
function plainVenue(): VenueServer {
  return opening(new VenueServer({ heard: (socket) => void socket.send('{"p":"5"}') }));
}

function rigTo(url: string, driver: Driver = PLAIN): FeedRig {
  const rig = feedRig(driver, url, ["A"]);
  opening(rig.line);
  rig.pass(1);
  return rig;
}

test("a connection that was cut is opened and subscribed to again, and earlier quotes no longer stand", async () => {
  const server = plainVenue();
  const rig = rigTo(server.url);
  await until(() => rig.taken.length === 1);
  const heardAt = rig.clocks.steady();
  for (const socket of server.sockets) socket.terminate();
  await until(() => rig.line.status.state === "waiting");
  // It is only known to have stood at that time.
  rig.clocks.pass(500);
  expect(rig.line.stoodAt(0)).toBe(heardAt);
  rig.pass(1);
  await until(() => rig.taken.length === 2);
  expect(server.received).toEqual(["subscribe", "subscribe"]);
  expect(rig.taken.map(({ era }) => era)).toEqual([0, 1]);
  expect(rig.line.stoodAt(0)).toBe(heardAt);
  expect(rig.line.stoodAt(1)).toBe(rig.clocks.steady());
  expect(rig.line.status.failures).toBe(1);
});

test("a venue that refuses connections is tried again after a second, then two, up to a minute", async () => {
  const server = new VenueServer();
  const { url } = server;
  await server.stop();
  const rig = feedRig(PLAIN, url, ["A"]);
  opening(rig.line);
  const triedAfter: number[] = [];
  for (let failures = 0, waited = 0; failures < 8; waited += 1) {
    rig.pass(1);
    if (rig.line.status.state !== "connecting") continue;
    failures += 1;
    await until(() => rig.line.status.failures === failures);
    triedAfter.push(waited);
    waited = 0;
  }
  // Three quarters of 1, 2, 4, … 60 s, by the fixed random number, seen up to a whole second later.
  expect(triedAfter.slice(1)).toEqual([1, 2, 3, 6, 12, 24, 45]);
});

test("an address that never answers is given up after ten seconds, and delays no other", async () => {
  const silent = opening(neverAnswers());
  const rig = rigTo(`ws://${silent.host}/`);
  await until(() => silent.connections() === 1);
  const other = rigTo(plainVenue().url);
  await until(() => other.taken.length === 1);
  rig.pass(10);
  expect(rig.line.status.state).toBe("connecting");
  rig.pass(1);
  expect(rig.line.status).toMatchObject({ failures: 1, trouble: "no answer" });
});

test("a connection on which nothing more is heard, pings included, is dead after ten seconds", async () => {
  const silent = opening(opensAndFallsSilent(['{"p":"5"}']));
  const rig = rigTo(`ws://${silent.host}/`);
  await until(() => rig.taken.length === 1);
  rig.pass(10);
  expect(rig.line.status.state).toBe("open");
  rig.pass(1);
  expect(rig.line.status).toMatchObject({ failures: 1, trouble: "nothing was heard any more" });
});

test("ten megabytes of nonsense end the connection, and none of them are read", async () => {
  const server = opening(new VenueServer({ opened: (socket) => void socket.send("[".repeat(10_000_000)) }));
  const rig = rigTo(server.url);
  await until(() => rig.line.status.failures === 1);
  expect(rig.line.status.trouble).toBe("a message of 10000000 bytes");
  expect(rig.taken).toEqual([]);
});

test("more messages than any feed sends within a second end the connection", async () => {
  const server = opening(
    new VenueServer({
      heard(socket) {
        for (let i = 0; i < 50_001; i++) socket.send("{}");
      },
    }),
  );
  const rig = rigTo(server.url);
  await until(() => rig.line.status.failures === 1);
  expect(rig.line.status.trouble).toBe("a flood of messages");
});

test("nonsense gives no price, and does not end the connection", async () => {
  const nonsense = ["", "null", "[[[[", '{"p":"-5"}', '{"p":{}}', "\u0000", "x".repeat(100_000), '{"p":"7"}'];
  const server = opening(
    new VenueServer({
      heard(socket) {
        for (const text of nonsense) socket.send(text);
        socket.send(new Uint8Array([255, 254, 0, 1]));
        socket.send(Buffer.from('{"p":"8"}'));
      },
    }),
  );
  const rig = rigTo(server.url);
  await until(() => rig.taken.at(-1)?.quote.last === "8");
  expect(rig.line.status).toMatchObject({ state: "open", failures: 0 });
});

test("before a day is over another connection takes over, without missing a message", async () => {
  const server = plainVenue();
  const rig = rigTo(server.url);
  await until(() => rig.taken.length === 1);
  // Something has to be heard regularly, or the connection would count as dead.
  let price = 0;
  for (let hour = 0; hour < 24; hour++) {
    rig.clocks.pass(3_599_000);
    price += 1;
    server.send(`{"p":"${price}"}`);
    await until(() => rig.taken.at(-1)?.quote.last === String(price));
    rig.pass(1);
    if (hour === 23) await until(() => server.connections === 2);
  }
  await until(() => rig.taken.filter(({ quote }) => quote.last === "5").length > 2);
  rig.pass(1);
  await until(() => server.sockets.size === 1);
  expect(rig.line.status).toMatchObject({ state: "open", failures: 0, renewals: 1 });
  expect(rig.taken.every(({ era }) => era === 0)).toBe(true);
  expect(rig.clocks.steady()).toBeLessThan((DAY_S + 120) * 1_000);
});

test("a new connection that fails leaves the old one as it is", async () => {
  let connections = 0;
  const server: VenueServer = opening(
    new VenueServer({
      answer: () => (++connections > 1 ? new Response("busy", { status: 503 }) : undefined),
      heard: (socket) => void socket.send('{"p":"5"}'),
    }),
  );
  const renewing: Driver = {
    ...PLAIN,
    converse: () => ({
      greeting: () => ["subscribe"],
      read: () => ({ quotes: [{ pair: "A", at: null }], renew: "now" }),
    }),
  };
  const rig = rigTo(server.url, renewing);
  await until(() => rig.taken.length === 1);
  rig.pass(1);
  await until(() => rig.line.status.failures === 1);
  server.send("again");
  await until(() => rig.taken.length === 2);
  expect(rig.taken.map(({ era }) => era)).toEqual([0, 0]);
  expect(rig.line.status.state).toBe("open");
});

test("no more messages are sent within a second than the venue allows", async () => {
  const server = opening(new VenueServer());
  const greeting = ["1", "2", "3", "4", "5"];
  const driver: Driver = {
    ...PLAIN,
    sendsPerSecond: 2,
    converse: () => ({ greeting: () => greeting, read: () => ({}) }),
  };
  const rig = rigTo(server.url, driver);
  await until(() => server.received.length === 2);
  for (const sent of [4, 5]) {
    rig.pass(1);
    await until(() => server.received.length === sent);
  }
  expect(server.received).toEqual(greeting);
});

const TICKETS: readonly (readonly [string, () => Response, string])[] = [
  ["a failure", () => new Response("", { status: 500 }), "answered 500"],
  ["nonsense", () => new Response("<html>"), "its answer is no ticket"],
  [
    "no address",
    () => Response.json({ data: { token: "t", instanceServers: [{ endpoint: "nowhere" }] } }),
    "its answer is no ticket",
  ],
  ["ten megabytes", () => new Response("x".repeat(10_000_000)), "an answer of more than 1048576 bytes"],
];

for (const [name, answer, trouble] of TICKETS) {
  test(`a venue that answers with ${name} when it is asked for a token is asked again later`, async () => {
    const server = opening(new VenueServer({ answer }));
    const rig = rigTo(`http://${server.host}`, DRIVERS.kucoin);
    await until(() => rig.line.status.failures === 1);
    expect(rig.line.status).toMatchObject({ state: "waiting", trouble });
  });
}

test("a token that does not come is waited for ten seconds only", async () => {
  const silent = opening(neverAnswers());
  const rig = rigTo(`http://${silent.host}`, DRIVERS.kucoin);
  await until(() => silent.connections() === 1);
  rig.pass(11);
  expect(rig.line.status).toMatchObject({ failures: 1, trouble: "no answer" });
});
