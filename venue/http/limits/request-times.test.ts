import { expect, test } from "bun:test";
import { RequestTimes } from "./request-times.ts";

const upToTotal = (times: RequestTimes): string => times.end().replace(/total;dur=\d+\.\d{3}$/, "total");

test("each stage is shown in milliseconds with three decimals, and as 0 if a request had none of it", () => {
  const times = new RequestTimes();
  expect(upToTotal(times)).toBe("verify;dur=0.000, queue;dur=0.000, engine;dur=0.000, journal;dur=0.000, total");
  times.verified(0.1234);
  expect(upToTotal(times)).toBe("verify;dur=0.123, queue;dur=0.000, engine;dur=0.000, journal;dur=0.000, total");
  times.applied({ queueMs: 0, journalMs: 1.5, engineMs: 0.0126, batch: 7 });
  expect(upToTotal(times)).toBe("verify;dur=0.123, queue;dur=0.000, engine;dur=0.013, journal;dur=1.500, total");
});

test("the engine's time for several commands adds up, and the wait that they share counts once", () => {
  const times = new RequestTimes();
  times.applied({ queueMs: 1, journalMs: 2, engineMs: 0.25, batch: 9 });
  times.applied({ queueMs: 1.1, journalMs: 2, engineMs: 0.25, batch: 9 });
  times.applied({ queueMs: 0.5, journalMs: 4, engineMs: 0.25, batch: 10 });
  expect(upToTotal(times)).toBe("verify;dur=0.000, queue;dur=1.500, engine;dur=0.750, journal;dur=6.000, total");
});
