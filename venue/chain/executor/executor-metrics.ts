// Metrics of the executor.

import type { WithdrawalView } from "@evermark/engine";
import { Counter, Gauge, type Registry } from "prom-client";

type Act = "send" | "complete" | "give_back" | "try_again" | "disagreement";

export interface ExecutorMetrics {
  acts(act: string): void;
  open(open: readonly WithdrawalView[], oldestSeconds: number): void;
  gasLasts(withdrawals: number): void;
  attestations(outcome: "signed" | "refused" | "silent"): void;
}

const ACTS: readonly Act[] = ["send", "complete", "give_back", "try_again", "disagreement"];

export function executorMetrics(registry: Registry): ExecutorMetrics {
  const registers = [registry];
  const acts = new Counter({
    name: "evermark_withdrawal_acts_total",
    help: "Transactions recorded for withdrawals, and withdrawals completed, returned, retried or disputed by the vault",
    labelNames: ["act"],
    registers,
  });
  for (const act of ACTS) acts.inc({ act }, 0);
  const open = new Gauge({
    name: "evermark_withdrawals_open",
    help: "Withdrawals that are neither paid nor returned, by state",
    labelNames: ["state"],
    registers,
  });
  const oldest = new Gauge({
    name: "evermark_withdrawal_oldest_seconds",
    help: "How long the oldest open withdrawal has been known to this process",
    registers,
  });
  const gasLasts = new Gauge({
    name: "evermark_operator_gas_withdrawals",
    help: "Number of withdrawals for which the operator's gas is enough at the present price",
    registers,
  });
  const attestations = new Counter({
    name: "evermark_attestations_total",
    help: "Answers of attesters that were asked to sign a payment",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["signed", "refused", "silent"]) attestations.inc({ outcome }, 0);
  // Unknown until the first look, which must not look like low gas.
  gasLasts.set(Number.NaN);
  return {
    acts: (act) => acts.inc({ act }),
    open(all, oldestSeconds) {
      for (const state of ["PENDING", "PENDING_REBALANCE", "PROCESSING"] as const) {
        open.set({ state }, all.filter((each) => each.state === state).length);
      }
      oldest.set(oldestSeconds);
    },
    gasLasts: (withdrawals) => gasLasts.set(withdrawals),
    attestations: (outcome) => attestations.inc({ outcome }),
  };
}
