// Metrics of the venue's chain.

import { Gauge, type Registry } from "prom-client";
import { type LabelledCounter, TallyFamily } from "../operation/reports/instruments.ts";
import type { CustodyView, Departure } from "./view/chain-view.ts";

export interface ChainMetrics {
  /** Heights of the newest and of the newest safe block, and the newest block's age. */
  heads(head: number, safe: number, ageSeconds: number): void;
  custody(view: CustodyView): void;
  /** Acts of the vault that the journal does not have. */
  unexplained(open: readonly Departure[]): void;
  /** Deposits that wait for the operator. */
  parked(count: number): void;
  /** Deposits of an amount too large for any number here. */
  readonly uncountable: LabelledCounter;
  /** Restarts of the local node. */
  readonly restarts: LabelledCounter;
}

const MICROS = 1_000_000;
const KINDS = ["payment", "queued", "act"] as const;

export function chainMetrics(registry: Registry): ChainMetrics {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const head = gauge("evermark_chain_head", "Height of the chain's newest block");
  const safe = gauge("evermark_chain_safe", "Height of the newest block that has enough confirmations");
  const age = gauge("evermark_chain_head_age_seconds", "Age of the chain's newest block");
  const balance = gauge("evermark_vault_balance_usdc", "Balance of the vault");
  const expected = gauge("evermark_vault_expected_usdc", "What the vault must hold according to the journal");
  const shortfall = gauge("evermark_vault_shortfall_usdc", "How much is missing from the vault");
  const unexplained = new Gauge({
    name: "evermark_vault_unexplained",
    help: "Acts of the vault, its owner or its guardian, by kind, that are not in the journal and that no operator has accepted",
    labelNames: ["kind"],
    registers: [registry],
  });
  const parked = gauge(
    "evermark_deposits_parked",
    "Final deposits that are not credited to any account and wait for the operator",
  );
  return {
    heads(headHeight, safeHeight, ageSeconds) {
      head.set(headHeight);
      safe.set(safeHeight);
      age.set(ageSeconds);
    },
    custody(view) {
      balance.set(Number(view.balance) / MICROS);
      expected.set(Number(view.expected) / MICROS);
      shortfall.set(Number(view.shortfall) / MICROS);
    },
    unexplained(open) {
      for (const kind of KINDS) unexplained.set({ kind }, open.filter((each) => each.kind === kind).length);
    },
    parked: (count) => parked.set(count),
    uncountable: new TallyFamily(
      registry,
      "evermark_deposits_uncountable_total",
      "Final deposits of an amount that the venue can't count, which are only in its log",
      [],
    ).of(),
    restarts: new TallyFamily(
      registry,
      "evermark_chain_node_restarts_total",
      "Starts of the local node after it died",
      [],
    ).of(),
  };
}
