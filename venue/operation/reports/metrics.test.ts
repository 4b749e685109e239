import { expect, spyOn, test } from "bun:test";
import perfHooks from "node:perf_hooks";
import v8 from "node:v8";
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

test("the process is described too, but not measured between two readings", async () => {
  const watch = spyOn(perfHooks, "monitorEventLoopDelay");
  const heap = spyOn(v8, "getHeapSpaceStatistics");
  const { registry } = createMetrics();
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names.filter((name) => !name.startsWith("evermark_")).toSorted()).toEqual([
    ...["nodejs_external_memory_bytes", "nodejs_heap_size_total_bytes", "nodejs_heap_size_used_bytes"],
    ...["process_cpu_seconds_total", "process_cpu_system_seconds_total", "process_cpu_user_seconds_total"],
    ...["process_heap_bytes", "process_max_fds", "process_open_fds", "process_resident_memory_bytes"],
    ...["process_start_time_seconds", "process_virtual_memory_bytes"],
  ]);
  expect([watch, heap].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
