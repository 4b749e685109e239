// The chart, as a test takes hold of what is in it.

import type { TerminalPage } from "./terminal-page.ts";

/** Where a movable line is in the chart: the pointer is on it then. */
export async function lineOf({ page }: TerminalPage): Promise<{ readonly x: number; readonly y: number } | undefined> {
  const chart = page.getByRole("application");
  const { x, y, width, height } = (await chart.boundingBox())!;
  const across = x + width / 3;
  for (let below = 0; below < height; below += 4) {
    await page.mouse.move(across, y + below);
    if ((await chart.getAttribute("data-movable")) !== null) return { x: across, y: y + below };
  }
  return undefined;
}
