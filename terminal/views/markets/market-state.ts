// The state of a market in words: its name, its reason, and its effect on orders.

import { dayAndTime } from "../../format/time.ts";
import type { SymbolRule, SystemInfo } from "../../session/asking/answers.ts";
import { words } from "../../texts/words.ts";

/** States in which an index in doubt makes a difference: a halted market does nothing anyway. */
const TRADES_ON: ReadonlySet<SymbolRule["status"]> = new Set(["POST_ONLY", "REDUCE_ONLY", "DELISTING"]);

export interface StoppedState {
  readonly name: string;
  readonly why: string;
}

/** Undefined while the market trades as usual. A state of the whole venue takes precedence. */
export function stoppedState(rule: SymbolRule | undefined, system: SystemInfo): StoppedState | undefined {
  const { statuses, reasons, effects, maintenance, maintenanceEffect, ends, doubt, doubtEffect } = words.markets;
  if (system.status !== 0) return { name: maintenance, why: sentences(system.msg, maintenanceEffect) };
  if (rule === undefined) return undefined;
  if (rule.status === "ACTIVE") return rule.in_doubt ? { name: doubt, why: doubtEffect } : undefined;
  const { status, status_reason, status_detail, delist_time } = rule;
  const isBegun = status !== "NEW" && status !== "PENDING";
  const reason = isBegun ? `${reasons[status_reason]}${quoted(status_detail, rule)}.` : "";
  const end = status !== "DELISTED" && delist_time !== undefined ? ends(dayAndTime(delist_time)) : "";
  const doubted = rule.in_doubt && TRADES_ON.has(status) ? `${doubt}: ${doubtEffect}` : "";
  return { name: statuses[status], why: sentences(capital(reason), effects[status], end, doubted) };
}

/** The operator's text; for a delisting it only repeats the time in milliseconds, and is left out. */
function quoted(detail: string, { delist_time }: SymbolRule): string {
  return detail === "" || detail === `delisted at ${delist_time}` ? "" : `: ${detail.replace(/\.$/, "")}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
