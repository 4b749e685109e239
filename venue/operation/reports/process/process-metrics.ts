// What is shown of the process itself: memory, processor and file handles. The rest of the library's defaults describe an engine
// that we don't run on, and are not made at all: one of them wakes a venue a hundred times a second, another looks through all
// of its heap.

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
