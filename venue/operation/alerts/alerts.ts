// All alerts: those that wake an operator, and those that can wait for the morning. Each is about something that a
// trader or an operator would notice later; trouble that ends by itself within minutes fires none.

import type { Alert } from "./alert.ts";
import { chainAlerts } from "./chain-alerts.ts";
import { loadAlerts } from "./load-alerts.ts";
import { nodeAlerts } from "./node-alerts.ts";
import { venueAlerts } from "./venue-alerts.ts";

export type { Alert } from "./alert.ts";

export const ALERTS: readonly Alert[] = [...venueAlerts, ...nodeAlerts, ...loadAlerts, ...chainAlerts];

/** The rules file that Prometheus reads. */
export function alertRules(): string {
  const rules = ALERTS.flatMap(({ name, severity, when, for: lasting, summary }) => [
    `      - alert: ${name}`,
    `        expr: ${quoted(when)}`,
    ...(lasting === undefined ? [] : [`        for: ${lasting}`]),
    `        labels: { severity: ${severity} }`,
    "        annotations:",
    `          summary: ${quoted(summary)}`,
    `          page: ${quoted(`docs/reference/alerts.md#${name.toLowerCase()}`)}`,
  ]);
  return ["groups:", "  - name: evermark", "    rules:", ...rules, ""].join("\n");
}

/** In single quotes, YAML escapes only the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
