import { expect, test } from "bun:test";
import { AnswerHeaders } from "./answer-headers.ts";
import { successAnswer } from "./envelope.ts";

test("an answer of any size arrives whole, also when it is not ready at once", async () => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      await new Promise((resolve) => setImmediate(resolve));
      const letters = Number(new URL(request.url).searchParams.get("letters"));
      return successAnswer({ text: "ä€😀x".repeat(letters) }, 7, new AnswerHeaders());
    },
  });
  try {
    for (const letters of [0, 3_000, 4_000, 400_000]) {
      const answer = await fetch(`${server.url}?letters=${letters}`);
      expect(answer.headers.get("Content-Type")).toBe("application/json");
      expect(await answer.json()).toEqual({ success: true, timestamp: 7, data: { text: "ä€😀x".repeat(letters) } });
    }
  } finally {
    await server.stop(true);
  }
});

test("an answer that no client waits for any more is dropped, and others are answered", async () => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch() {
      await new Promise((resolve) => setImmediate(resolve));
      return successAnswer("x".repeat(3_000_000), 7, new AnswerHeaders());
    },
  });
  try {
    for (let n = 0; n < 20; n++) {
      const leaving = new AbortController();
      const asked = fetch(server.url, { signal: leaving.signal }).catch(() => undefined);
      if (n % 2 === 0) await asked;
      leaving.abort();
      await asked;
    }
    const { data } = (await (await fetch(server.url)).json()) as { data: string };
    expect(data).toHaveLength(3_000_000);
    while (server.pendingRequests > 0) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    await server.stop(true);
  }
});
