// Whether the venue trades, for both the endpoint and the topic. Rules 11.4, 11.5.

import type { EngineReader, Millis } from "@evermark/engine";

interface WorkingStatus {
  /** 0 working, 2 not. */
  readonly status: 0 | 2;
  readonly msg: string;
  /** A maintenance window that is announced or running; null when there is none. */
  readonly window: { readonly startAt: Millis; readonly endAt: Millis } | null;
}

export function workingStatus(engine: EngineReader): WorkingStatus {
  const { maintenance, clockHalt } = engine.venue();
  const { phase, startAt, endAt, message } = maintenance;
  const window = phase === "announced" || phase === "running" ? { startAt, endAt } : null;
  if (clockHalt) return { status: 2, msg: "Trading is halted until the venue's clock is right.", window };
  return { status: phase === "running" ? 2 : 0, msg: window === null ? "" : message, window };
}
