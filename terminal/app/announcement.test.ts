import { expect, test } from "bun:test";
import { dismissedIn, safeLink, withDismissed } from "./announcement.ts";

test("only links to web pages are links", () => {
  expect(safeLink("https://example.com/a?b=1")).toBe("https://example.com/a?b=1");
  expect(safeLink("http://example.com")).toBe("http://example.com/");
  for (const url of [
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "/here",
    "",
    "https://",
    undefined,
  ])
    expect(safeLink(url)).toBeUndefined();
});

test("what was dismissed stays dismissed, and the list does not grow without end", () => {
  let views: Readonly<Record<string, unknown>> = { chart: 1 };
  for (let id = 1; id <= 60; id++) views = withDismissed(views, id);
  expect(views.chart).toBe(1);
  expect(dismissedIn(views)).toHaveLength(50);
  expect(dismissedIn(views)).toContain(60);
});

test("a list that somebody else wrote is none", () => {
  expect(dismissedIn({ "shell.dismissed": "all" })).toEqual([]);
  expect(dismissedIn({ "shell.dismissed": [1, "2", null] })).toEqual([1]);
});
