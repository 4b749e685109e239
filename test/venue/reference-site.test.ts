// The documentation that a running venue serves: documents for programs and pages for people, all from the venue
// itself.

import { describe, expect, test } from "bun:test";
import { FILES, filePaths } from "@evermark/venue/http/pages/reference/site.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${venue.url}${path}`, { headers });

describe.each([...filePaths])("%s", (path) => {
  test("is served, and is sent again only when it has changed", async () => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(FILES[path]);
    expect((await answer.bytes()).length).toBeGreaterThan(100);
    const tag = answer.headers.get("etag")!;
    const second = await get(path, { "If-None-Match": tag });
    expect([second.status, await second.text()]).toEqual([304, ""]);
    expect((await get(path, { "If-None-Match": '"another"' })).status).toBe(200);
  });
});

test("the documents are those of this venue", async () => {
  const calls = await (await get("/openapi.json")).json();
  expect([calls.openapi, calls.servers[0].url]).toEqual(["3.1.0", "/"]);
  const streams = await (await get("/asyncapi.json")).json();
  expect(streams.servers.venue.variables.host.default).toBe(new URL(venue.url).host);
});

test("a compressed answer has the same content", async () => {
  const whole = await get("/openapi.json", { "Accept-Encoding": "identity" });
  expect(whole.headers.get("content-encoding")).toBeNull();
  const compressed = await get("/openapi.json", { "Accept-Encoding": "gzip" });
  expect(compressed.headers.get("content-encoding")).toBe("gzip");
  expect(await compressed.text()).toBe(await whole.text());
});

test("tools on other pages may read the documents; no page may embed ours in a frame, or run another script in it", async () => {
  const document = await get("/openapi.json", { Origin: "https://tools.example" });
  expect(document.headers.get("access-control-allow-origin")).toBe("*");
  const policy = (await get("/reference")).headers.get("content-security-policy");
  for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule);
  }
});

test("it can be read, and nothing else", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    const answer = await fetch(`${venue.url}/reference`, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
  expect((await fetch(`${venue.url}/reference`, { method: "HEAD" })).status).toBe(200);
  expect((await get("/reference/../reference/page.ts")).status).toBe(404);
  expect((await get("/reference/package.json")).status).toBe(404);
});

test("the page of the streams shows every topic, with nothing that a browser would take for markup", async () => {
  const page = await (await get("/reference/streams")).text();
  expect(page).toContain("<code>&lt;symbol&gt;@trade</code>");
  expect(page).not.toMatch(/undefined|\[object Object\]|<symbol>/);
});
