// The hostile client finds a venue that breaks its promises. A real venue answers it through a go-between that spoils
// some of the answers.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { Campaign } from "../attack/campaign.ts";
import { Tally } from "../attack/tally.ts";
import { targetOf } from "../attack/target.ts";
import { type OutsideVenue, startVenue } from "./outside/venue.ts";

let venue: OutsideVenue;
beforeAll(async () => {
  venue = await startVenue();
});
afterAll(() => venue.stop());

const JSON_TYPE = { "Content-Type": "application/json" };
/** What the go-between makes of an answer; the venue's own otherwise. */
const spoiled: Readonly<Record<string, () => Response>> = {
  "/v1/public/info": () => new Response("oops", { status: 500 }),
  "/v1/public/futures": () => Response.json({ success: true, timestamp: 1, data: { rows: [{ symbol: 5 }] } }),
  "/v1/get_broker": () => Response.json({ success: false, code: -77, message: "no", timestamp: 1 }, { status: 400 }),
  "/v1/settle_nonce": () => new Response('{"success":tru', { headers: JSON_TYPE }),
};

function goBetween() {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.arrayBuffer();
      const { method, headers } = request;
      const sent = { method, headers, ...(body.byteLength > 0 && method !== "GET" && { body }) };
      const answer = await fetch(`${venue.url}${pathname}${search}`, sent).catch(
        () => new Response("", { status: 400 }),
      );
      return spoiled[pathname]?.() ?? answer;
    },
  });
}

test("an attack notices each promise that is broken, and names the row", async () => {
  using server = goBetween();
  const rows = endpoints.filter(({ path }) => path in spoiled || path.startsWith("/v1/order"));
  const told: string[] = [];
  const tally = new Tally("again", (text) => told.push(text));
  const target = targetOf(`http://127.0.0.1:${server.port}`);
  await new Campaign({
    target,
    seed: 1,
    tally,
    rows,
    only: undefined,
    count: 120,
    until: Number.MAX_SAFE_INTEGER,
  }).run();
  expect(told.join("\n")).toContain("VIOLATION GET /v1/public/info (");
  for (const what of [
    "GET /v1/public/info: status 500",
    "GET /v1/public/futures: the data has not the documented shape",
    "GET /v1/get_broker: undocumented code -77 with 400",
    "GET /v1/settle_nonce: the body is no JSON object",
  ]) {
    expect(tally.text()).toContain(what);
  }
  // Nothing of all that reached the venue's inside.
  expect(venue.errors).toEqual([]);
  venue.audit();
});
