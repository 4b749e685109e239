// The console's views of the venue itself: which one it is, its state, and its announcements.

import { type DataPaths, readGenesis } from "@evermark/core";
import { operatorViews } from "@evermark/interface/operators/operator.ts";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { StoredBytes } from "../../operation/host/stored-bytes.ts";
import { figuresOf } from "../../operation/reports/instruments.ts";
import { versions } from "../../operation/reports/versions.ts";
import type { Venue } from "../../venue.ts";

type System = DataOf<typeof operatorViews.getSystem>;

export function systemBindings(paths: DataPaths, startedAt: number): readonly Binding[] {
  const stored = new StoredBytes(paths);
  return [
    bind(operatorViews.getVenue, ({ venue: { configuration } }) => ({
      name: configuration.terminal.name,
      venue: readGenesis(paths),
      mode: configuration.mode,
      brand: configuration.brand,
      version: versions.evermark,
    })),
    bind(operatorViews.getSystem, async ({ venue }) => ({
      ...(await standingOf(venue)),
      started_time: startedAt,
      journal: { position: venue.sequencer.appliedPosition, ...stored.journal() },
      snapshot: stored.snapshot(),
    })),
    getNotices,
  ];
}

async function standingOf(venue: Venue): Promise<Omit<System, "started_time" | "journal" | "snapshot">> {
  const { configuration, engine, readiness, metrics } = venue;
  const { halted, haltReason, clockHalt, solvencyHalt } = engine.venue();
  const figure = async (name: string): Promise<number> => (await figuresOf(metrics.registry, name))[0]?.value ?? 0;
  return {
    status: readiness.status,
    reasons: Object.entries(readiness.reasons()).map(([condition, reason]) => ({ condition, reason })),
    mode: configuration.mode,
    version: versions.evermark,
    behaviour: versions.behaviour,
    accounts: engine.accountCount,
    ...{ halted, halt_reason: haltReason, clock_halt: clockHalt, solvency_halt: solvencyHalt },
    history: { behind: await figure("evermark_history_lag_commands"), bytes: await figure("evermark_history_bytes") },
    clock: { ahead_seconds: await figure("evermark_clock_ahead_seconds"), doubted: clockHalt },
    streams: {
      public: await figure("evermark_stream_public_clients"),
      private: await figure("evermark_stream_private_clients"),
    },
    chain: await chainOf(venue),
  };
}

async function chainOf({ chain, metrics: { registry } }: Venue): Promise<System["chain"]> {
  if (chain === null) return null;
  const height = (found: number): number | null => (found < 0 ? null : found);
  const figure = async (name: string): Promise<number> => (await figuresOf(registry, name))[0]?.value ?? 0;
  const nodes = await figuresOf(registry, "evermark_chain_node_fine");
  const behind = await figuresOf(registry, "evermark_attester_behind_commands");
  return {
    chain_id: chain.chainId,
    vault: chain.vault,
    head: height(chain.head),
    safe: height(chain.safe),
    head_time: chain.headAt === 0 ? null : chain.headAt,
    trouble: chain.trouble,
    nodes: nodes.map(({ labels, value }) => ({ node: String(labels.node), fine: value === 1 })),
    attesters: {
      known: await figure("evermark_attesters"),
      needed: await figure("evermark_attesters_needed"),
      away: await figure("evermark_attesters_away"),
      behind: behind.map(({ labels, value }) => ({ attester: String(labels.attester), commands: value })),
    },
  };
}

const getNotices = bind(operatorViews.getNotices, ({ venue: { engine } }) => {
  const { phase, startAt, endAt, message } = engine.venue().maintenance;
  return {
    announcements: engine.announcements().map((each) => ({
      announcement_id: each.announcementId,
      message: each.message,
      url: each.url,
      type: each.kind,
      time: each.at,
    })),
    maintenance: { phase, start_time: startAt, end_time: endAt, message },
  };
});
