import { expect, test } from "bun:test";
import { HistoryReport } from "./history-report.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { Readiness } from "./readiness.ts";

function reported() {
  const lines: { level: string; msg: string; reason?: string }[] = [];
  const metrics = createMetrics();
  const readiness = new Readiness(metrics.conditions);
  const log = createLog("info", { readable: false, sink: { write: (line) => lines.push(JSON.parse(line)) } });
  const report = new HistoryReport({ log, metrics, condition: readiness.useful("history") });
  return { report, lines, metrics, reason: () => readiness.reasons().history };
}

test("history's progress is in the condition and the metrics, until it has caught up", async () => {
  const { report, lines, metrics, reason } = reported();
  report.progress({ step: "checking", done: 25, of: 100 });
  expect(reason()).toBe("history is checking, 25 % of 100 bytes");
  report.progress({ step: "catching up", done: 500_000, of: 2_000_000 });
  expect(reason()).toBe("history is catching up, 25 % of 2000000 commands");
  expect(await metrics.text()).toMatch(/^evermark_history_lag_commands 1500000$/m);
  report.progress({ step: "done" });
  expect(reason()).toBeUndefined();
  expect(await metrics.text()).toMatch(/^evermark_history_lag_commands 0$/m);
  expect(lines).toEqual([]);
});

test("a quick start logs nothing", () => {
  const { report, lines, reason } = reported();
  report.progress({ step: "done" });
  expect(lines).toEqual([]);
  expect(reason()).toBeUndefined();
});

test("the reason that holds history up is shown without paths, and stays until it is over, whatever the progress", () => {
  const { report, lines, reason } = reported();
  report.heldUp("its disk is full (ENOSPC: no space left on device, write '/var/lib/evermark/history.sqlite-sums')");
  report.progress({ step: "catching up", done: 1, of: 2 });
  expect(reason()).toBe("history can't be written: its disk is full");
  expect(lines[0]).toMatchObject({ level: "error", reason: expect.stringContaining("/var/lib/evermark") });
  report.heldUp(null);
  expect(reason()).toBeUndefined();
});

test("a rebuild is counted and logged from beginning to end, and a failure stays", async () => {
  const { report, lines, metrics, reason } = reported();
  report.rebuilt("it is damaged: page 6 is not what was written");
  report.progress({ step: "catching up", done: 1, of: 2 });
  report.progress({ step: "done" });
  expect(lines.map(({ msg }) => msg)).toEqual(["history is being rebuilt; trading goes on", "history has caught up"]);
  expect(await metrics.text()).toMatch(/^evermark_history_rebuilds_total 1$/m);
  report.failed(new Error("nothing is left to make it from"));
  expect(reason()).toBe("history has failed; the log says why");
});

test("a restarted thread is counted and logged, and is the reason until it has caught up", async () => {
  const { report, lines, metrics, reason } = reported();
  report.restarted("its thread has ended");
  expect(reason()).toBe("the history thread has died and is started again");
  report.progress({ step: "done" });
  expect(reason()).toBeUndefined();
  expect(lines).toMatchObject([
    { level: "error", reason: "its thread has ended" },
    { level: "info", msg: "history has caught up" },
  ]);
  expect(await metrics.text()).toMatch(/^evermark_history_restarts_total 1$/m);
});

test("the size of history, and how far back it goes, are in the metrics", async () => {
  const { report, metrics } = reported();
  report.kept({ bytes: 8_192, freeBytes: 4_096, oldest: { orders: 5_000, fills: 6_500 } });
  report.kept({ bytes: 12_288, freeBytes: 0, oldest: { orders: 7_000 } });
  const text = await metrics.text();
  expect(text).toMatch(/^evermark_history_bytes 12288$/m);
  expect(text).toMatch(/^evermark_history_free_bytes 0$/m);
  expect(text).toMatch(/^evermark_history_oldest_seconds\{table="orders"\} 7$/m);
  expect(text).not.toContain('table="fills"');
});
