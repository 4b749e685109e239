// `Server-Timing` as a client gets it over HTTP: every answer names each stage, with 0 for those the request did not
// pass. The stages sum to no more than the total, and the total is no more than the client waited.

import { beforeAll, expect, test } from "bun:test";
import { type Answer, call } from "./outside/outside-caller.ts";
import { newTrader, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(venue.url);
});

const STAGES = ["verify", "queue", "engine", "journal", "total"];
/** The stages that each kind of request passes. */
const READ = ["total"];
const SIGNED_READ = ["verify", "total"];
const COMMAND = STAGES;

/** Milliseconds by stage, in their order in the header. */
function stagesOf(answer: Answer): Map<string, number> {
  const text = answer.headers.get("server-timing") ?? "";
  expect(text).toMatch(/^[a-z]+;dur=\d+\.\d{3}(, [a-z]+;dur=\d+\.\d{3})*$/);
  return new Map(
    text.split(", ").map((part) => {
      const [name = "", ms] = part.split(";dur=");
      return [name, Number(ms)];
    }),
  );
}

/** Sends a request, and compares the figures with the client's own clock. */
async function timed(send: () => Promise<Answer>) {
  const sentAt = performance.now();
  const answer = await send();
  const waitedMs = performance.now() - sentAt;
  const stages = stagesOf(answer);
  const totalMs = stages.get("total") ?? Number.NaN;
  const parts = [...stages].filter(([name]) => name !== "total").reduce((sum, [, ms]) => sum + ms, 0);
  // Each of up to five figures is rounded to a microsecond.
  expect(parts).toBeLessThanOrEqual(totalMs + 0.003);
  expect(totalMs).toBeLessThanOrEqual(waitedMs + 0.001);
  expect([...stages.keys()]).toEqual(STAGES);
  return { status: answer.status, stages, answer };
}

test("a command shows its four stages, a signed read the signature's check, and everything its total", async () => {
  const get = (path: string) => () => call(`${venue.url}${path}`);
  const orders = [ORDER, { ...ORDER, order_price: 49_000 }];
  const cases: [() => Promise<Answer>, number, readonly string[]][] = [
    [() => trader.order(), 200, COMMAND],
    [() => trader.order({ order_type: "POST_ONLY" }), 200, COMMAND],
    [() => trader.post("/v1/batch-order", { orders }), 200, COMMAND],
    [() => trader.delete("/v1/orders"), 200, COMMAND],
    // Refused by the engine, and refused before it.
    [() => trader.order({ order_quantity: 900 }), 400, COMMAND],
    [() => trader.order({ order_price: -1 }), 400, SIGNED_READ],
    [() => trader.get("/v1/orders"), 200, SIGNED_READ],
    [() => call(`${venue.url}/v1/orders`), 401, SIGNED_READ],
    [get("/v1/public/futures"), 200, READ],
    [get("/v1/public/futures/NOTHING"), 400, READ],
    [get("/v1/nothing"), 404, READ],
    [get("/health"), 200, READ],
    [() => call(`${venue.url}/v1/faucet/usdc`, { method: "POST", body: "x".repeat(1_500_000) }), 413, READ],
  ];
  for (const [send, status, names] of cases) {
    const { answer, stages, ...found } = await timed(send);
    expect({ status: found.status, text: answer.text.slice(0, 200) }).toMatchObject({ status });
    for (const [stage, ms] of stages) if (!names.includes(stage)) expect([stage, ms]).toEqual([stage, 0]);
  }
});

test("a command has been in the engine and on the disk, and the check of a signature takes time", async () => {
  const { stages } = await timed(() => trader.order());
  for (const name of ["verify", "engine", "journal"]) expect(stages.get(name)).toBeGreaterThan(0);
});

test("simultaneous requests each have figures of their own", async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => timed(() => trader.order())));
  expect(new Set(answers.map(({ answer }) => answer.headers.get("server-timing"))).size).toBe(16);
});

test("a page of another origin may read the figures, from the answer and from the browser's own measurements", async () => {
  const headers = { origin: "https://bots.example" };
  for (const path of ["/v1/public/futures", "/v1/orders", "/v1/nothing"]) {
    const answer = await call(`${venue.url}${path}`, { headers });
    expect(answer.headers.get("timing-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")?.split(", ")).toContain("Server-Timing");
  }
});

test("the same stages are histograms among the metrics, and grow with each order", async () => {
  const counts = async () => {
    const text = await venue.metrics();
    return STAGES.map((stage) =>
      Number(new RegExp(`^evermark_stage_seconds_count\\{stage="${stage}"\\} (\\d+)$`, "m").exec(text)?.[1]),
    );
  };
  const before = await counts();
  await trader.order();
  await trader.order();
  const grown = (await counts()).map((count, i) => count - before[i]!);
  // The venue's own ticks are commands too, but unsigned.
  expect(grown[0]).toBe(2);
  for (const count of grown.slice(1)) expect(count).toBeGreaterThanOrEqual(2);
});
