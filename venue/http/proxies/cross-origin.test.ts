import { expect, test } from "bun:test";
import { isPreflight, openToPages, preflightAnswer } from "./cross-origin.ts";

const url = "http://127.0.0.1:8196/v1/order";
const request = new Request(url, {
  method: "OPTIONS",
  headers: {
    origin: "https://bots.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "svc-signature",
  },
});

test("a preflight request is answered that every page may call the interface", () => {
  expect([isPreflight(request), isPreflight(new Request(url, { method: "OPTIONS" }))]).toEqual([true, false]);
  const answer = preflightAnswer(request);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-allow-headers")).toBe("svc-signature");
  expect(answer.headers.get("access-control-allow-methods")).toContain("DELETE");
});

test("an answer to a page allows the page to read it, including the limits", () => {
  const answer = new Response("{}");
  openToPages(answer, "SVC-Replayed");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-expose-headers")).toEndWith("X-RateLimit-Weight, SVC-Replayed");
});
