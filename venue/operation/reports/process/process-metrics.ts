// Metrics of the process itself: memory, processor and file handles. The library's other defaults describe a JavaScript
// engine that this program does not run on, and are not created at all: one of them wakes the process a hundred times a
// second, another looks through its whole heap.

import type { Registry } from "prom-client";
import heapSizes from "prom-client/lib/metrics/heapSizeAndUsed.js";
import memory from "prom-client/lib/metrics/osMemoryHeap.js";
import processorTime from "prom-client/lib/metrics/processCpuTotal.js";
import descriptorsMax from "prom-client/lib/metrics/processMaxFileDescriptors.js";
import descriptors from "prom-client/lib/metrics/processOpenFileDescriptors.js";
import startTime from "prom-client/lib/metrics/processStartTime.js";

export function addProcessMetrics(registry: Registry): void {
  for (const add of [processorTime, startTime, memory, descriptors, descriptorsMax, heapSizes]) add(registry);
}
