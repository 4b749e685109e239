// Describes in one line the machine that the figures were measured on. Without that they mean little.

import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { SCRATCH_PARENT } from "./scratch-directory.ts";

const GIB = 2 ** 30;

export function describeMachine(): string {
  const [cpu] = cpus();
  return [
    cpu?.model.trim() ?? "unknown CPU",
    `${cpus().length} cores`,
    `${Math.round(totalmem() / GIB)} GiB memory`,
    `${type()} ${release()}`,
    `scratch on ${filesystemOf(SCRATCH_PARENT)}`,
    `Bun ${Bun.version}`,
  ].join(", ");
}

/** The filesystem and device that a directory is on, as far as the kernel reports them. */
function filesystemOf(directory: string): string {
  const mounts = readMounts().filter(({ at }) => at === "/" || directory === at || directory.startsWith(`${at}/`));
  const found = mounts.toSorted((a, b) => b.at.length - a.at.length)[0];
  return found === undefined ? "an unknown filesystem" : `${found.filesystem} (${found.device})`;
}

function readMounts(): { at: string; filesystem: string; device: string }[] {
  let text = "";
  try {
    text = readFileSync("/proc/mounts", "utf8");
  } catch {
    // Only Linux lists its mounts there.
    return [];
  }
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [device = "", at = "", filesystem = ""] = line.split(" ");
      return { at, filesystem, device };
    });
}
