// How long the main thread of a process has been busy. The time of that single thread is what limits a server in
// JavaScript.

/** Asks a child for the microseconds of its main thread. */
export const BUSY = "busy";

export function busyMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
