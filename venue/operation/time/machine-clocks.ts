// The clocks of the machine: the one on the wall, which may be set, and one that only ever runs on.

import { uptime } from "node:os";

export interface MachineClocks {
  /** Milliseconds since 1970; may step in either direction. */
  wall(): number;
  /** Milliseconds since some moment, never set, always at the same speed; it may stand while the machine sleeps. */
  steady(): number;
  /** Milliseconds that the steady clock has stood while the machine slept, to a second or so. */
  asleep(): number;
}

export const machineClocks: MachineClocks = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  // What the kernel counts since its start includes sleep, on Linux and on macOS.
  asleep: () => uptime() * 1_000 - performance.now(),
};
