// Makes `reference/alerts.md`: what to do about each alert, from the venue's declarations.

import { ALERTS, type Alert } from "@evermark/venue/operation/alerts/alerts.ts";

export function alertsPage(): string {
  return `# Alerts

[\`alerts.yml\`](../deployment/prometheus/alerts.yml) contains these rules for Prometheus; [Running it for
years](../production.md#prometheus-and-grafana) describes how to run both. A *page* wakes the operator, a *ticket* waits until the
morning. Commands are to be run on the venue's machine, with the port that the venue has there.

| Alert | Severity | Fires when |
|---|---|---|
${ALERTS.map(({ name, severity, summary }) => `| [${name}](#${name.toLowerCase()}) | ${severity} | ${plain(summary)} |`).join("\n")}

${ALERTS.map(section).join("\n\n")}
`;
}

function section({ name, severity, when, for: lasting, means, steps }: Alert): string {
  const holds = lasting === undefined ? "at once" : `after ${lasting}`;
  const numbered = steps.map((step, i) => `${i + 1}. ${step}`).join("\n");
  return [`## ${name}`, `${means}`, `\`\`\`text\n${when}\n\`\`\``, `A ${severity}, ${holds}.`, numbered].join("\n\n");
}

/** Prometheus inserts labels and values; here words stand in their place. */
function plain(summary: string): string {
  return summary
    .replaceAll("{{ $labels.instance }}", "the venue")
    .replaceAll("{{ $labels.node }}", "…")
    .replaceAll("{{ $value }}", "…");
}
