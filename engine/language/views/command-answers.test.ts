// One answer is reused for every command: nothing of the previous one may show.

import { expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import { rejection } from "../rejections.ts";
import { blankAnswer, clearAnswer } from "./command-answers.ts";
import type { Answer } from "./views.ts";

test("an answer that is cleared is as blank as a new one, whatever it held", () => {
  const said: Answer = {
    rejection: rejection("refused"),
    orderId: 7,
    status: "FILLED",
    replayed: true,
    created: 3,
    expectedTriggerTime: 9,
    count: 2,
    reason: "MARGIN",
    algoOrderId: 5,
    transferred: [{} as Answer["transferred"][number]],
    firstAnsweredAt: millis(4),
  };
  expect(Object.keys(said).sort()).toEqual(Object.keys(blankAnswer()).sort());
  clearAnswer(said);
  expect(said).toEqual(blankAnswer());
});
