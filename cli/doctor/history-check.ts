// Reports how much space history takes, and how far back the entries that retention can remove reach.

import { dataPaths } from "@evermark/core";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { type RetentionReport, readRetention } from "@evermark/venue/history/history-inside.ts";
import { type Finding, ok } from "./finding.ts";

const GIB = 2 ** 30;

export function checkHistory({ dataDirectory, history }: Configuration): Finding {
  if (history.database !== null) {
    const { host, pathname } = new URL(history.database);
    return ok("history", `it is in the PostgreSQL database ${host}${pathname}; ${daysOf(history.days)}`);
  }
  const kept = readRetention(dataPaths(dataDirectory).history);
  if (kept === undefined) return ok("history", "there is none yet, or it can't be read at the moment");
  return ok("history", `${sizeOf(kept)}; ${oldestOf(kept)}; ${daysOf(history.days)}`);
}

function sizeOf({ bytes, freeBytes }: RetentionReport): string {
  const size = `${(bytes / GIB).toFixed(1)} GiB`;
  return freeBytes * 10 < bytes ? size : `${size}, of which ${(freeBytes / GIB).toFixed(1)} are free for new rows`;
}

function oldestOf({ oldest }: RetentionReport): string {
  const found = Object.entries(oldest);
  if (found.length === 0) return "nothing has happened yet";
  const [table, at] = found.reduce((first, each) => (each[1] < first[1] ? each : first));
  return `the oldest row is from ${new Date(at).toISOString().slice(0, 10)}, in ${table}`;
}

function daysOf(days: Configuration["history"]["days"]): string {
  const bounded = Object.entries(days).filter(([, count]) => count > 0);
  if (bounded.length === 0) return "everything is kept";
  return `kept: ${bounded.map(([group, count]) => `${group} ${count} days`).join(", ")}`;
}
