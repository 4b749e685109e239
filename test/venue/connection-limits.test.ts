// How many connections there may be, in total and per address: counted from the moment they are open, whether or not
// anything is ever sent over them.

import { afterEach, expect, test } from "bun:test";
import { OutsideStream, publicUrl } from "./outside/outside-stream.ts";
import { RawConnection, rawRequest, requestText, UPGRADE } from "./outside/raw-http.ts";
import { newTrader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

let venue: OutsideVenue;
const opened: RawConnection[] = [];
afterEach(async () => {
  for (const connection of opened.splice(0)) connection.close();
  await venue.stop();
});

async function open(count: number, from: string): Promise<RawConnection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => RawConnection.open(venue.port, from)));
  opened.push(...connections);
  return connections;
}

async function isAnswered(connection: RawConnection): Promise<boolean> {
  connection.write(requestText("GET", "/health"));
  return (await connection.answer())?.status === 200;
}

/** Resolves when the venue has closed `count` of the connections. */
function closed(connections: readonly RawConnection[], count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    for (const connection of connections) {
      connection.closed().then(() => {
        left -= 1;
        if (left === 0) resolve();
      });
    }
  });
}

async function answeredOf(connections: readonly RawConnection[]): Promise<number> {
  return (await Promise.all(connections.map(isAnswered))).filter(Boolean).length;
}

test("an address over its limit loses connections that never sent anything, then the quietest; other addresses lose none", async () => {
  venue = await startVenue({ limits: { factor: 1_000, socketsPerIp: 5 } });
  const others = await open(4, "127.0.0.3");
  const speaking = await open(5, "127.0.0.2");
  expect(await answeredOf([...speaking, ...others])).toBe(9);
  // The system measures how long a connection has been quiet in steps of some milliseconds.
  const [quiet, ...lively] = speaking;
  for (const end = performance.now() + 30; performance.now() < end; ) expect(await answeredOf(lively)).toBe(4);
  await closed(await open(3, "127.0.0.2"), 3);
  expect(await answeredOf(lively)).toBe(4);
  const another = await open(1, "127.0.0.2");
  another[0]!.write(requestText("GET", "/health"));
  await closed([quiet!], 1);
  expect(await answeredOf([...lively, ...others])).toBe(8);
  expect(await venue.metrics()).toContain("evermark_sockets_turned_away_total 4");
});

test("when all places are taken, the address with most connections loses some", async () => {
  venue = await startVenue({ limits: { factor: 1_000, sockets: 12, socketsPerIp: 12 } });
  const few = await open(3, "127.0.0.3");
  const crowd = await open(30, "127.0.0.2");
  await closed(crowd, 21);
  expect(await answeredOf(few)).toBe(3);
  // A new client gets a place, and the crowd loses one more.
  expect(await answeredOf(await open(1, "127.0.0.4"))).toBe(1);
  await closed(crowd, 22);
});

test("the limit per address does not apply to a trusted proxy", async () => {
  const trustedProxies = [{ address: "127.0.0.2", bits: 32, family: "ipv4" }] as const;
  venue = await startVenue({ trustedProxies, limits: { factor: 1_000, socketsPerIp: 5 } });
  const proxied = await open(20, "127.0.0.2");
  await closed(await open(6, "127.0.0.3"), 1);
  expect(await answeredOf(proxied)).toBe(20);
});

test("there is a limit on streams in total, and one that ends makes room", async () => {
  venue = await startVenue({ limits: { factor: 1_000, connections: 2 } });
  const { accountId } = await newTrader(venue.url);
  const streams = [await OutsideStream.openPublic(venue, accountId), await OutsideStream.openPublic(venue, accountId)];
  const upgrade = async () => {
    const path = publicUrl(venue, accountId).slice(venue.socketUrl.length);
    return rawRequest(venue.port, requestText("GET", path, UPGRADE));
  };
  expect(await upgrade()).toMatchObject({ status: 429, body: expect.stringContaining("-1003") });
  streams[0]!.close();
  await streams[0]!.closed();
  let status: number | undefined;
  while (status !== 101) status = (await upgrade())?.status;
  streams[1]!.close();
});
