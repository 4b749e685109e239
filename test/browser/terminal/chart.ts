// The chart, as tests use it.

import { until } from "./until.ts";
import type { TerminalPage } from "./visited-terminal.ts";

/** Finds the position of a movable line in the chart, and leaves the pointer on it. */
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

/** A drawing as stored by the browser. */
interface KeptDrawing {
  readonly kind: string;
  readonly text: string;
  readonly color: string;
  readonly anchors: readonly { readonly at: number; readonly price: number }[];
}

type Place = readonly [across: number, down: number];

/** A chart with drawings. Places are fractions of the width and height of the price pane. */
export class DrawingChart {
  readonly #terminal: TerminalPage;

  constructor(terminal: TerminalPage) {
    this.#terminal = terminal;
  }

  tool(name: string) {
    return this.#terminal.button(name, this.#terminal.page.getByRole("group", { name: "Drawing tools" }));
  }

  async press(across: number, down: number): Promise<void> {
    const [x, y] = await this.#at([across, down]);
    await this.#terminal.page.mouse.click(x, y);
  }

  async drag(from: Place, to: Place, { isEscaped = false } = {}): Promise<void> {
    await this.#drag(await this.#at(from), await this.#at(to), isEscaped);
  }

  /** A drag between heights in pixels. */
  async dragAt([across, y]: Place, [acrossTo, yTo]: Place): Promise<void> {
    const { x, width } = await this.#pane();
    await this.#drag([x + width * across, y], [x + width * acrossTo, yTo], false);
  }

  async #drag(from: Place, to: Place, isEscaped: boolean): Promise<void> {
    const { mouse, keyboard } = this.#terminal.page;
    await mouse.move(...from);
    await mouse.down();
    await mouse.move(...to, { steps: 5 });
    if (isEscaped) {
      await keyboard.press("Escape");
      await mouse.move(to[0] + 5, to[1] + 5);
    }
    await mouse.up();
  }

  /** Drags with one finger from one place to another. */
  async touch(from: Place, to: Place): Promise<void> {
    const { page } = this.#terminal;
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const [[x, y], [toX, toY]] = [await this.#at(from), await this.#at(to)];
    const finger = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await finger("touchStart", [{ x, y }]);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await finger("touchMove", [{ x: x + (toX - x) * part, y: y + (toY - y) * part }]);
    }
    await finger("touchEnd", []);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
    await session.detach();
  }

  /** The stored drawings of the current market, as soon as there are this many. */
  kept(count: number): Promise<readonly KeptDrawing[]> {
    return until(`${count} drawings`, async () => {
      const kept = await this.#kept();
      return kept.length === count ? kept : undefined;
    });
  }

  async is(drawings: readonly KeptDrawing[]): Promise<boolean> {
    return Bun.deepEquals(await this.#kept(), drawings);
  }

  #kept(): Promise<readonly KeptDrawing[]> {
    return this.#terminal.page.evaluate(() => {
      const { views } = JSON.parse(localStorage.getItem("evermark.preferences")!);
      return views.drawings?.markets?.PERP_BTC_USDC ?? [];
    });
  }

  /** Removes all drawings. */
  async clear(): Promise<void> {
    const { page } = this.#terminal;
    const list = page.getByRole("button", { name: /^Drawings, [1-9]/ });
    if ((await list.count()) === 0) return;
    await list.click();
    await this.#terminal.button("Remove all").click();
    await this.#terminal.button("Remove all", this.#terminal.dialog("Remove all drawings?")).click();
    await this.#terminal.dialog("Remove all drawings?").waitFor({ state: "detached" });
    await this.kept(0);
  }

  /** Waits until there is a drawing at a place. */
  isDrawnAt(across: number, down: number): Promise<true> {
    return until("a drawing there", async () => {
      const [x, y] = await this.#at([across, down]);
      return (await this.#isOn("data-drawn", x, y)) ? true : undefined;
    });
  }

  /** The height at which a drawing passes, in pixels. */
  drawnHeight(across: number): Promise<number | undefined> {
    return this.#heightWith("data-drawn", across);
  }

  /** The height of an order's line, in pixels. */
  movableHeight(across: number): Promise<number | undefined> {
    return this.#heightWith("data-movable", across);
  }

  /** The place of the running candle, at the height of its close. */
  async placeOfLastCandle(): Promise<Place> {
    const { page } = this.#terminal;
    const { x, y, width, height } = await this.#pane();
    const canvas = page.getByRole("application");
    // The End key puts the crosshair on the last candle, which the legend then shows.
    await canvas.focus();
    await page.keyboard.press("End");
    const across = await page.evaluate(
      ({ left, right, top, bottom }) => {
        const canvas = [...document.querySelectorAll<HTMLCanvasElement>(".chart-canvas canvas")][0]!;
        const box = canvas.getBoundingClientRect();
        const context = canvas.getContext("2d")!;
        const scale = canvas.width / box.width;
        const rise = getComputedStyle(document.documentElement).getPropertyValue("--rise").trim();
        const fall = getComputedStyle(document.documentElement).getPropertyValue("--fall").trim();
        const isCandle = (color: string) => color === rise || color === fall;
        const hex = (data: Uint8ClampedArray, at: number) =>
          `#${[0, 1, 2].map((part) => data[at + part]!.toString(16).padStart(2, "0")).join("")}`;
        const area = [left, top, right, bottom].map((edge, at) => (edge - (at % 2 ? box.top : box.left)) * scale);
        const [x0, y0, x1, y1] = area.map(Math.round) as [number, number, number, number];
        const { data, width: columns } = context.getImageData(x0, y0, x1 - x0, y1 - y0);
        // A candle's body is solid over its width: the rightmost column with many such pixels belongs to it.
        for (let column = columns - 1; column >= 0; column--) {
          const rows = [];
          for (let row = 0; row < y1 - y0; row++) {
            if (isCandle(hex(data, (row * columns + column) * 4))) rows.push(row);
          }
          if (rows.length > 20) return { x: left + (column - 3) / scale, y: top + rows[0]! / scale };
        }
        return undefined;
      },
      { left: x, right: x + width, top: y, bottom: y + height },
    );
    await page.keyboard.press("Escape");
    if (across === undefined) throw new Error("no candle is in sight");
    return [across.x, across.y];
  }

  async #heightWith(attribute: string, across: number): Promise<number | undefined> {
    const { x, y, width, height } = await this.#pane();
    for (let below = 0; below < height; below += 8) {
      if (await this.#isOn(attribute, x + width * across, y + below)) return y + below;
    }
    return undefined;
  }

  async #isOn(attribute: string, x: number, y: number): Promise<boolean> {
    await this.#terminal.page.mouse.move(x, y);
    return (await this.#terminal.page.getByRole("application").getAttribute(attribute)) !== null;
  }

  async #at([across, down]: Place): Promise<Place> {
    const { x, y, width, height } = await this.#pane();
    return [x + width * across, y + height * down];
  }

  /** The price pane, without the price scale and the volume below. */
  async #pane() {
    const { x, y, width, height } = (await this.#terminal.page.getByRole("application").boundingBox())!;
    return { x, y, width: width - 80, height: height * 0.7 };
  }
}
