// Maintenance windows. Rules 11.5.

import type { ScheduleMaintenance, SetMaintenanceCancel } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function scheduleMaintenance(
  _state: State,
  _command: ScheduleMaintenance,
  answer: Answer,
  _out: Listener,
): void {
  answer.rejection = rejection("refused");
}

export function setMaintenanceCancel(
  _state: State,
  _command: SetMaintenanceCancel,
  answer: Answer,
  _out: Listener,
): void {
  answer.rejection = rejection("refused");
}

export function runMaintenance(_state: State, _out: Listener): void {}
