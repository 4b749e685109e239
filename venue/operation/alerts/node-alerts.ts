// Alerts about a venue of several nodes: whether one of them leads, whether all keep up, and whether their
// settings and versions agree.

import type { Alert } from "./alert.ts";

const CLUSTER = "../cluster.md";

export const nodeAlerts: readonly Alert[] = [
  {
    name: "NoLeader",
    severity: "page",
    when: "max by (job) (evermark_node_leads) == 0 or min by (job) (evermark_node_lease_age_seconds) > 10",
    for: "30s",
    summary: "no node leads",
    means:
      "No order is carried out at any node. Public reads and streams show the last state; nothing acknowledged is lost.",
    steps: [
      "`npx evermark cluster status`: is PostgreSQL reachable, are its standbys streaming? A commit that waits for a standby which is gone waits for ever ([failover](../cluster.md#a-postgresql-that-fails-over)).",
      "`curl http://127.0.0.1:8196/health` at each node: `configuration`, `clock` and `version` show why a node does not become the leader, and what helps.",
      "Nodes that are not running: `systemctl status evermark`; the last line of each shows why it stopped.",
    ],
    fires: {
      'evermark_node_leads{job="evermark"}': "0x15",
      'evermark_node_lease_age_seconds{job="evermark"}': "20x15",
    },
  },
  {
    name: "NodeCutOff",
    severity: "page",
    when: "evermark_node_row_age_seconds > 8",
    for: "1m",
    summary: "{{ $labels.instance }} has not reached PostgreSQL for {{ $value }} s",
    means:
      "It follows only what arrives over the bus, if anything. Orders with cancel on disconnect that were placed over connections to it are cancelled, and it can't become the leader.",
    steps: [
      "The log contains `PostgreSQL:` and the reason, each time the reason changes.",
      "If all nodes report this: as for [NoLeader](#noleader). If one does: check its network path to the database, its password, and `max_connections` there.",
    ],
    fires: { evermark_node_row_age_seconds: "20x15" },
  },
  {
    name: "BusGone",
    severity: "page",
    when: "evermark_node_bus_up == 0 or evermark_node_leader_silent_seconds > 10",
    for: "1m",
    summary: "{{ $labels.instance }} is not connected to the bus, or does not hear a leader over it",
    means:
      "Orders sent to it don't reach the leader: they are answered with 503, and nothing happens. The node continues to follow PostgreSQL.",
    steps: [
      "Is `nats-server` running (`systemctl status nats-server`), and is there a firewall in between? The log contains `bus:` and the reason.",
      "If it is connected but silent: no node leads ([NoLeader](#noleader)), or the NATS servers are not connected to each other: check their routes.",
    ],
    fires: { evermark_node_bus_up: "0x15", evermark_node_leader_silent_seconds: "30x15" },
  },
  {
    name: "NodeBehind",
    severity: "ticket",
    when: "evermark_node_behind_seconds > 5",
    for: "2m",
    summary: "{{ $labels.instance }} is {{ $value }} s behind the journal",
    means: "Its data is out of date, signed reads are late or answered with 503, and it can't become the leader.",
    steps: [
      "If it has just been started, it is catching up; `evermark_node_confirmed_batch` minus `evermark_node_batch` is falling.",
      "Otherwise its machine is too slow for the venue, or has other load: check `top`, and how slow its disk is ([DiskSlow](#diskslow)).",
    ],
    fires: { evermark_node_behind_seconds: "10x15" },
  },
  {
    name: "NoSynchronousStandby",
    severity: "page",
    when: "min by (job) (evermark_node_synchronous_standbys) == 0",
    for: "1m",
    summary: "PostgreSQL has no synchronous standby",
    means:
      "Either no commit returns, or what is acknowledged from now on would be lost with the disk of a single server. Running nodes continue; a node that starts refuses to run.",
    steps: [
      "`npx evermark cluster status` shows the standbys. Bring one back, or create one: `pg_basebackup`, and add its name to `synchronous_standby_names`.",
      "Patroni: `patronictl list`; `synchronous_mode_strict` keeps PostgreSQL from continuing without a standby ([failover](../cluster.md#a-postgresql-that-fails-over)).",
    ],
    fires: { 'evermark_node_synchronous_standbys{job="evermark"}': "0x15" },
  },
  {
    name: "NodeConfiguredOtherwise",
    severity: "ticket",
    when: 'evermark_condition_holds{condition="configuration"} == 0',
    for: "10m",
    summary:
      "the configuration of {{ $labels.instance }} differs from what all nodes share, so it can't become the leader",
    means: "Clients notice nothing. If the leader stops, there is one node fewer to take its place.",
    steps: [
      "Its log names each key with both values. If the venue's configuration has changed since the node started: restart it.",
      `If the node's file is different: correct it, or change the venue's configuration ([one configuration](${CLUSTER}#one-configuration)).`,
    ],
    fires: { 'evermark_condition_holds{condition="configuration"}': "0x15" },
  },
  {
    name: "NodeClockAway",
    severity: "ticket",
    when: "abs(evermark_node_clock_ahead_seconds) > 0.5",
    for: "5m",
    summary: "the clock of {{ $labels.instance }} is {{ $value }} s away from the median of all nodes' clocks",
    means:
      "From a difference of one second on, it can't become the leader. A node that already leads continues by its monotonic clock.",
    steps: [
      "`timedatectl` there: is NTP on and synchronised? Repair that.",
      `If all others are wrong, including PostgreSQL's: correct theirs, or confirm this one ([clocks](${CLUSTER}#clocks)).`,
    ],
    fires: { evermark_node_clock_ahead_seconds: "-2x15" },
  },
  {
    name: "UpgradeUnfinished",
    severity: "ticket",
    when:
      "min_over_time(evermark_node_versions[1h]) > 1 or " +
      "min_over_time((evermark_node_newest_behaviour - evermark_node_behaviour)[1h:1m]) > 0",
    for: "5m",
    summary: "for an hour {{ $labels.instance }} has seen nodes of another version, or an older behaviour than its own",
    means:
      "The nodes work together, with the older behaviour. Changes of behaviour in the newer version are not active yet.",
    steps: [
      "`npx evermark cluster upgrade` shows the version of each node, and what prevents the behaviour from being raised.",
      `Restart the older nodes with the new version, then \`npx evermark cluster upgrade --apply\` ([a new version](${CLUSTER}#a-new-version)).`,
    ],
    fires: {
      evermark_node_versions: "2x15",
      evermark_node_newest_behaviour: "6x15",
      evermark_node_behaviour: "5x15",
    },
  },
];
