// The machine's clocks: the wall clock, which may be set, and a steady clock, which only runs on.

import { uptime } from "node:os";

export interface MachineClocks {
  /** Milliseconds since 1970; may step in either direction. */
  wall(): number;
  /** Milliseconds since some moment, never set, always at the same speed; it may stop while the machine sleeps. */
  steady(): number;
  /** How long the steady clock has stopped while the machine slept, in milliseconds, to a second or so. */
  asleep(): number;
}

export const machineClocks: MachineClocks = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  // The kernel's uptime includes sleep, on Linux and on macOS.
  asleep: () => uptime() * 1_000 - performance.now(),
};
