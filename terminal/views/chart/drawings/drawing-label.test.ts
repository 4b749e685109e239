import { expect, test } from "bun:test";
import { decimal } from "../../../format/figure-text.ts";
import type { Drawing } from "./drawing.ts";
import { labelOf, nameOf } from "./drawing-label.ts";

const range: Drawing = {
  ...{ id: "r", kind: "range", color: "accent", text: "" },
  anchors: [
    { at: 0, price: 200 },
    { at: 1, price: 190 },
  ],
};

test("a range is labelled with its extent in price, percent and candles", () => {
  expect(labelOf(range, 15, decimal)).toBe("−10 (−5.00 %), 15 candles");
  const risen = { ...range, text: "entry", anchors: range.anchors.toReversed() };
  expect(labelOf(risen, -15, decimal)).toBe("entry: +10 (+5.26 %), −15 candles");
});

test("other drawings are labelled with their text", () => {
  expect(labelOf({ ...range, kind: "trend", text: "support" }, 15, decimal)).toBe("support");
});

test("the list names each by its prices and its text", () => {
  expect(nameOf({ ...range, text: "entry" }, decimal)).toBe("Range 200 – 190, “entry”");
  expect(nameOf({ ...range, kind: "level", anchors: [{ at: 0, price: 1_234.5 }] }, decimal)).toBe("Level 1,234.5");
});
