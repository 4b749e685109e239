// A venue behind a proxy on the same machine: which client address it sees, whom the sandbox's controls answer, and
// whose limits are used up. The proxy in these tests is 127.0.0.2, which is configured as one; 127.0.0.1 is any other
// client on the machine.

import { beforeAll, expect, test } from "bun:test";
import { publicUrl } from "./outside/outside-stream.ts";
import { RawConnection, rawRequest, requestText, UPGRADE } from "./outside/raw-http.ts";
import { newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const PROXY = "127.0.0.2";
const venue = venueOfFile({
  trustedProxies: [{ address: PROXY, bits: 32, family: "ipv4" }],
  limits: { factor: 1, connectionsPerIp: 2 },
});
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(venue.url);
});

type HeaderLines = readonly (readonly [string, string])[];

const forwarded = (client: string): HeaderLines => [["X-Forwarded-For", client]];

/** The client address that the venue sees. */
async function seenAs(from: string, headers: HeaderLines): Promise<unknown> {
  const answer = await rawRequest(venue.port, requestText("GET", "/v1/ip_info", headers), from);
  return JSON.parse(answer!.body).data.ip;
}

test("the client is the last address named by the proxy that is not a proxy itself", async () => {
  expect(await seenAs(PROXY, forwarded("192.0.2.1"))).toBe("192.0.2.1");
  expect(await seenAs(PROXY, forwarded("127.0.0.1, 192.0.2.2"))).toBe("192.0.2.2");
  expect(await seenAs(PROXY, forwarded("192.0.2.3, 127.0.0.2"))).toBe("192.0.2.3");
  expect(await seenAs(PROXY, [...forwarded("192.0.2.9"), ...forwarded("2001:db8::1")])).toBe("2001:db8::1");
  expect(await seenAs(PROXY, [["X-Real-IP", "192.0.2.4"]])).toBe(PROXY);
  expect(await seenAs(PROXY, [])).toBe(PROXY);
});

test("an address named by any other client is not believed", async () => {
  expect(await seenAs("127.0.0.1", forwarded("192.0.2.1"))).toBe("127.0.0.1");
  expect(await seenAs("127.0.0.3", forwarded("192.0.2.1"))).toBe("127.0.0.3");
});

test("the sandbox's controls answer this machine, and no client that comes through a proxy", async () => {
  const prices = JSON.stringify({ prices: { PERP_ETH_USDC: 3_000 } });
  const ask = async (from: string, headers: HeaderLines) => {
    const lines: HeaderLines = [["Content-Type", "application/json"], ...headers];
    return (await rawRequest(venue.port, requestText("POST", "/sandbox/prices", lines, prices), from))?.status;
  };
  expect(await ask("127.0.0.1", [])).toBe(200);
  expect(await ask(PROXY, [])).toBe(200);
  for (const name of ["X-Forwarded-For", "x-real-ip", "Forwarded", "Via", "X-Forwarded-Proto"]) {
    for (const from of ["127.0.0.1", PROXY])
      expect([name, await ask(from, [[name, "127.0.0.1"]])]).toEqual([name, 404]);
  }
});

test("limits per address apply to the client, not to all clients behind the proxy", async () => {
  // The limit is ten a second; these are sent at the same time.
  const refused = async (client: (i: number) => string) => {
    const requests = Array.from({ length: 60 }, (_, i) => requestText("GET", "/v1/get_broker", forwarded(client(i))));
    const answers = await Promise.all(requests.map((request) => rawRequest(venue.port, request, PROXY)));
    return answers.filter((answer) => answer?.status === 429).length;
  };
  expect(await refused(() => "192.0.2.1")).toBeGreaterThan(0);
  const other = await rawRequest(venue.port, requestText("GET", "/v1/get_broker", forwarded("192.0.2.2")), PROXY);
  expect(other?.headers.get("x-ratelimit-remaining")).toBe("9");
  expect(await refused((i) => `192.0.2.${100 + i}`)).toBe(0);
  // A whole IPv6 network of 64 bits counts as one customer.
  expect(await refused((i) => `2001:db8::${i.toString(16)}`)).toBeGreaterThan(0);
});

test("streams are counted by client", async () => {
  const path = publicUrl(venue, trader.accountId).slice(venue.socketUrl.length);
  const open = async (from: string, headers: HeaderLines) => {
    const connection = await RawConnection.open(venue.port, from);
    connection.write(requestText("GET", path, [...UPGRADE, ...headers]));
    return (await connection.answer())?.status;
  };
  expect(await open(PROXY, forwarded("192.0.2.1"))).toBe(101);
  expect(await open(PROXY, forwarded("192.0.2.1"))).toBe(101);
  expect(await open(PROXY, forwarded("192.0.2.1"))).toBe(429);
  expect(await open(PROXY, forwarded("192.0.2.2"))).toBe(101);
  // A forwarding client that is not trusted counts under its own address.
  for (const client of ["192.0.2.3", "192.0.2.4"]) expect(await open("127.0.0.3", forwarded(client))).toBe(101);
  expect(await open("127.0.0.3", forwarded("192.0.2.5"))).toBe(429);
});
