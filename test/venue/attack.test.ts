// The hostile client (test/attack) finds a venue that breaks its promises. A real venue answers it through a proxy that
// spoils some of the answers.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { requestTarget } from "@evermark/venue/http/input/request-target.ts";
import { AttackTally } from "../attack/attack-tally.ts";
import { Identity } from "../attack/attacker.ts";
import { Campaign } from "../attack/campaign.ts";
import { capturedMove, capturedRows } from "../attack/captured.ts";
import { elsewhereMove } from "../attack/elsewhere.ts";
import { targetOf } from "../attack/target.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

let venue: OutsideVenue;
beforeAll(async () => {
  venue = await startVenue();
});
afterAll(() => venue.stop());

const JSON_TYPE = { "Content-Type": "application/json" };
/** The proxy's replacement for the answer to a path; other paths get the venue's own answer. */
type Spoiled = Readonly<Record<string, () => Response>>;
const spoiled: Spoiled = {
  "/v1/public/info": () => new Response("oops", { status: 500 }),
  "/v1/public/futures": () => Response.json({ success: true, timestamp: 1, data: { rows: [{ symbol: 5 }] } }),
  "/v1/get_broker": () => Response.json({ success: false, code: -77, message: "no", timestamp: 1 }, { status: 400 }),
  "/v1/settle_nonce": () => new Response('{"success":tru', { headers: JSON_TYPE }),
};

function goBetween(spoils: Spoiled) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(requestTarget(request.url), "http://venue");
      const body = await request.arrayBuffer();
      const { method } = request;
      // The proxy hides where a request comes from.
      const headers = new Headers(request.headers);
      for (const name of ["host", "origin"]) headers.delete(name);
      const sent = { method, headers, ...(body.byteLength > 0 && method !== "GET" && { body }) };
      const answer = await fetch(`${venue.url}${pathname}${search}`, sent).catch(
        () => new Response("", { status: 400 }),
      );
      return spoils[pathname]?.() ?? answer;
    },
  });
}

test("an attack notices each broken promise, and names the endpoint", async () => {
  using server = goBetween(spoiled);
  const rows = endpoints.filter(({ path }) => path in spoiled || path.startsWith("/v1/order"));
  const lines: string[] = [];
  const tally = new AttackTally("again", (text) => lines.push(text));
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
  expect(lines.join("\n")).toContain("VIOLATION GET /v1/public/info (");
  for (const what of [
    "GET /v1/public/info: status 500",
    "GET /v1/public/futures: the data does not have the documented shape",
    "GET /v1/get_broker: undocumented code -77 with 400",
    "GET /v1/settle_nonce: the body is not a JSON object",
  ]) {
    expect(tally.text()).toContain(what);
  }
  // None of this affected the venue's state.
  expect(venue.errors).toEqual([]);
  venue.audit();
});

const rowsOf = (path: string) => capturedRows.filter((row) => row.path === path && row.method === "POST");

test("a captured request is carried out once by a real venue, and a venue that carries it out twice is noticed", async () => {
  const sent = (url: string, seed: number) => capturedMove(targetOf(url), seededRandom(seed), rowsOf("/v1/order"));
  for (let seed = 0; seed < 6; seed++) expect((await sent(venue.url, seed)).complaint).toBeUndefined();
  let orders = 100;
  const forgetful: Spoiled = {
    "/v1/order": () => Response.json({ success: true, timestamp: 1, data: { order_id: orders++ } }),
  };
  using server = goBetween(forgetful);
  const { complaint } = await sent(`http://127.0.0.1:${server.port}`, 1);
  expect(complaint).toMatch(/^one signature was (served for \d accounts|carried out \d+ times)$/);
});

test("a real venue does nothing for pages of other origins, and a venue that does is noticed", async () => {
  using server = goBetween({});
  const complaintsAt = async (url: string) => {
    const target = targetOf(url);
    const self = await Identity.open(target);
    const moves = [];
    for (let seed = 0; seed < 40; seed++) moves.push(await elsewhereMove(target, seededRandom(seed), self));
    return moves.flatMap(({ kind, complaint }) => (complaint === undefined ? [] : [kind]));
  };
  expect(await complaintsAt(venue.url)).toEqual([]);
  expect(await complaintsAt(`http://127.0.0.1:${server.port}`)).not.toEqual([]);
});
