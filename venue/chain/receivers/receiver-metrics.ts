// Metrics of the chains with deposits by transfer.

import { Gauge, type Registry } from "prom-client";
import { TallyFamily } from "../../operation/reports/instruments.ts";
import type { Round } from "./receiver-watch.ts";

export interface ReceiverMetrics {
  round(round: Round): void;
  /** @param addresses how many hold the chain's own coin */
  coin(addresses: number): void;
  failed(): void;
}

/** @returns a function that makes the metrics of one chain */
export function receiverMetrics(registry: Registry): (chainId: number) => ReceiverMetrics {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ["chain"], registers: [registry] });
  const head = gauge("evermark_receiver_head", "Newest block of a chain that takes deposits by transfer");
  const safe = gauge("evermark_receiver_safe", "Newest final block of that chain that was read");
  const coin = gauge(
    "evermark_receiver_coin",
    "Receiver addresses that hold the chain's own coin, which does not count as a deposit",
  );
  const name = "evermark_receiver_failed_rounds_total";
  const failed = new TallyFamily(registry, name, "Rounds over a chain that failed", ["chain"]);
  return (chainId) => {
    const chain = String(chainId);
    const failures = failed.of({ chain });
    return {
      round(round) {
        head.set({ chain }, round.head);
        safe.set({ chain }, round.safe);
      },
      coin: (addresses) => coin.set({ chain }, addresses),
      failed: () => failures.add(),
    };
  };
}
