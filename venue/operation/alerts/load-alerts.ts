// Alerts about load: slow or failing answers, and resources that run out.

import type { Alert } from "./alert.ts";

const bucket = (name: string, labels: string, values: readonly [le: string, values: string][]) =>
  Object.fromEntries(values.map(([le, text]) => [`${name}_bucket{${labels}le="${le}"}`, text]));

export const loadAlerts: readonly Alert[] = [
  {
    name: "RequestsFail",
    severity: "page",
    when:
      'sum by (instance) (rate(evermark_requests_total{status=~"5.."}[5m])) > ' +
      "0.01 * sum by (instance) (rate(evermark_requests_total[5m]))",
    for: "5m",
    summary: "more than one in a hundred requests to {{ $labels.instance }} is answered with a 5xx",
    means: "A 503 is a refusal with a reason (disk, clock, history); every 500 is a defect.",
    steps: [
      "`evermark_requests_total` by `endpoint` and `status`: which calls are they?",
      "503: `curl http://127.0.0.1:8196/health` names the condition; follow the alert for it.",
      "500: the log contains the error with its stack; report it.",
    ],
    fires: {
      'evermark_requests_total{instance="a",endpoint="POST /v1/order",status="200"}': "0+600x15",
      'evermark_requests_total{instance="a",endpoint="POST /v1/order",status="503"}': "0+60x15",
    },
  },
  {
    name: "RequestsSlow",
    severity: "ticket",
    when: 'histogram_quantile(0.99, sum by (instance, le) (rate(evermark_stage_seconds_bucket{stage="total"}[5m]))) > 1',
    for: "10m",
    summary: "the slowest hundredth of requests to {{ $labels.instance }} take {{ $value }} s",
    means: "The venue is overloaded, or the disk is slow.",
    steps: [
      "`evermark_stage_seconds` by `stage` shows where the time goes: `verify` (signatures), `queue` (too much at once), `journal` (the disk), `engine`.",
      "A flood: see `evermark_sockets_turned_away_total` and the addresses in the log; block those addresses ([connections](../operations.md#connections)).",
      "More traders than the machine can serve: [what to buy](../performance.md).",
    ],
    fires: bucket("evermark_stage_seconds", 'stage="total",instance="a",', [
      ["1", "0+0x15"],
      ["2.5", "0+60x15"],
      ["+Inf", "0+60x15"],
    ]),
  },
  {
    name: "DiskSlow",
    severity: "ticket",
    when: "histogram_quantile(0.99, sum by (instance, le) (rate(evermark_journal_sync_seconds_bucket[5m]))) > 0.1",
    for: "10m",
    summary: "the slowest hundredth of disk syncs of {{ $labels.instance }} take {{ $value }} s",
    means: "Every order waits for its sync, so its answer takes at least this long.",
    steps: [
      "What else writes to that disk (`iotop`, `pidstat -d 1`)? Give the data directory its own disk.",
      "A virtual disk with a limit of operations: raise the limit.",
      "A failing disk: see `dmesg`, `smartctl`.",
    ],
    fires: bucket("evermark_journal_sync_seconds", 'instance="a",', [
      ["0.1", "0+0x15"],
      ["0.25", "0+60x15"],
      ["+Inf", "0+60x15"],
    ]),
  },
  {
    name: "TicksLate",
    severity: "ticket",
    when: "histogram_quantile(0.99, sum by (instance, le) (rate(evermark_tick_lateness_seconds_bucket[5m]))) > 0.5",
    for: "10m",
    summary: "prices, funding and liquidation on {{ $labels.instance }} run {{ $value }} s late",
    means: "The main thread gets to its clock too late: it is overloaded, or the machine is.",
    steps: [
      "Is one core fully busy (`top -H`)? With which thread: one of the venue, or another program?",
      "`evermark_commands_total` by `type`: which commands are so frequent? Then continue as for [RequestsSlow](#requestsslow).",
    ],
    fires: bucket("evermark_tick_lateness_seconds", 'instance="a",', [
      ["0.5", "0+0x15"],
      ["1", "0+60x15"],
      ["+Inf", "0+60x15"],
    ]),
  },
  {
    name: "ConnectionsTurnedAway",
    severity: "ticket",
    when: "increase(evermark_sockets_turned_away_total[10m]) > 0",
    summary: "{{ $labels.instance }} has closed {{ $value }} connections because there were too many",
    means: "There are more connections than there is room for. Idle ones were closed first.",
    steps: [
      "The log names the `addresses`. If it is one, block it at the proxy. If there are many, is `LimitNOFILE` high enough ([connections](../operations.md#connections))?",
    ],
    fires: { evermark_sockets_turned_away_total: "0x5 3x10" },
  },
  {
    name: "FilesRunOut",
    severity: "ticket",
    when: "evermark_open_descriptors > 0.85 * process_max_fds",
    for: "5m",
    summary: "{{ $labels.instance }} has {{ $value }} files and connections open, near its limit",
    means: "New connections will soon be refused.",
    steps: [
      "Raise `LimitNOFILE` and restart, or lower `limits.sockets_per_ip` ([connections](../operations.md#connections)).",
    ],
    fires: { evermark_open_descriptors: "900x15", process_max_fds: "1000x15" },
  },
];
