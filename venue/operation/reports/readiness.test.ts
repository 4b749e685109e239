import { expect, test } from "bun:test";
import { createMetrics } from "./metrics.ts";
import { Readiness } from "./readiness.ts";

test("a venue is ready while every condition that it needs holds", () => {
  const readiness = new Readiness(createMetrics().conditions);
  const journal = readiness.needed("journal");
  const history = readiness.useful("history");
  expect(readiness.status).toBe("ok");

  history.broken("history has no room");
  expect(readiness.status).toBe("degraded");
  journal.broken("the venue's disk is full");
  expect(readiness.status).toBe("unready");
  expect(readiness.reasons()).toEqual({ journal: "the venue's disk is full", history: "history has no room" });

  journal.holds();
  expect(readiness.status).toBe("degraded");
  history.holds();
  expect(readiness.status).toBe("ok");
  expect(readiness.reasons()).toEqual({});
});

test("each condition has a metric of its own, and readiness has one", async () => {
  const metrics = createMetrics();
  const readiness = new Readiness(metrics.conditions);
  const journal = readiness.needed("journal");
  readiness.useful("history").broken("it is rebuilt");
  expect(await metrics.text()).toContain("evermark_ready 1");

  journal.broken("the venue's disk is full");
  const text = await metrics.text();
  expect(text).toContain("evermark_ready 0");
  expect(text).toContain('evermark_condition_holds{condition="journal"} 0');
  expect(text).toContain('evermark_condition_holds{condition="history"} 0');

  journal.holds();
  expect(await metrics.text()).toContain('evermark_condition_holds{condition="journal"} 1');
});

test("two parts can't declare the same condition", () => {
  const readiness = new Readiness(createMetrics().conditions);
  readiness.needed("journal");
  expect(() => readiness.useful("journal")).toThrow("declared twice");
});
