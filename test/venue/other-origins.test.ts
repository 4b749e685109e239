// Web pages of other origins: they may use the interface, but not the sandbox's own calls.

import { expect, test } from "bun:test";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();

const page = "https://bots.example";

test("a browser's preflight for a signed order is allowed", async () => {
  const request = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "svc-signature,content-type",
  };
  const answer = await fetch(`${venue.url}/v1/order`, { method: "OPTIONS", headers: { Origin: page, ...request } });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-headers")).toBe(request["Access-Control-Request-Headers"]);
});

test("a page may read answers and refusals", async () => {
  for (const path of ["/v1/public/info", "/v1/public/info/PERP_NOTHING_USDC", "/v1/client/info"]) {
    const answer = await fetch(`${venue.url}${path}`, { headers: { Origin: page } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  }
});

test("a page of another origin can't move the sandbox, nor claim from its faucet", async () => {
  for (const path of ["/sandbox/prices", "/sandbox/clock", "/v1/faucet/usdc"]) {
    const body = JSON.stringify({ prices: { PERP_BTC_USDC: 1 }, advance_ms: 1_000 });
    const answer = await fetch(`${venue.url}${path}`, { method: "POST", headers: { Origin: page }, body });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const mark = await (await fetch(`${venue.url}/v1/public/futures/PERP_BTC_USDC`)).json();
  expect(mark.data.mark_price).toBeGreaterThan(1_000);
});

test("a page of this machine can", async () => {
  const answer = await fetch(`${venue.url}/sandbox/prices`, {
    method: "POST",
    headers: { Origin: "http://localhost:5173", "Content-Type": "application/json" },
    body: JSON.stringify({ prices: { PERP_BTC_USDC: 61_000 } }),
  });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
});
