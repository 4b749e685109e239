import { expect, test } from "bun:test";
import { ConnectSpacing } from "./spacing.ts";

test("lines to one venue begin their connections one after the other", () => {
  const spacing = new ConnectSpacing(4_000);
  const began = Array.from({ length: 10 }, (_, second) => second * 1_000).filter((now) => spacing.begin(now));
  expect(began).toEqual([0, 4_000, 8_000]);
});
