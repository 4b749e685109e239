import { expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { liveFor } from "./years.ts";

test("a venue that deletes old data stops growing, except for what stays, and can be rebuilt from what it has", async () => {
  using directory = temporaryDirectory();
  const days = 50;
  const { historyBytes, sizes, rows } = await liveFor({
    ...{ directory: directory.path, days, keepDays: 5, trades: 20 },
    print: () => {},
  });
  for (const name of ["orders", "fills", "account_minutes"]) {
    const [all, kept] = rows[name]!;
    expect(kept).toBeLessThan(all / 4);
  }
  const growth = historyBytes.at(-1)! - historyBytes[days / 2]!;
  expect(growth).toBeLessThan((sizes.everything / days) * (days / 2) * 0.5);
  // Two snapshots, and what follows the older one.
  expect(sizes.journal).toBeLessThan(20 * 262_144);
});
