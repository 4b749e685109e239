// Alerts about the venue itself: whether it runs, takes commands, keeps its files whole, and has good prices.

import type { Alert } from "./alert.ts";

export const venueAlerts: readonly Alert[] = [
  {
    name: "VenueDown",
    severity: "page",
    when: 'up{job="evermark"} == 0',
    for: "1m",
    summary: "no metrics from {{ $labels.instance }}: the venue is down, or can't be reached",
    means:
      "Clients get no answers. Nothing that was acknowledged is lost; open orders stand as they were when it comes back.",
    steps: [
      "`systemctl status evermark`: has the process ended, and with which words? A venue that stops itself says why in its last line.",
      "If it runs: is `metrics.port` right, and does a firewall stand between it and Prometheus?",
      "If it refuses to start, its line names what it found and what to do: [when something goes wrong](../operations.md#when-something-goes-wrong).",
    ],
    fires: { 'up{job="evermark",instance="a"}': "0x15" },
  },
  {
    name: "VenueRestarts",
    severity: "page",
    when: 'changes(process_start_time_seconds{job="evermark"}[15m]) > 1',
    summary: "{{ $labels.instance }} has started {{ $value }} times in a quarter of an hour",
    means: "It ends soon after each start, and the service manager begins it again. Traders see it come and go.",
    steps: [
      "`journalctl -u evermark -n 200`: the last line before each end says why.",
      "`the venue can't go on` or `a broken invariant` is a defect: keep the data directory, stop the restarts, report it.",
      "Killed by the system (`status=9/KILL`, `oom-kill`): give it more memory, or find what else took it.",
    ],
    fires: { 'process_start_time_seconds{job="evermark",instance="a"}': "1 2 3 4 5x11" },
  },
  {
    name: "CommandsRefused",
    severity: "page",
    when: "evermark_ready == 0",
    for: "1m",
    summary: "{{ $labels.instance }} answers, and refuses orders",
    means: "Orders get 503; reading works. It is the disk of the journal, or a clock that is not believed.",
    steps: [
      "`curl http://127.0.0.1:8196/ready` on the machine says which condition is broken, and why.",
      "`journal`: make room on the disk, or mend it; the venue goes on by itself ([when something goes wrong](../operations.md#when-something-goes-wrong)).",
      "`clock`: set the machine's clock right, or confirm it ([the clock](../operations.md#the-clock)).",
    ],
    fires: { evermark_ready: "0x15" },
  },
  {
    name: "HistoryBehind",
    severity: "ticket",
    when: 'evermark_condition_holds{condition="history"} == 0 or evermark_history_lag_commands > 100000',
    for: "10m",
    summary: "lists of orders, fills and candles on {{ $labels.instance }} lag behind trading",
    means: "Trading goes on. What is asked of history is old, or gets 503.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `history` says whether it is checked, made anew, held up by its disk, or has failed.",
      "Made anew: wait, at about 50,000 commands a second. Held up: make room, or close the program that has its file open.",
      "Failed: what its reason says, then start the venue again ([history](../operations.md#history)).",
    ],
    fires: { 'evermark_condition_holds{condition="history"}': "0x15", evermark_history_lag_commands: "5x15" },
  },
  {
    name: "HistoryMadeAnew",
    severity: "ticket",
    when: "increase(evermark_history_rebuilds_total[1h]) > 0 or increase(evermark_history_restarts_total[1h]) > 0",
    summary: "history of {{ $labels.instance }} was damaged or its thread died; it is made anew by itself",
    means: "Nothing is lost, but disks that damage one file damage others.",
    steps: [
      "The log says what was found. A damaged page: look at the disk (`smartctl`, `dmesg`).",
      "The old file is kept beside the new one (`history.sqlite.aside-…`): delete it once you know why.",
      "A thread that died: report the `reason`.",
    ],
    fires: { evermark_history_rebuilds_total: "0x5 1x10", evermark_history_restarts_total: "0x15" },
  },
  {
    name: "JournalDamaged",
    severity: "page",
    when: "evermark_journal_damaged_segments > 0",
    summary: "{{ $value }} closed segments of the journal of {{ $labels.instance }} are not what was written",
    means: "The running venue is not affected, but can't be made anew from its beginning until they are put back.",
    steps: [
      "The log names the segments. Do not stop the venue before you have a good copy of each.",
      "Check your backup (`npx evermark verify`), stop the venue, put those segments back from it, start.",
      "Look at the disk: it has changed bytes that were written long ago.",
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
    summary: "the disk of {{ $labels.instance }} has less than a tenth left, or is full within two days as it goes on",
    means: "A full disk stops orders: the journal can't be written.",
    steps: [
      "`du -sh` the folders of the data directory: journal, snapshots, history, and what lies beside it as `….aside-…`.",
      "Make room: move files named `….aside-…` away, let `journal.prune` drop what snapshots have passed, or enlarge the disk.",
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
      "`timedatectl`: is NTP on and synchronised? Mend that; venue time follows by itself.",
      "It goes on drifting: the machine's clock is broken, or a virtual machine is paused again and again ([the clock](../operations.md#the-clock)).",
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
      "No position is opened or liquidated there: traders can close, and losses of those who should be liquidated grow.",
    steps: [
      "`npx evermark prices` says which sources count, and why the others do not; `status_reason` of `GET /v1/public/info` why a market has halted.",
      "Sources that are silent: is the way out to them open, do their venues have maintenance? It ends by itself when they speak.",
      "A level that is right but new: let it go on ([an index in doubt](../markets.md#an-index-in-doubt)).",
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
      "Trading goes on. One more that falls away halts the market, or those whose sources are quoted in that currency.",
    steps: [
      "`npx evermark prices` says why each of the others does not count.",
      "A venue that is gone for good: put another in its place and start again ([prices](../prices.md#setting-it-up)).",
    ],
    fires: { evermark_price_sources_counting: "3x15", evermark_price_sources_needed: "3x15" },
  },
];
