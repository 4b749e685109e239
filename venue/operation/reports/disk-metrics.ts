// The size and the free space of the data directory's disk, read whenever the metrics are: a full disk stops orders.

import { type StatsFs, statfsSync } from "node:fs";
import { Gauge, type Registry } from "prom-client";

/** @param directory its disk may not answer for now: then there are no figures */
export function addDiskMetrics(registry: Registry, directory: string): void {
  const gauge = (name: string, help: string, read: (disk: StatsFs) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(readDisk(directory, read));
      },
    });
  gauge("evermark_disk_bytes", "Size of the disk of the data directory", ({ blocks, bsize }) => blocks * bsize);
  gauge("evermark_disk_free_bytes", "Room on it that the venue may use", ({ bavail, bsize }) => bavail * bsize);
}

function readDisk(directory: string, read: (disk: StatsFs) => number): number {
  try {
    return read(statfsSync(directory));
  } catch {
    return Number.NaN;
  }
}
