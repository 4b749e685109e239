// How long the main thread of a process has been busy: what its one thread does is what a server in JavaScript is short of.

/** Asks a child for the microseconds of its main thread. */
export const BUSY = "busy";

export function busyMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
