// Makes `deployment/grafana/evermark.json`: the dashboard for operators, with one row for each question. Grafana's own
// format is long and says little, so here a panel is only its title, its unit and what it draws.

import { join } from "node:path";

export const DASHBOARD_FILE = join(import.meta.dir, "deployment/grafana/evermark.json");

interface Panel {
  readonly title: string;
  /** Grafana's name for the unit. */
  readonly unit: string;
  /** What is drawn, by the name of its line. Braces in a name insert the value of a label. */
  readonly lines: Readonly<Record<string, string>>;
}

const quantile = (part: number, name: string, labels = "") =>
  `histogram_quantile(${part}, sum by (le) (rate(${name}_bucket${labels}[1m])))`;

const ROWS: Readonly<Record<string, readonly Panel[]>> = {
  "Is it well?": [
    { title: "Takes commands", unit: "bool_on_off", lines: { "{{instance}}": "evermark_ready" } },
    { title: "Conditions", unit: "bool_on_off", lines: { "{{condition}}": "evermark_condition_holds" } },
    { title: "Markets in doubt", unit: "short", lines: { markets: "evermark_markets_in_doubt" } },
    { title: "Clock ahead of venue time", unit: "s", lines: { "{{instance}}": "evermark_clock_ahead_seconds" } },
  ],
  "Several nodes: does one lead?": [
    { title: "Leads", unit: "bool_on_off", lines: { "{{instance}}": "evermark_node_leads" } },
    { title: "Since the lease was renewed", unit: "s", lines: { "{{instance}}": "evermark_node_lease_age_seconds" } },
    {
      title: "Until a batch is confirmed",
      unit: "s",
      lines: {
        p50: quantile(0.5, "evermark_node_append_seconds"),
        p99: quantile(0.99, "evermark_node_append_seconds"),
      },
    },
    { title: "Commands that wait", unit: "short", lines: { "{{instance}}": "evermark_node_commands_waiting" } },
    {
      title: "PostgreSQL",
      unit: "short",
      lines: {
        "synchronous standbys": "min(evermark_node_synchronous_standbys)",
        "row of {{instance}}, seconds": "evermark_node_row_age_seconds",
      },
    },
  ],
  "Several nodes: are they one?": [
    {
      title: "Batches behind",
      unit: "short",
      lines: { "{{instance}}": "evermark_node_confirmed_batch - evermark_node_batch" },
    },
    { title: "Behind", unit: "s", lines: { "{{instance}}": "evermark_node_behind_seconds" } },
    {
      title: "The bus",
      unit: "short",
      lines: {
        "{{instance}} is connected": "evermark_node_bus_up",
        "{{instance}}, seconds without a leader": "evermark_node_leader_silent_seconds",
      },
    },
    {
      title: "Clock away from the middle one",
      unit: "s",
      lines: { "{{instance}}": "abs(evermark_node_clock_ahead_seconds)" },
    },
    {
      title: "Versions and behaviour",
      unit: "short",
      lines: {
        "versions of nodes that run": "max(evermark_node_versions)",
        "behaviour of {{instance}}": "evermark_node_behaviour",
      },
    },
  ],
  "What do clients get?": [
    {
      title: "Answers by status",
      unit: "reqps",
      lines: { "{{status}}": "sum by (status) (rate(evermark_requests_total[1m]))" },
    },
    {
      title: "Time of a request",
      unit: "s",
      lines: {
        p50: quantile(0.5, "evermark_stage_seconds", '{stage="total"}'),
        p99: quantile(0.99, "evermark_stage_seconds", '{stage="total"}'),
      },
    },
    {
      title: "Where the time goes, p99",
      unit: "s",
      lines: Object.fromEntries(
        ["verify", "queue", "engine", "journal"].map((stage) => [
          stage,
          quantile(0.99, "evermark_stage_seconds", `{stage="${stage}"}`),
        ]),
      ),
    },
    {
      title: "Commands",
      unit: "ops",
      lines: {
        "{{type}}": "topk(8, sum by (type) (rate(evermark_commands_total[1m])))",
        refused: "rate(evermark_rejections_total[1m])",
      },
    },
  ],
  Streams: [
    {
      title: "Clients",
      unit: "short",
      lines: { public: "evermark_stream_public_clients", private: "evermark_stream_private_clients" },
    },
    {
      title: "Frames",
      unit: "ops",
      lines: { "{{result}}": "sum by (result) (rate(evermark_stream_frames_total[1m]))" },
    },
    { title: "Bytes sent", unit: "Bps", lines: { bytes: "rate(evermark_stream_bytes_total[1m])" } },
    {
      title: "Closed and turned away",
      unit: "ops",
      lines: {
        "streams closed": "rate(evermark_stream_closed_total[1m])",
        "connections turned away": "rate(evermark_sockets_turned_away_total[1m])",
      },
    },
  ],
  Disk: [
    {
      title: "Time of a sync",
      unit: "s",
      lines: {
        p50: quantile(0.5, "evermark_journal_sync_seconds"),
        p99: quantile(0.99, "evermark_journal_sync_seconds"),
      },
    },
    {
      title: "Commands in a batch, mean",
      unit: "short",
      lines: {
        commands: "rate(evermark_journal_batch_commands_sum[1m]) / rate(evermark_journal_batch_commands_count[1m])",
      },
    },
    { title: "Journal", unit: "ops", lines: { "commands a second": "rate(evermark_journal_position[1m])" } },
    {
      title: "Room on the disk",
      unit: "bytes",
      lines: { free: "evermark_disk_free_bytes", "of all": "evermark_disk_bytes" },
    },
    { title: "History behind", unit: "short", lines: { commands: "evermark_history_lag_commands" } },
    {
      title: "History",
      unit: "bytes",
      lines: { "file and log": "evermark_history_bytes", "free in it": "evermark_history_free_bytes" },
    },
  ],
  Chain: [
    {
      title: "Vault",
      unit: "currencyUSD",
      lines: {
        holds: "evermark_vault_balance_usdc",
        "must hold": "evermark_vault_expected_usdc",
        short: "evermark_vault_shortfall_usdc",
      },
    },
    {
      title: "All that is held and owed",
      unit: "currencyUSD",
      lines: {
        held: "evermark_reserves_assets_usdc",
        owed: "evermark_reserves_liabilities_usdc",
        short: "evermark_reserves_shortfall_usdc",
      },
    },
    {
      title: "Treasuries",
      unit: "short",
      lines: {
        "{{token}} on {{chain}}": "evermark_treasury_balance",
        "{{token}} on {{chain}}, at most": "evermark_treasury_cap",
      },
    },
    {
      title: "Open withdrawals",
      unit: "short",
      lines: { "{{state}}": "evermark_withdrawals_open", "gas lasts for": "evermark_operator_gas_withdrawals" },
    },
    {
      title: "Age",
      unit: "s",
      lines: {
        "newest block": "evermark_chain_head_age_seconds",
        "oldest withdrawal": "evermark_withdrawal_oldest_seconds",
      },
    },
    { title: "Nodes", unit: "bool_on_off", lines: { "{{node}}": "evermark_chain_node_fine" } },
  ],
  Process: [
    { title: "Processor", unit: "percentunit", lines: { cores: "rate(process_cpu_seconds_total[1m])" } },
    { title: "Memory", unit: "bytes", lines: { resident: "process_resident_memory_bytes" } },
    {
      title: "Files and connections",
      unit: "short",
      lines: { open: "evermark_open_descriptors", limit: "process_max_fds" },
    },
    { title: "Lateness of ticks, p99", unit: "s", lines: { p99: quantile(0.99, "evermark_tick_lateness_seconds") } },
  ],
};

const WIDTH = 24;
const HEIGHT = 7;

/** The content of the file. */
export function dashboard(): string {
  const datasource = { type: "prometheus", uid: "evermark" };
  const panels: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(ROWS)) {
    panels.push({ id: panels.length + 1, type: "row", title, gridPos: { x: 0, y, w: WIDTH, h: 1 }, panels: [] });
    y += 1;
    const width = Math.floor(WIDTH / row.length);
    for (const [place, { title: name, unit, lines }] of row.entries()) {
      panels.push({
        id: panels.length + 1,
        type: "timeseries",
        title: name,
        datasource,
        gridPos: { x: place * width, y, w: width, h: HEIGHT },
        fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 8, lineWidth: 1 } }, overrides: [] },
        options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
        targets: Object.entries(lines).map(([legendFormat, expr], n) => ({
          ...{ refId: String.fromCharCode(65 + n), datasource, expr, legendFormat },
        })),
      });
    }
    y += HEIGHT;
  }
  const shown = { time: { from: "now-3h", to: "now" }, refresh: "15s", timezone: "utc", schemaVersion: 41 };
  return `${JSON.stringify({ uid: "evermark", title: "Evermark", tags: ["evermark"], ...shown, panels }, null, 2)}\n`;
}
