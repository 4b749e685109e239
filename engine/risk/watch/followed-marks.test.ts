// Stale ranges are dropped, and followed positions are kept. That every subject that has to be is found is in
// scan.property.test.ts.

import { expect, test } from "bun:test";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";

test("positions that came and went leave the remaining ones followed, and a falling mark finds them", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  const { state } = world;
  const user = world.user(100);
  world.open(user, "SOL", 10, 1_500, { leverage: 100 });
  world.pin({ SOL: 150 });
  const { falling } = state.liquidations.watch.of(world.market("SOL"));
  let largest = 0;
  for (let other = 0; other < 80; other++) {
    const passing = world.user(100);
    world.open(passing, "SOL", 10, 1_500, { leverage: 100 });
    world.pin({ SOL: 150 });
    largest = Math.max(largest, falling.heap.size);
    world.open(passing, "SOL", -10, -1_500);
  }
  world.pin({ SOL: 150 });
  expect(falling.heap.size).toBeLessThan(largest);
  const { liquidations } = world.pin({ SOL: 140.5 });
  expect(liquidations.map(({ account }) => account)).toContain(user);
});
