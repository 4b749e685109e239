import { expect, test } from "bun:test";
import { memoryVenue } from "../../testing/memory-venue.ts";
import type { Venue } from "../../venue.ts";
import { showMetrics } from "./metrics-listener.ts";

const { venue } = memoryVenue();

function shown(metrics: Venue["configuration"]["metrics"], port = 0) {
  const listener = showMetrics({ ...venue, configuration: { ...venue.configuration, port, metrics } });
  return { url: listener?.url ?? "", [Symbol.asyncDispose]: async () => listener?.stop() };
}

test("the metrics, and nothing else, are on a port of their own", async () => {
  await using listener = shown({ host: "127.0.0.1", port: 0 });
  const answer = await fetch(listener.url);
  expect(answer.headers.get("content-type")).toStartWith("text/plain");
  expect(await answer.text()).toContain("evermark_requests_total");
  for (const path of ["/", "/health", "/v1/public/info"]) {
    expect((await fetch(new URL(path, listener.url))).status).toBe(404);
  }
  expect((await fetch(listener.url, { method: "POST" })).status).toBe(404);
});

test("the text is kept for a second, however often it is asked for", async () => {
  await using listener = shown({ host: "127.0.0.1", port: 0 });
  const texts = async () =>
    new Set(await Promise.all(Array.from({ length: 20 }, async () => (await fetch(listener.url)).text())));
  const [first] = await texts();
  expect(first).toContain("evermark_rejections_total");
  venue.metrics.rejections.add();
  let later = first;
  while (later === first) later = await (await fetch(listener.url)).text();
  expect(/^evermark_rejections_total (\d+)$/m.exec(later!)?.[1]).toBe("1");
});

test("with the port set to beside they are 1000 above the venue's port, or wherever there is room", async () => {
  await using first = shown({ host: "127.0.0.1", port: 0 });
  const taken = Number(new URL(first.url).port);
  await using second = shown({ host: "127.0.0.1", port: "beside" }, taken - 1_000);
  expect(Number(new URL(second.url).port)).not.toBe(taken);
  expect((await fetch(second.url)).status).toBe(200);
});

test("a configured port that is taken is a mistake in the configuration; off listens nowhere", async () => {
  await using first = shown({ host: "127.0.0.1", port: 0 });
  const port = Number(new URL(first.url).port);
  expect(() => shown({ host: "127.0.0.1", port })).toThrow(`metrics.port: ${port} on 127.0.0.1 is in use`);
  expect(shown({ host: "127.0.0.1", port: "off" }).url).toBe("");
});
