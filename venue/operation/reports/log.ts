// The venue's log: one JSON object per line on standard error or in a file, or readable lines in a terminal. Standard output
// is reserved for the `ready` line. Nothing secret is ever logged: signatures, seeds and wallet keys are removed by name.

import pino, { type Logger } from "pino";
import type { Configuration } from "../../configuration/configuration.ts";

/** Where lines go; a file descriptor by default. */
interface LogSink {
  write(line: string): void;
}

const SECRET_FIELDS = [
  "signature",
  "secret",
  "apiSecret",
  "walletKey",
  "privateKey",
  "*.signature",
  "*.secret",
  "*.apiSecret",
  "*.walletKey",
  "*.privateKey",
];

/**
 * @param options.readable lines for people instead of JSON
 * @param options.sink where lines go
 */
export function createLog(
  level: Configuration["logLevel"],
  options: { readonly readable: boolean; readonly sink: LogSink },
): Logger {
  const sink: LogSink = options.readable ? { write: (line) => options.sink.write(readableLine(line)) } : options.sink;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS, censor: "[removed]" },
    },
    sink,
  );
}

interface ProcessLog {
  readonly log: Logger;
  /** Reopens the file after log rotation has moved it away. Does nothing for standard error. */
  reopen(): void;
}

/**
 * The log of a program: a file, or standard error, readable if that is a terminal.
 * @throws {Error} when the file can't be written
 */
export function createProcessLog({
  logLevel,
  logFile,
  mode,
}: Pick<Configuration, "logLevel" | "logFile" | "mode">): ProcessLog {
  const readable = logFile === null && mode === "sandbox" && process.stderr.isTTY === true;
  const sink = pino.destination({ dest: logFile ?? 2, sync: true });
  // A closed terminal or a full disk takes no lines; the venue goes on without them.
  sink.on("error", () => {});
  return {
    log: createLog(logLevel, { readable, sink }),
    reopen: () => {
      if (logFile !== null) sink.reopen();
    },
  };
}

/** `12:30:45.123 info  journal opened  segments=3 commands=1200` */
function readableLine(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const clock = String(time).slice(11, 23);
  const details = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  const head = `${clock} ${String(level).padEnd(5)} ${String(msg ?? "")}`;
  const text = details.length === 0 ? head : `${head}  ${details.join(" ")}`;
  return err === undefined ? `${text}\n` : `${text}\n${stackOf(err)}\n`;
}

function shown(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function stackOf(err: unknown): string {
  const { stack, message } = err as { readonly stack?: string; readonly message?: string };
  return stack ?? message ?? JSON.stringify(err);
}
