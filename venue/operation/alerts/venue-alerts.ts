// Alerts about the venue itself: whether it runs, takes commands, keeps its files whole, and has good prices.

import type { Alert } from "./alert.ts";

export const venueAlerts: readonly Alert[] = [
  {
    name: "VenueDown",
    severity: "page",
    when: 'up{job="evermark"} == 0',
    for: "1m",
    summary: "no metrics from {{ $labels.instance }}: the venue is down, or can't be reached",
    means: "Clients get no answers. Nothing acknowledged is lost; open orders are as before when it comes back.",
    steps: [
      "`systemctl status evermark`: has the process ended, and with which message? A venue that stops itself logs the reason in its last line.",
      "If it is running: is `metrics.port` correct, and is there a firewall between it and Prometheus?",
      "If it refuses to start, its last line names what it found and what to do: [when something goes wrong](../operations.md#when-something-goes-wrong).",
    ],
    fires: { 'up{job="evermark",instance="a"}': "0x15" },
  },
  {
    name: "VenueRestarts",
    severity: "page",
    when: 'changes(process_start_time_seconds{job="evermark"}[15m]) > 1',
    summary: "{{ $labels.instance }} has started {{ $value }} times in a quarter of an hour",
    means: "It stops soon after each start, and the service manager restarts it. Traders see it come and go.",
    steps: [
      "`journalctl -u evermark -n 200`: the last line before each stop shows why.",
      "`the venue can't go on` or `a broken invariant` is a defect: stop the restarts, keep the data directory and report it.",
      "Killed by the system (`status=9/KILL`, `oom-kill`): give it more memory, or find out what else used it.",
    ],
    fires: { 'process_start_time_seconds{job="evermark",instance="a"}': "1 2 3 4 5x11" },
  },
  {
    name: "CommandsRefused",
    severity: "page",
    when: "evermark_ready == 0",
    for: "1m",
    summary: "{{ $labels.instance }} is running but refuses orders",
    means:
      "Orders are answered with 503; reads work. The cause is the disk of the journal, or a clock that the venue does not trust.",
    steps: [
      "`curl http://127.0.0.1:8196/ready` on the machine shows which condition is not met, and why.",
      "`journal`: make room on the disk, or repair it; the venue continues by itself ([when something goes wrong](../operations.md#when-something-goes-wrong)).",
      "`clock`: correct the machine's clock, or confirm it ([the clock](../operations.md#the-clock)).",
    ],
    fires: { evermark_ready: "0x15" },
  },
  {
    name: "HistoryBehind",
    severity: "ticket",
    when: 'evermark_condition_holds{condition="history"} == 0 or evermark_history_lag_commands > 100000',
    for: "10m",
    summary: "lists of orders, fills and candles on {{ $labels.instance }} lag behind trading",
    means: "Trading continues. Requests to history get old data or 503.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `history` shows whether it is being checked, being rebuilt, held up by its disk, or has failed.",
      "Being rebuilt: wait; about 50,000 commands are processed per second. Held up: make room, or close the program that has its file open.",
      "Failed: do what its reason says, then restart the venue ([history](../operations.md#history)).",
    ],
    fires: { 'evermark_condition_holds{condition="history"}': "0x15", evermark_history_lag_commands: "5x15" },
  },
  {
    name: "HistoryMadeAnew",
    severity: "ticket",
    when: "increase(evermark_history_rebuilds_total[1h]) > 0 or increase(evermark_history_restarts_total[1h]) > 0",
    summary: "history of {{ $labels.instance }} was damaged or its thread died; it is rebuilt automatically",
    means: "Nothing is lost, but a disk that damages one file will damage others.",
    steps: [
      "The log shows what was found. If a page is damaged: check the disk (`smartctl`, `dmesg`).",
      "The old file is kept beside the new one (`history.sqlite.aside-…`): delete it once you know the cause.",
      "If a thread died: report the `reason`.",
    ],
    fires: { evermark_history_rebuilds_total: "0x5 1x10", evermark_history_restarts_total: "0x15" },
  },
  {
    name: "JournalDamaged",
    severity: "page",
    when: "evermark_journal_damaged_segments > 0",
    summary: "{{ $value }} closed segments of the journal of {{ $labels.instance }} are damaged",
    means:
      "The running venue is not affected, but its state can't be rebuilt from the beginning of the journal until the segments are restored.",
    steps: [
      "The log names the segments. Do not stop the venue before you have an intact copy of each.",
      "Check your backup (`npx evermark verify`), stop the venue, restore those segments from it, and start.",
      "Check the disk: it has changed bytes that were written long ago.",
    ],
    fires: { evermark_journal_damaged_segments: "0x3 1x12" },
  },
  {
    name: "DiskFilling",
    severity: "page",
    when:
      "evermark_disk_free_bytes < 0.1 * evermark_disk_bytes or " +
      "(evermark_disk_free_bytes < 0.5 * evermark_disk_bytes and predict_linear(evermark_disk_free_bytes[6h], 172800) < 0)",
    for: "10m",
    summary:
      "the disk of {{ $labels.instance }} has less than a tenth left, or will be full within two days at the present rate",
    means: "A full disk stops orders: the journal can't be written.",
    steps: [
      "`du -sh` the folders of the data directory: journal, snapshots, history, and the files named `….aside-…` beside it.",
      "Make room: move the files named `….aside-…` away, set `journal.prune` to delete segments that precede the snapshots, or enlarge the disk.",
      "[How it grows](../operations.md#data-directory), and what may be deleted.",
    ],
    fires: { evermark_disk_free_bytes: "5x15", evermark_disk_bytes: "100x15" },
  },
  {
    name: "ClockDrifts",
    severity: "ticket",
    when: "abs(evermark_clock_ahead_seconds) > 2",
    for: "5m",
    summary: "the clock of {{ $labels.instance }} is {{ $value }} s away from venue time",
    means: "Clients whose clocks are right may be refused for their timestamps; a jump beyond the limit halts trading.",
    steps: [
      "`timedatectl`: is NTP on and synchronised? Repair that; venue time follows by itself.",
      "If it continues to drift: the machine's clock is broken, or a virtual machine is paused repeatedly ([the clock](../operations.md#the-clock)).",
    ],
    fires: { evermark_clock_ahead_seconds: "3x15" },
  },
  {
    name: "MarketInDoubt",
    severity: "page",
    when: "evermark_markets_in_doubt > 0",
    for: "1m",
    summary: "{{ $value }} markets of {{ $labels.instance }} have an index in doubt",
    means:
      "No position is opened or liquidated in these markets: traders can close, but the losses of accounts that should be liquidated grow.",
    steps: [
      "`npx evermark prices` shows which sources count, and why the others do not; `status_reason` of `GET /v1/public/info` shows why a market is halted.",
      "Silent sources: is the outgoing connection to them open, are their venues under maintenance? The doubt ends by itself when they report again.",
      "If the new price level is correct: resume trading ([an index in doubt](../markets.md#an-index-in-doubt)).",
    ],
    fires: { evermark_markets_in_doubt: "1x15" },
  },
  {
    name: "PriceSourcesFew",
    severity: "ticket",
    when: "evermark_price_sources_counting <= evermark_price_sources_needed",
    for: "10m",
    summary: "only {{ $value }} sources of {{ $labels.price }} count on {{ $labels.instance }}",
    means:
      "Trading continues. The loss of one more source halts the market, or the markets whose sources are quoted in that currency.",
    steps: [
      "`npx evermark prices` shows why each of the others does not count.",
      "If a venue is permanently gone: replace it in the configuration and restart ([prices](../prices.md#setting-it-up)).",
    ],
    fires: { evermark_price_sources_counting: "3x15", evermark_price_sources_needed: "3x15" },
  },
];
