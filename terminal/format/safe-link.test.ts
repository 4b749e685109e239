import { expect, test } from "bun:test";
import { safeLink } from "./safe-link.ts";

test("a web address becomes a link, a script does not", () => {
  expect(safeLink("https://example.org/a?b=1")).toBe("https://example.org/a?b=1");
  expect(safeLink("http://example.com")).toBe("http://example.com/");
  for (const text of [
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "data:text/html,x",
    "//example.org",
    "",
    "/here",
    "https://",
    undefined,
  ]) {
    expect(safeLink(text)).toBeUndefined();
  }
});
