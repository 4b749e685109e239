// Metrics of the venue's attesters.

import { Gauge, type Registry } from "prom-client";
import type { Hex } from "viem";

interface AttestersSeen {
  /** How many attesters the vault has. */
  readonly known: number;
  /** How many of them have to sign. */
  readonly needed: number;
  readonly away: number;
  /** For each attester on another machine: the commands it has not replayed yet. */
  readonly behind: readonly (readonly [Hex, number])[];
}

export interface AttesterMetrics {
  look(seen: AttestersSeen): void;
}

export function attesterMetrics(registry: Registry): AttesterMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const known = gauge("evermark_attesters", "Attesters that the vault has");
  const needed = gauge("evermark_attesters_needed", "Number of attesters that must sign a payment");
  const away = gauge("evermark_attesters_away", "Attesters of the vault that can't be reached now");
  const behind = new Gauge({
    name: "evermark_attester_behind_commands",
    help: "Commands of the journal that an attester has not replayed yet",
    labelNames: ["attester"],
    registers,
  });
  return {
    look(seen) {
      known.set(seen.known);
      needed.set(seen.needed);
      away.set(seen.away);
      behind.reset();
      for (const [attester, commands] of seen.behind) behind.set({ attester }, commands);
    },
  };
}
