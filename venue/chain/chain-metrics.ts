// What the venue measures of its chain.

import { Gauge, type Registry } from "prom-client";
import { type Tally, TallyFamily } from "../instruments.ts";
import type { CustodyView } from "./chain-view.ts";

export interface ChainMetrics {
  /** Heights, and how old the newest block is. */
  heads(head: number, safe: number, ageSeconds: number): void;
  custody(view: CustodyView): void;
  /** Of the local node. */
  readonly restarts: Tally;
}

const MICROS = 1_000_000;

export function chainMetrics(registry: Registry): ChainMetrics {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const head = gauge("evermark_chain_head", "Height of the chain's newest block");
  const safe = gauge("evermark_chain_safe", "Height of the newest block that has its confirmations");
  const age = gauge("evermark_chain_head_age_seconds", "How old the chain's newest block is");
  const balance = gauge("evermark_vault_balance_usdc", "What the vault holds");
  const expected = gauge("evermark_vault_expected_usdc", "What the vault must hold by the journal");
  const shortfall = gauge("evermark_vault_shortfall_usdc", "How much the vault holds less than it must");
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
    restarts: new TallyFamily(
      registry,
      "evermark_chain_node_restarts_total",
      "Starts of the local node after it died",
      [],
    ).of(),
  };
}
