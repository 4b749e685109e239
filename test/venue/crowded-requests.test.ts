// What one client's requests may cost the others: pipelined requests are answered in turns, and a connection that
// pipelines more than a turn is closed; each address has an allowance, which is checked before the request is read.

import { afterEach, expect, test } from "bun:test";
import { call } from "./outside/outside-caller.ts";
import { RawConnection, requestText } from "./outside/raw-http.ts";
import { newTrader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

let venue: OutsideVenue;
const opened: RawConnection[] = [];
afterEach(async () => {
  for (const connection of opened.splice(0)) connection.close();
  await venue.stop();
});

async function open(from: string): Promise<RawConnection> {
  const connection = await RawConnection.open(venue.port, from);
  opened.push(connection);
  return connection;
}

async function statuses(connection: RawConnection): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const answer = await connection.answer();
    if (answer === undefined) return found;
    found.push(answer.status);
  }
}

const pipeline = (count: number) =>
  Buffer.concat(Array.from({ length: count }, () => requestText("GET", "/v1/nothing")));

test("pipelined requests are answered up to one turn, then the connection is closed", async () => {
  venue = await startVenue();
  const decent = await open("127.0.0.2");
  decent.write(pipeline(8));
  for (let i = 0; i < 8; i++) expect((await decent.answer())?.status).toBe(404);

  const deep = await open("127.0.0.3");
  deep.write(pipeline(5_000));
  const answered = await statuses(deep);
  expect(answered.length).toBeLessThan(2_000);
  expect(answered.every((status) => status === 404)).toBe(true);
  // Other clients go on, and so does a new connection from the same address.
  decent.write(requestText("GET", "/health"));
  expect((await decent.answer())?.status).toBe(200);
  const second = await open("127.0.0.3");
  second.write(requestText("GET", "/health"));
  expect((await second.answer())?.status).toBe(200);
});

test("an address has one allowance for requests of every kind, and other addresses have their own", async () => {
  venue = await startVenue({ limits: { factor: 1, requestsPerIp: 12 } });
  const greedy = await open("127.0.0.2");
  const paths = ["/v1/nothing", "/health", "/terminal/nothing", "/nothing", "/ready", "/v1/public/info/PERP_BTC_USDC"];
  for (let count = 0; ; count++) {
    greedy.write(requestText("GET", paths[count % paths.length]!));
    const answer = await greedy.answer();
    if (answer?.status !== 429) continue;
    expect(count).toBeGreaterThanOrEqual(12);
    expect(JSON.parse(answer.body)).toMatchObject({
      ...{
        success: false,
        code: -1003,
        message: "rate limit exceeded, expected at most 12 requests a second of one address",
      },
    });
    expect(answer.headers.get("retry-after")).toBe("1");
    break;
  }
  expect((await call(`${venue.url}/health`)).status).toBe(200);
  // The refusal was delayed by a second, so there is room again.
  greedy.write(requestText("GET", "/health"));
  expect((await greedy.answer())?.status).toBe(200);
});

test("a file counts by its length: after a long one, a client has to wait for anything else", async () => {
  venue = await startVenue({ limits: { factor: 1, requestsPerIp: 2 } });
  const greedy = await open("127.0.0.2");
  greedy.write(requestText("GET", "/openapi.json"));
  const file = await greedy.answer();
  expect(file?.status).toBe(200);
  expect(file?.headers.get("content-length")).toBe(String(Buffer.byteLength(file?.body ?? "")));
  // The file counts as much as some 40 requests, and two come back each second.
  for (const path of ["/openapi.json", "/health"]) {
    greedy.write(requestText("GET", path));
    expect((await greedy.answer())?.status).toBe(429);
  }
  expect((await call(`${venue.url}/health`)).status).toBe(200);
});

test.each(["/v1/order", "/v1/public/futures", "/v1/nothing", "/openapi.json"])(
  "a body that no handler reads is not waited for: %s is answered, and its connection ends",
  async (path) => {
    venue = await startVenue();
    const connection = await open("127.0.0.2");
    connection.write(requestText("POST", path, [["Content-Length", "2000000"]]));
    connection.write(Buffer.alloc(1_999_999, " "));
    expect((await connection.answer())?.status).toBeGreaterThanOrEqual(400);
    await connection.closed();
  },
);

test("orders are still carried out during a flood of pipelined requests", async () => {
  venue = await startVenue();
  const trader = await newTrader(venue.url);
  let isOver = false;
  const flood = async (from: string): Promise<number> => {
    let closed = 0;
    while (!isOver) {
      const connection = await RawConnection.open(venue.port, from);
      connection.write(pipeline(2_000));
      await connection.closed();
      closed++;
    }
    return closed;
  };
  const floods = ["127.0.0.4", "127.0.0.5", "127.0.0.6"].map(flood);
  for (let i = 0; i < 20; i++) expect((await trader.order()).status).toBe(200);
  isOver = true;
  for (const closed of await Promise.all(floods)) expect(closed).toBeGreaterThan(0);
});
