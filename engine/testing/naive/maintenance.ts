// Maintenance windows: announced, running, and the minute after in which books refill before anyone takes. Rules 11.5.

import type { ScheduleMaintenance } from "../../commands.ts";
import { cancelOrdersOf } from "./book.ts";
import { byAccountId } from "./liquidation.ts";
import type { Outcome } from "./orders.ts";
import type { NaiveReports } from "./reports.ts";
import type { NaiveState } from "./state.ts";

const GRACE_MS = 60_000;

export function scheduleMaintenance(state: NaiveState, command: ScheduleMaintenance): Outcome {
  const { maintenance, now } = state;
  const { startAt, endAt, message } = command;
  const isRunning = maintenance.phase === "running";
  if (startAt === 0) {
    if (maintenance.phase !== "announced" && !isRunning) return { rejection: "refused" };
    state.maintenance = { ...maintenance, phase: isRunning ? "grace" : "none", endAt: now };
    return {};
  }
  if (endAt <= startAt || endAt <= now) return { rejection: "invalid_parameter" };
  if (isRunning ? startAt > now : startAt <= now) return { rejection: "invalid_parameter" };
  state.maintenance = { phase: isRunning ? "running" : "announced", startAt, endAt, message };
  return {};
}

/** Whether the book stands still: from the start of a window to the end of its grace nobody takes. */
export function isPaused(state: NaiveState): boolean {
  return state.maintenance.phase === "running" || state.maintenance.phase === "grace";
}

/** What the clock does to a window. */
export function runMaintenance(state: NaiveState, reports: NaiveReports): void {
  const { maintenance, now } = state;
  if (maintenance.phase === "announced" && now >= maintenance.startAt) {
    maintenance.phase = "running";
    for (const account of byAccountId(state.accounts).filter((each) => each.cancelsOnMaintenance)) {
      cancelOrdersOf(state, reports, account.number, -1, "", "MAINTENANCE");
    }
  }
  if (maintenance.phase === "running" && now >= maintenance.endAt) maintenance.phase = "grace";
  if (maintenance.phase === "grace" && now >= maintenance.endAt + GRACE_MS) maintenance.phase = "none";
}
