// The delay of the latest calls, as the browser measured them.

import { useEffect, useState } from "react";
import { type Call, callOf, type Delay, delayOf } from "./delay.ts";

const LAST = 20;
/** Often enough to be current, rarely enough not to flicker. */
const SHOWN_EVERY_MS = 2_000;

export function useDelay(): Delay | undefined {
  const [delay, setDelay] = useState<Delay>();
  useEffect(() => {
    let calls: readonly Call[] = [];
    const observer = new PerformanceObserver((list) => {
      const made = list.getEntriesByType("resource").map((entry) => callOf(entry as PerformanceResourceTiming));
      calls = [...calls, ...made.filter((call) => call !== undefined)].slice(-LAST);
    });
    observer.observe({ type: "resource", buffered: true });
    const timer = setInterval(() => setDelay(delayOf(calls)), SHOWN_EVERY_MS);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, []);
  return delay;
}
