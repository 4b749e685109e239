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
      "No order is carried out at any node. Public reads and streams show the last state; nothing that was acknowledged is lost.",
    steps: [
      "`npx evermark cluster status`: is PostgreSQL there, do its standbys stream? A commit that waits for a standby which is gone waits for ever ([failover](../cluster.md#a-postgresql-that-fails-over)).",
      "`curl http://127.0.0.1:8196/health` at each node: `configuration`, `clock` and `version` say why a node does not begin to lead, and what helps.",
      "Nodes that don't run: `systemctl status evermark`; each says in its last line why it has ended.",
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
      "It follows by what the bus brings, at most. Orders that stand as long as a connection to it are cancelled, and it can't begin to lead.",
    steps: [
      "The log says `PostgreSQL:` and why, each time that something else is in the way.",
      "All nodes say so: as for [NoLeader](#noleader). One does: its way to the database, its password, `max_connections` there.",
    ],
    fires: { evermark_node_row_age_seconds: "20x15" },
  },
  {
    name: "BusGone",
    severity: "page",
    when: "evermark_node_bus_up == 0 or evermark_node_leader_silent_seconds > 10",
    for: "1m",
    summary: "{{ $labels.instance }} is not connected to the bus, or hears no leader over it",
    means:
      "Orders that it is given don't reach the leader: they get 503, and nothing happens. It goes on following PostgreSQL.",
    steps: [
      "Is `nats-server` there (`systemctl status nats-server`), and does a firewall stand between? The log says `bus:` and why.",
      "Connected, and silent: no node leads ([NoLeader](#noleader)), or the servers of the bus don't know of each other: look at their routes.",
    ],
    fires: { evermark_node_bus_up: "0x15", evermark_node_leader_silent_seconds: "30x15" },
  },
  {
    name: "NodeBehind",
    severity: "ticket",
    when: "evermark_node_behind_seconds > 5",
    for: "2m",
    summary: "{{ $labels.instance }} is {{ $value }} s behind the journal",
    means: "What it shows is old, signed reads at it are late or get 503, and it can't begin to lead.",
    steps: [
      "It has just been started: it reads what it has missed; `evermark_node_confirmed_batch` less `evermark_node_batch` falls.",
      "Its machine is too slow for the venue, or has another load: `top`, and how long its disk takes ([DiskSlow](#diskslow)).",
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
      "Either no commit returns, or what is acknowledged from now on is lost with the disk of one server. Nodes that run go on; one that starts refuses.",
    steps: [
      "`npx evermark cluster status` shows the standbys. Bring one back, or make one: `pg_basebackup`, and its name in `synchronous_standby_names`.",
      "Patroni: `patronictl list`; `synchronous_mode_strict` keeps it from going on alone ([failover](../cluster.md#a-postgresql-that-fails-over)).",
    ],
    fires: { 'evermark_node_synchronous_standbys{job="evermark"}': "0x15" },
  },
  {
    name: "NodeConfiguredOtherwise",
    severity: "ticket",
    when: 'evermark_condition_holds{condition="configuration"} == 0',
    for: "10m",
    summary: "{{ $labels.instance }} is configured as its venue is not, and does not begin to lead",
    means: "Clients notice nothing. When the node that leads ends there is one less to take its place.",
    steps: [
      "Its log names each key with both values. Changed since it has started: start it again.",
      `A file that says something else: mend it, or change the venue's ([one configuration](${CLUSTER}#one-configuration)).`,
    ],
    fires: { 'evermark_condition_holds{condition="configuration"}': "0x15" },
  },
  {
    name: "NodeClockAway",
    severity: "ticket",
    when: "abs(evermark_node_clock_ahead_seconds) > 0.5",
    for: "5m",
    summary: "the clock of {{ $labels.instance }} is {{ $value }} s ahead of the middle one of all nodes'",
    means: "From one second on it does not begin to lead. The one that leads goes on by its steady clock.",
    steps: [
      "`timedatectl` there: is NTP on and synchronised? Mend that.",
      `All others are wrong, PostgreSQL's as well: mend theirs, or confirm this one ([clocks](${CLUSTER}#clocks)).`,
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
    summary: "for an hour {{ $labels.instance }} has met nodes of another version, or an older behaviour than its own",
    means: "They are one venue, under the older behaviour. What is new of the newer version waits.",
    steps: [
      "`npx evermark cluster upgrade` shows which version each node is of, and what keeps the behaviour from being raised.",
      `Start the older ones with the new version, then \`npx evermark cluster upgrade --apply\` ([a new version](${CLUSTER}#a-new-version)).`,
    ],
    fires: {
      evermark_node_versions: "2x15",
      evermark_node_newest_behaviour: "6x15",
      evermark_node_behaviour: "5x15",
    },
  },
];
