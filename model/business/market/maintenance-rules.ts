// Maintenance windows: announced, running, and the grace minute in which books refill before there are takers. Rules 11.5.

import type { ScheduleMaintenance } from "@evermark/engine";
import { cancelAlgosOf } from "../../book/orders/algo-endings.ts";
import { cancelOrdersOf } from "../../book/orders/order-endings.ts";
import { isInGrace } from "../../permissions/naive-standstill.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import { byAccountId, type NaiveState } from "../../state/naive-state.ts";
import type { NaiveReports } from "../../state/reports.ts";

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
  // In the grace minute of a window the next one does not wait for a tick.
  if (isInGrace(state) && startAt <= now) start(state, reports);
  return {};
}

/** Advances a window with the clock. */
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
