// Maintenance windows: announced, running, and the minute after in which books refill before there are takers. Rules 11.5.

import type { ScheduleMaintenance } from "@evermark/engine";
import { cancelAlgosOf } from "./algo-cancellation.ts";
import { cancelOrdersOf } from "./book.ts";
import { byAccountId } from "./liquidation.ts";
import type { Outcome } from "./orders.ts";
import type { NaiveReports } from "./reports.ts";
import { naiveRules } from "./rules.ts";
import type { NaiveState } from "./state.ts";

const GRACE_MS = 60_000;

export const maintenanceRules = naiveRules({
  set_maintenance_cancel: (state, { account, cancels }) => {
    state.accounts[account]!.cancelsOnMaintenance = cancels;
    return {};
  },
  schedule_maintenance: (state, command, reports) => scheduleMaintenance(state, reports, command),
});

function scheduleMaintenance(state: NaiveState, reports: NaiveReports, command: ScheduleMaintenance): Outcome {
  const { maintenance, now } = state;
  const { startAt, endAt, message } = command;
  const isRunning = maintenance.phase === "running";
  if (startAt === 0) {
    if (maintenance.phase === "none") return { rejection: "refused" };
    maintenance.phase = "none";
    if (isRunning) maintenance.graceUntil = now + GRACE_MS;
    return {};
  }
  if (endAt <= startAt || endAt <= now) return { rejection: "invalid_parameter" };
  if ((isRunning || isInGrace(state)) && startAt > now) return { rejection: "refused" };
  state.maintenance = { ...maintenance, phase: isRunning ? "running" : "announced", startAt, endAt, message };
  // In the minute after a window the next one need not wait for a tick.
  if (isInGrace(state) && startAt <= now) start(state, reports);
  return {};
}

export function isInGrace(state: NaiveState): boolean {
  return state.maintenance.phase !== "running" && state.maintenance.graceUntil > 0;
}

/** Whether the book stands still: from the start of a window to the end of its grace, and while the clock is in doubt. */
export function isPaused(state: NaiveState): boolean {
  return state.maintenance.phase === "running" || isInGrace(state) || state.clockHalt;
}

/** What the clock does to a window. */
export function runMaintenance(state: NaiveState, reports: NaiveReports): void {
  const { maintenance, now } = state;
  if (maintenance.phase === "announced" && now >= maintenance.startAt) {
    start(state, reports);
  }
  if (maintenance.phase === "running" && now >= maintenance.endAt) {
    maintenance.phase = "none";
    maintenance.graceUntil = maintenance.endAt + GRACE_MS;
  }
  if (maintenance.graceUntil > 0 && now >= maintenance.graceUntil) maintenance.graceUntil = 0;
}

function start(state: NaiveState, reports: NaiveReports): void {
  state.maintenance.phase = "running";
  state.maintenance.graceUntil = 0;
  for (const account of byAccountId(state.accounts).filter((each) => each.cancelsOnMaintenance)) {
    cancelOrdersOf(state, reports, account.number, -1, "", "MAINTENANCE");
    cancelAlgosOf(state, reports, account.number, -1, "", "MAINTENANCE");
  }
}
