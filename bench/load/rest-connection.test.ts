import { expect, test } from "bun:test";
import { runLoad, sendAll } from "./closed-load.ts";
import { runOpenLoad } from "./open-load.ts";
import { overAndOver } from "./request-source.ts";

const GET = Buffer.from("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
const WRONG = Buffer.from("GET /wrong HTTP/1.1\r\nHost: here\r\n\r\n");

/** A server whose answers have bodies from zero bytes to more than a socket takes at once. */
async function withServer(use: (port: number, asked: () => number) => Promise<void>): Promise<void> {
  let requestCount = 0;
  const sizes = [0, 10, 1_000_000];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const size = sizes[requestCount++ % sizes.length]!;
      return new Response("x".repeat(size), { status: request.url.endsWith("wrong") ? 400 : 200 });
    },
  });
  try {
    await use(server.port!, () => requestCount);
  } finally {
    await server.stop(true);
  }
}

test("a closed load counts the answers and reports the first refusal", () =>
  withServer(async (port) => {
    const good = await runLoad({ port, requests: [overAndOver([GET]), overAndOver([GET])], milliseconds: 500 });
    expect(good.answered).toBeGreaterThan(0);
    // The load took half a second or slightly longer.
    expect(good.perSecond).toBeGreaterThan(0);
    expect(good.perSecond).toBeLessThanOrEqual(good.answered * 2);
    expect(good.refused).toBe(0);
    const bad = await runLoad({ port, requests: [overAndOver([GET, WRONG])], milliseconds: 500 });
    expect(bad.refused).toBeGreaterThan(0);
    expect(bad.firstRefusal).toStartWith("HTTP/1.1 400");
  }));

test("every request of a list is sent once, and a refusal is an error", () =>
  withServer(async (port, asked) => {
    await sendAll(port, Array(30).fill(GET), 4);
    expect(asked()).toBe(30);
    await expect(sendAll(port, [GET, WRONG], 1)).rejects.toThrow("HTTP/1.1 400");
  }));

test("under an open load each request is timed from when it was due", () =>
  withServer(async (port) => {
    const arrivals = { perSecond: 300, milliseconds: 200, seed: 1 };
    let due = 0;
    const took = await runOpenLoad({
      port,
      connections: 2,
      requests: overAndOver([GET]),
      ...arrivals,
      onDue: () => due++,
    });
    expect(took.length).toBe(due);
    expect(took.every((ms) => ms > 0)).toBe(true);
    await expect(runOpenLoad({ port, connections: 2, requests: overAndOver([WRONG]), ...arrivals })).rejects.toThrow(
      "refused",
    );
  }));
