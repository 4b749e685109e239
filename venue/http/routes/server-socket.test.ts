// What only a real socket shows: request lines, bodies that arrive in pieces or never end, and methods without a body.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { newTrader, type Trader } from "../../testing/rest-caller.ts";

const NOW = MEMORY_VENUE_START;
const memory = memoryApi();
const { api } = memory;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  routes: api.routes,
  fetch: api.elsewhere,
});
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(api, { now: NOW });
});
afterAll(() => server.stop(true));

/** Sends the pieces unchanged. @returns everything received until the server closes or falls silent */
function exchange(pieces: readonly string[], options: { readonly hangUp?: boolean } = {}): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(server.port), "127.0.0.1", () => {
      for (const piece of pieces) socket.write(piece);
      if (options.hangUp) socket.end();
    });
    const silence = setTimeout(() => socket.destroy(), 2_000);
    socket.on("data", (data) => {
      answer += String(data);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(silence);
      resolve(answer);
    });
  });
}

async function signedHead(method: string, path: string, body = ""): Promise<string> {
  const headers = await trader.sign({ method, path, now: NOW, body });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: venue\r\nConnection: close\r\n${lines.join("")}`;
}

test("the path is verified exactly as on the request line", async () => {
  for (const path of [
    "/v1/orders?symbol=PERP%5FETH_USDC&status=NEW",
    "/v1/orders?status=NEW&symbol=PERP_ETH_USDC&x=%7e+%20",
    "/v1/orders?",
    "/v1/orders?order_tag=it's{x}",
    "/v1/orders?order_tag=it%27s",
  ]) {
    expect(await exchange([`${await signedHead("GET", path)}\r\n`])).toStartWith("HTTP/1.1 200 OK");
  }
});

test("a body may arrive in pieces", async () => {
  const body = '{"symbol":"PERP_ETH_USDC","leverage":5}';
  const head = await signedHead("POST", "/v1/client/leverages", body);
  const pieces = [`${head}Transfer-Encoding: chunked\r\n\r\n`, `5\r\n${body.slice(0, 5)}\r\n`];
  const rest = body.slice(5);
  pieces.push(`${rest.length.toString(16)}\r\n${rest}\r\n`, "0\r\n\r\n");
  expect(await exchange(pieces)).toStartWith("HTTP/1.1 200 OK");
});

test("a body sent with DELETE is neither signed nor read", async () => {
  const head = await signedHead("DELETE", "/v1/orders");
  const answer = await exchange([`${head}Content-Length: 3\r\n\r\n`, "{]}"]);
  expect(answer).toContain("CANCEL_ALL_SENT");
});

test("a body declared longer than its row allows is answered with 413 at once", async () => {
  const head = await signedHead("POST", "/v1/order");
  const answer = await exchange([`${head}Content-Length: 8193\r\n\r\n{`]);
  expect(answer).toStartWith("HTTP/1.1 413");
});

test("a client that disconnects in the middle of a body is not a fault of ours", async () => {
  const head = await signedHead("POST", "/v1/order");
  await exchange([`${head}Content-Length: 100\r\n\r\n{`], { hangUp: true });
  expect(memory.logged.filter((line) => line.includes('"error"'))).toEqual([]);
  expect(await exchange(["GET /health HTTP/1.1\r\nHost: venue\r\nConnection: close\r\n\r\n"])).toContain('"ok"');
});

test("HEAD and OPTIONS are ordinary methods, which no path has", async () => {
  for (const method of ["HEAD", "OPTIONS", "PATCH"]) {
    const answer = await exchange([`${method} /v1/public/info HTTP/1.1\r\nHost: venue\r\nConnection: close\r\n\r\n`]);
    expect(answer).toStartWith("HTTP/1.1 405");
  }
});

test("each row is found at its own path, also where another row has a parameter", async () => {
  const written = (path: string) => path.replaceAll(/\{[^}]+\}/g, "x");
  for (const path of new Set(endpoints.map((row) => written(row.path)))) {
    const methods = endpoints.filter((row) => written(row.path) === path).map(({ method }) => method);
    const answer = await fetch(`${server.url.origin}${path}`, { method: "PATCH" });
    expect([path, answer.headers.get("allow")?.split(", ").sort()]).toEqual([path, methods.sort()]);
  }
});

test("a path with dot segments is another path, also in the place of a parameter", async () => {
  for (const path of ["/v1/x/../order", "/v1/order/..", "/v1/order/.", "/v1/./order", "/v1/order/1/../2"]) {
    const answer = await exchange([`GET ${path} HTTP/1.1\r\nHost: venue\r\nConnection: close\r\n\r\n`]);
    expect([path, answer.slice(0, 12)]).toEqual([path, "HTTP/1.1 404"]);
  }
});
