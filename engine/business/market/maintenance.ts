// Maintenance windows. While one runs, nothing is placed, matched or liquidated, orders can be cancelled, and prices
// and funding continue. For a minute after it only cancels and POST_ONLY orders are accepted; then everything resumes
// in one tick. Rules 11.5.

import type { Millis } from "../../base/units.ts";
import { cancelEveryAlgo } from "../../book/algo/algo-cancellation.ts";
import { cancelEvery } from "../../book/orders/cancellation.ts";
import { askForPipeline } from "../../book/state-changes.ts";
import type { ScheduleMaintenance, SetMaintenanceCancel } from "../../language/commands/commands.ts";
import type { Listener, VenueEvent } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import { GRACE_MS } from "../../memory/market/venue-state.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../../permissions/known-account.ts";

export const maintenanceHandlers = handlers({
  schedule_maintenance: scheduleMaintenance,
  set_maintenance_cancel: setMaintenanceCancel,
});

/** Replaces a window that has not begun; of a running one it moves the end. */
function scheduleMaintenance(state: State, command: ScheduleMaintenance, answer: Answer, out: Listener): void {
  const { venue } = state;
  const refused = command.startAt === 0 ? refuseWithdrawal(state) : refuseWindow(state, command);
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  if (command.startAt === 0) return withdraw(state, out);
  const { phase } = venue;
  if (phase !== "running") venue.startAt = command.startAt;
  venue.endAt = command.endAt;
  venue.message = command.message;
  if (phase === "none") venue.phase = "announced";
  emit(state, "announced", out);
  // With two windows in a row, the second begins without a moment of trading in between.
  if (phase === "grace") start(state, out);
}

function refuseWindow(state: State, { startAt, endAt }: ScheduleMaintenance): Rejection | null {
  const wrong = (field: string, expected: string) =>
    rejection("invalid_parameter", { field, expected }, `${field} is invalid: expected ${expected}`);
  if (startAt < 0) return wrong("start_time", "a time in milliseconds");
  if (endAt <= Math.max(startAt, state.now)) return wrong("end_time", "a time after start_time, and not in the past");
  const { phase } = state.venue;
  if (startAt <= state.now || phase === "none" || phase === "announced") return null;
  return rejection("refused", {}, "a maintenance window is not over yet: it can be extended or taken back");
}

function refuseWithdrawal(state: State): Rejection | null {
  const { phase } = state.venue;
  return phase === "announced" || phase === "running" ? null : rejection("refused", {}, "no maintenance to take back");
}

/** Ends a running window now, with the usual grace minute, or withdraws an announced one. */
function withdraw(state: State, out: Listener): void {
  const { venue } = state;
  if (venue.phase === "running") return end(state, state.now, out);
  emit(state, "withdrawn", out);
  clear(state);
}

/** Runs what is due of maintenance on a tick, before anything else that the tick does. */
export function runMaintenance(state: State, out: Listener): void {
  const { venue } = state;
  if (venue.phase === "announced" && state.now >= venue.startAt) start(state, out);
  if (venue.phase === "running" && state.now >= venue.endAt) end(state, venue.endAt, out);
  if (venue.phase === "grace" && state.now >= venue.endAt + GRACE_MS) {
    emit(state, "over", out);
    clear(state);
    for (const market of state.markets) askForPipeline(state, market);
  }
}

function start(state: State, out: Listener): void {
  state.venue.phase = "running";
  emit(state, "started", out);
  const accounts = [...state.venue.cancelsAtMaintenance].sort((a, b) => state.accounts.inOrder(a, b));
  for (const account of accounts) {
    cancelEvery(state, account, -1, "MAINTENANCE", out);
    cancelEveryAlgo(state, { account }, "MAINTENANCE", out);
  }
}

function end(state: State, at: Millis, out: Listener): void {
  state.venue.phase = "grace";
  state.venue.endAt = at;
  emit(state, "ended", out);
}

function clear(state: State): void {
  const { venue } = state;
  venue.phase = "none";
  venue.startAt = 0;
  venue.endAt = 0;
  venue.message = "";
}

function emit(state: State, phase: Extract<VenueEvent, { type: "maintenance" }>["phase"], out: Listener): void {
  const { startAt, endAt, message } = state.venue;
  const window = { startAt: startAt, endAt: endAt, message };
  out.venue({ type: "maintenance", phase, ...window, at: state.now });
}

function setMaintenanceCancel(state: State, command: SetMaintenanceCancel, answer: Answer, out: Listener): void {
  const { account, cancels } = command;
  if (refusesAccount(state, account, answer)) return;
  if (cancels) state.venue.cancelsAtMaintenance.add(account);
  else state.venue.cancelsAtMaintenance.delete(account);
  out.account({ type: "settings_changed", account, at: state.now });
}
