import { expect, test } from "bun:test";
import { requestTarget, targetStart } from "./request-target.ts";

test.each([
  ["http://127.0.0.1:8196/v1/orders?symbol=a%2Fb&x=http://c/d", "/v1/orders?symbol=a%2Fb&x=http://c/d"],
  ["http://h//x?", "//x?"],
  ["http://h", "/"],
  ["http://[::/ws/x", "/ws/x"],
  // Requests without a host.
  ["/health", "/health"],
  ["/x//a/ws/b?c=http://d/e", "/x//a/ws/b?c=http://d/e"],
  ["/", "/"],
])("the target of %s is %s", (url, target) => {
  expect(requestTarget(url)).toBe(target);
  expect(url.slice(targetStart(url))).toBe(url === "http://h" ? "" : target);
});
