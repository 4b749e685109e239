// A log whose lines a test reads.

import pino, { type Logger } from "pino";

/** @param lines gets one JSON object a line */
export function keptLog(lines: string[]): Logger {
  return pino({ formatters: { level: (label) => ({ level: label }) } }, { write: (line) => void lines.push(line) });
}
