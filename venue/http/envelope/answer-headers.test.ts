import { expect, test } from "bun:test";
import { AnswerHeaders } from "./answer-headers.ts";

interface Members {
  readonly timing?: string;
  readonly limit?: string;
  readonly remaining?: string;
  readonly reset?: string;
}

const headersOf = (members: Members): AnswerHeaders => Object.assign(new AnswerHeaders(), members);
const sent = (headers: AnswerHeaders, type?: string): Record<string, string> =>
  Object.fromEntries(new Response("", { headers: headers.toHeaders(type) }).headers);

const LIMITED = { timing: "total;dur=1.000", limit: "10", remaining: "9", reset: "1000" };
const LIMITED_SENT = {
  "content-type": "application/json",
  "server-timing": "total;dur=1.000",
  "x-ratelimit-limit": "10",
  "x-ratelimit-remaining": "9",
  "x-ratelimit-reset": "1000",
};

test("an answer has its type, its timing and its rate limit", () => {
  expect(sent(headersOf(LIMITED))).toEqual(LIMITED_SENT);
});

test("members that are not set are not sent, and headers of one answer are not in the next", () => {
  expect(sent(new AnswerHeaders())).toEqual({ "content-type": "application/json" });
  expect(sent(headersOf(LIMITED))).toEqual(LIMITED_SENT);
  const marked = headersOf(LIMITED);
  marked.set("SVC-Replayed", "true");
  expect(sent(marked)).toEqual({ ...LIMITED_SENT, "svc-replayed": "true" });
  expect(sent(headersOf({ timing: "total;dur=2.000" }))).toEqual({
    "content-type": "application/json",
    "server-timing": "total;dur=2.000",
  });
  expect(sent(headersOf(LIMITED), "text/plain")).toEqual({ ...LIMITED_SENT, "content-type": "text/plain" });
  expect(sent(headersOf(LIMITED))).toEqual(LIMITED_SENT);
});

test("an answer keeps its headers when the next one is made, and may get more", () => {
  const first = new Response("", { headers: headersOf(LIMITED).toHeaders() });
  first.headers.set("Access-Control-Allow-Origin", "*");
  const second = headersOf({ timing: "total;dur=3.000", limit: "20", remaining: "1", reset: "2000" });
  expect(sent(second)).toEqual({
    "content-type": "application/json",
    "server-timing": "total;dur=3.000",
    "x-ratelimit-limit": "20",
    "x-ratelimit-remaining": "1",
    "x-ratelimit-reset": "2000",
  });
  expect(Object.fromEntries(first.headers)).toEqual({ ...LIMITED_SENT, "access-control-allow-origin": "*" });
});

test("the values of another limit replace those of the first", () => {
  const headers = headersOf(LIMITED);
  headers.set("SVC-Replayed", "true");
  const refused = headersOf({ limit: "2", remaining: "0", reset: "3000" });
  refused.set("Retry-After", "1");
  headers.adopt(refused);
  expect(sent(headers)).toEqual({
    ...LIMITED_SENT,
    "x-ratelimit-limit": "2",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "3000",
    "svc-replayed": "true",
    "retry-after": "1",
  });
});
