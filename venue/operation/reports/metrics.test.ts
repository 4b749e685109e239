import { expect, test } from "bun:test";
import { createMetrics } from "./metrics.ts";

test("an endpoint's answers are counted by status", async () => {
  const metrics = createMetrics();
  const order = metrics.endpoint("POST /v1/order");
  order.answered(200);
  order.answered(200);
  order.answered(400);

  const text = await metrics.text();

  expect(text).toContain('evermark_requests_total{endpoint="POST /v1/order",status="200"} 2');
  expect(text).toContain('evermark_requests_total{endpoint="POST /v1/order",status="400"} 1');
});

test("latencies are observed in milliseconds and shown in seconds, cumulatively", async () => {
  const metrics = createMetrics();
  for (const ms of [0.05, 0.2, 3, 60_000]) metrics.stages.engine.observe(ms);

  const text = await metrics.text();

  expect(text).toContain('evermark_stage_seconds_bucket{le="0.00005",stage="engine"} 1');
  expect(text).toContain('evermark_stage_seconds_bucket{le="0.00025",stage="engine"} 2');
  expect(text).toContain('evermark_stage_seconds_bucket{le="10",stage="engine"} 3');
  expect(text).toContain('evermark_stage_seconds_bucket{le="+Inf",stage="engine"} 4');
  expect(text).toContain('evermark_stage_seconds_count{stage="engine"} 4');
  expect(text).toContain('evermark_stage_seconds_sum{stage="engine"} 60.00325');
});

test("two venues in one process do not share their figures", async () => {
  const first = createMetrics();
  const second = createMetrics();
  first.commands("tick").add(3);

  expect(await first.text()).toContain('evermark_commands_total{type="tick"} 3');
  expect(await second.text()).not.toContain('type="tick"');
});

test("scraping twice counts nothing twice", async () => {
  const metrics = createMetrics();
  metrics.rejections.add(5);
  await metrics.text();

  expect(await metrics.text()).toContain("evermark_rejections_total 5");
});

test("the process is described too", async () => {
  expect(await createMetrics().text()).toContain("process_resident_memory_bytes");
});
