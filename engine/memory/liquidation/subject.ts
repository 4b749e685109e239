// What can be liquidated: all cross positions of an account together, or one isolated position by itself. Rules 7.1, 7.9.
// Each is a plain number, so that sets of them cost nothing: the row of an isolated position, or −1 − account for the cross ones.

import type { AccountNumber } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

export type Subject = number;

export function crossOf(account: AccountNumber): Subject {
  return -1 - account;
}

export function isCross(subject: Subject): boolean {
  return subject < 0;
}

export function modeOf(subject: Subject): MarginMode {
  return isCross(subject) ? "CROSS" : "ISOLATED";
}
