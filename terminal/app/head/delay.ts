// How long the venue takes to answer, and how much of that is the network: from the browser's measurements of the page's own
// calls, and the venue's own times in `Server-Timing`.

export interface Call {
  /** Milliseconds from sending to the last byte. */
  readonly wholeMs: number;
  /** The venue's share of it in milliseconds, as the venue reports it. */
  readonly venueMs: number;
}

type Timed = Pick<PerformanceResourceTiming, "requestStart" | "responseEnd" | "serverTiming">;

/** @returns undefined for requests that are no call of the interface */
export function callOf({ requestStart, responseEnd, serverTiming }: Timed): Call | undefined {
  const venueMs = serverTiming.find(({ name }) => name === "total")?.duration;
  const wholeMs = responseEnd - requestStart;
  return venueMs === undefined || requestStart === 0 || wholeMs < 0 ? undefined : { wholeMs, venueMs };
}

export interface Delay {
  readonly venueMs: number;
  readonly wayMs: number;
}

/** Medians, so that one slow call does not change the result. @returns undefined without calls */
export function delayOf(calls: readonly Call[]): Delay | undefined {
  if (calls.length === 0) return undefined;
  return {
    venueMs: median(calls.map(({ venueMs }) => venueMs)),
    wayMs: median(calls.map(({ wholeMs, venueMs }) => Math.max(0, wholeMs - venueMs))),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
