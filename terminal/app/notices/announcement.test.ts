import { expect, test } from "bun:test";
import { dismissedIn, withDismissed } from "./announcement.ts";

test("a dismissed announcement stays dismissed, and the list does not grow without end", () => {
  let views: Readonly<Record<string, unknown>> = { chart: 1 };
  for (let id = 1; id <= 60; id++) views = withDismissed(views, id);
  expect(views.chart).toBe(1);
  expect(dismissedIn(views)).toHaveLength(50);
  expect(dismissedIn(views)).toContain(60);
});

test("a list that another program wrote is ignored", () => {
  expect(dismissedIn({ "shell.dismissed": "all" })).toEqual([]);
  expect(dismissedIn({ "shell.dismissed": [1, "2", null] })).toEqual([1]);
});
