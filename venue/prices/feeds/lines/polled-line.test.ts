import { afterEach, expect, test } from "bun:test";
import { HandMovedClocks } from "../../../operation/time/testing/hand-moved-clocks.ts";
import { readerOf } from "../drivers/json-places.ts";
import type { Quote } from "../frames/quote.ts";
import { quietLog, until } from "../testing/feed-rig.ts";
import { neverAnswers } from "../testing/silent-servers.ts";
import { VenueServer } from "../testing/venue-server.ts";
import { PolledLine } from "./polled-line.ts";

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

const PLACES = { bid: "data.0.bid", ask: "data.0.ask", last: "data.0.last", time: "data.0.at", pair: null };

function polling(url: string) {
  const clocks = new HandMovedClocks(1_700_000_000_000);
  const taken: Quote[] = [];
  const line = new PolledLine({
    ...{ name: "test", url, everyMs: 2_000, clocks, random: () => 0.5, log: quietLog },
    read: readerOf(PLACES, "A"),
    take: (quotes) => taken.push(...quotes),
  });
  opened.push(line);
  const pass = (seconds: number): void => {
    for (let i = 0; i < seconds; i++) {
      clocks.pass(1_000);
      line.look();
    }
  };
  return { clocks, line, taken, pass };
}

function answering(answer: (request: Request) => Response): string {
  const server = new VenueServer({ answer });
  opened.push(server);
  return `http://${server.host}/ticker`;
}

test("each polled answer is a quote, and proves that the quote stands", async () => {
  const at = 1_700_000_001;
  const url = answering(() => Response.json({ data: [{ bid: "1.5", ask: 1.6, last: null, at }] }));
  const { clocks, line, taken, pass } = polling(url);
  pass(1);
  await until(() => taken.length === 1);
  expect(taken).toEqual([{ pair: "A", bid: "1.5", ask: 1.6, last: null, at: at * 1_000 }]);
  expect(line.stoodAt()).toBe(clocks.steady());
  pass(2);
  await until(() => taken.length === 2);
  expect(line.status).toMatchObject({ state: "open", failures: 0, messages: 2, trouble: "" });
});

const BAD: readonly (readonly [string, () => Response, string])[] = [
  ["a failure", () => new Response("", { status: 503 }), "answered 503"],
  ["no JSON", () => new Response("<html>"), "an answer without a price"],
  ["other members", () => Response.json({ data: [] }), "an answer without a price"],
  ["ten megabytes", () => new Response("x".repeat(10_000_000)), "an answer of more than 1048576 bytes"],
];

for (const [label, answer, trouble] of BAD) {
  test(`${label} instead of a price is no proof of anything, and is asked again later`, async () => {
    const { line, pass } = polling(answering(answer));
    pass(1);
    await until(() => line.status.failures === 1);
    expect(line.status).toMatchObject({ state: "waiting", trouble });
    expect(line.stoodAt()).toBe(Number.NEGATIVE_INFINITY);
    pass(1);
    expect(line.status.failures).toBe(1);
    pass(1);
    await until(() => line.status.failures === 2);
  });
}

test("a redirect is not followed", async () => {
  const { line, taken, pass } = polling(answering(() => Response.redirect("http://127.0.0.1:1/")));
  pass(1);
  await until(() => line.status.failures === 1);
  expect(taken).toEqual([]);
});

test("an address that never answers is not waited for", async () => {
  const silent = neverAnswers();
  opened.push(silent);
  const { line, pass } = polling(`http://${silent.host}/`);
  pass(1);
  await until(() => silent.connections() === 1);
  pass(6);
  await until(() => line.status.failures === 1);
});
