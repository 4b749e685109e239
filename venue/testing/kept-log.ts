// Logs for tests: one that keeps its lines, and one that writes nothing.

import type { Logger } from "pino";
import { createLog } from "../operation/reports/log.ts";

/** @param lines receives one JSON object per line */
export function keptLog(lines: string[], level: Parameters<typeof createLog>[0] = "info"): Logger {
  return createLog(level, { readable: false, sink: { write: (line) => void lines.push(line) } });
}

export const silentLog = keptLog([], "silent");
