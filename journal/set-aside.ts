// Files that can't be used, but may help an operator to find what is missing: they are renamed, never deleted.

import { basename, dirname, join } from "node:path";
import { type Disk, realDisk } from "./journal-disk.ts";

/**
 * Renames a file to `<name>.aside-<n>`, together with the files beside it that differ only in a suffix.
 * @returns the new name of the first
 */
export function setAside(path: string, suffixes: readonly string[] = [""], disk: Disk = realDisk): string {
  const directory = dirname(path);
  const name = basename(path);
  const aside = freeName(disk, directory, name);
  const there = new Set(disk.list(directory));
  for (const suffix of suffixes) {
    if (there.has(name + suffix)) disk.rename(join(directory, name + suffix), join(directory, aside + suffix));
  }
  disk.syncDirectory(directory);
  return aside;
}

/** Writes bytes to a file of their own, `<name>.aside-<n>`. Returns its name. */
export function keepAside(path: string, bytes: Uint8Array, disk: Disk): string {
  const directory = dirname(path);
  const aside = freeName(disk, directory, basename(path));
  const file = disk.open(join(directory, aside), "create");
  try {
    file.write(bytes, 0);
    file.sync();
  } finally {
    file.close();
  }
  return aside;
}

function freeName(disk: Disk, directory: string, name: string): string {
  const taken = new Set(disk.list(directory));
  for (let n = 1; ; n++) {
    const aside = `${name}.aside-${n}`;
    if (!taken.has(aside)) return aside;
  }
}
