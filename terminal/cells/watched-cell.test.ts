import { expect, test } from "bun:test";
import type { Cell } from "./cell.ts";
import { WatchedCell } from "./watched-cell.ts";

test("a cell is fed while it has a listener, once, and is empty without one", async () => {
  const fed: Cell<number>[] = [];
  const ended = Promise.withResolvers<void>();
  const watched = new WatchedCell<number>(
    0,
    (cell) => {
      fed.push(cell);
      cell.set(7);
      return ended.resolve;
    },
    0,
  );
  expect(watched.get()).toBe(0);
  const stops = [watched.subscribe(() => {}), watched.subscribe(() => {})];
  expect(fed).toHaveLength(1);
  expect(watched.get()).toBe(7);
  for (const stop of stops) {
    stop();
    stop();
  }
  // A listener that returns at once finds the value unchanged.
  watched.subscribe(() => {})();
  expect(fed).toHaveLength(1);
  await ended.promise;
  expect(watched.get()).toBe(0);
  watched.subscribe(() => {})();
  expect(fed).toHaveLength(2);
});
