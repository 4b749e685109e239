// Logs for tests: one whose lines are kept, one that says nothing.

import type { Logger } from "pino";
import { createLog } from "../operation/reports/log.ts";

/** @param lines gets one JSON object a line */
export function keptLog(lines: string[], level: Parameters<typeof createLog>[0] = "info"): Logger {
  return createLog(level, { readable: false, sink: { write: (line) => void lines.push(line) } });
}

export const silentLog = keptLog([], "silent");
