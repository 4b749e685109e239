// How many connections the process can have: as many as it may open files, less what the journal, history and snapshots need
// and what may arrive between two counts.

import { readFileSync } from "node:fs";
import type { Configuration } from "../../configuration/configuration.ts";
import { ConfigurationMistake, wrongValue } from "../../configuration/values/mistake.ts";
import type { Room } from "./fair-share.ts";

export interface Capacity extends Room {
  /** How many files the process may have open; undefined when the system does not say. */
  readonly openFiles: number | undefined;
  /** How many connections can be streams: some are always left for requests. */
  readonly streams: number;
}

/** With fewer, hardly a connection would be left. */
const OPEN_FILES_MIN = 128;
/**
 * Reserved for the venue's own files and threads: 34 are open when it starts, and some more while a snapshot is written. A
 * crowd that arrives between two counts must not take those that history needs.
 */
export const OWN_FILES = 80;
/** Connections of one address, if there is room for twice as many. */
const OF_ONE_USUALLY = 1_000;
/** Connections in all, where the system's limit is not known. */
const SOCKETS_UNKNOWN = 10_000;

/** @throws {ConfigurationMistake} when the configuration asks for more than the process may open */
export function capacityOf({ limits }: Configuration, openFiles: number | undefined): Capacity {
  if (openFiles !== undefined && openFiles < OPEN_FILES_MIN) {
    throw new ConfigurationMistake(
      `open files: ${openFiles} (limit of this process); expected ${OPEN_FILES_MIN} or more, for instance by ulimit -n`,
    );
  }
  const most = openFiles === undefined ? SOCKETS_UNKNOWN : openFiles - OWN_FILES - Math.floor(openFiles / 8);
  if (limits.sockets > most && openFiles !== undefined) {
    const expected = `at most ${most}: this process may open ${openFiles} files (ulimit -n)`;
    throw wrongValue("limits.sockets", limits.sockets, "configuration", expected);
  }
  const inAll = limits.sockets === 0 ? most : limits.sockets;
  return {
    openFiles,
    inAll,
    ofOne: limits.socketsPerIp === 0 ? Math.min(OF_ONE_USUALLY, Math.ceil(inAll / 2)) : limits.socketsPerIp,
    streams: Math.max(1, Math.min(limits.connections, inAll - Math.ceil(inAll / 5))),
  };
}

/** The process's limit of open files, which the runtime has already raised as far as it may; undefined if unknown. */
export function openFilesMax(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined || soft === "unlimited" ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
