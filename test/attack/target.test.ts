import { expect, test } from "bun:test";
import { targetOf } from "./target.ts";

test.each(["http://127.0.0.1:8196", "http://localhost:1", "http://[::1]:8196/", "http://127.9.9.9:80"])(
  "%s is on this machine",
  (url) => {
    expect(targetOf(url).port).toBeGreaterThan(0);
  },
);

test.each([
  "http://10.0.0.1:8196",
  "http://example.com",
  "https://127.0.0.1:8196",
  "http://127.0.0.1.example.com",
  "",
  "x",
])("%s may not be attacked", (url) => {
  expect(() => targetOf(url)).toThrow(/^--url .*expected/);
});
