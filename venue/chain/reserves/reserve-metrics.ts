// Metrics of what the venue holds and owes.

import { Gauge, type Registry } from "prom-client";
import type { ReservesView } from "../view/reserves-view.ts";
import { STOP_REASONS } from "./tokens/why-stopped.ts";

interface TreasuryFigures {
  readonly chainId: number;
  readonly symbol: string;
  readonly balance: bigint;
  readonly price: bigint | null;
  readonly cap: number;
  readonly why: (typeof STOP_REASONS)[number] | null;
}

export interface ReserveMetrics {
  reserves(view: ReservesView): void;
  treasury(figures: TreasuryFigures): void;
}

const MICROS = 1_000_000;

export function reserveMetrics(registry: Registry): ReserveMetrics {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
  const assets = gauge("evermark_reserves_assets_usdc", "Total that vault and treasuries hold for all accounts");
  const liabilities = gauge(
    "evermark_reserves_liabilities_usdc",
    "Total owed to all accounts according to the journal",
  );
  const shortfall = gauge("evermark_reserves_shortfall_usdc", "Amount by which the total held is below the total owed");
  const of = ["chain", "token"];
  const balance = gauge("evermark_treasury_balance", "Balance of a token in a treasury", of);
  const cap = gauge("evermark_treasury_cap", "Largest balance of a token that a treasury may hold", of);
  const price = gauge("evermark_treasury_token_price_usdc", "Last known price of a token", of);
  const stopped = gauge(
    "evermark_treasury_token_stopped",
    "1 while deposits of a token are not credited: because of its peg, a missing price, or the cap",
    [...of, "why"],
  );
  return {
    reserves(view) {
      liabilities.set(Number(view.liabilities) / MICROS);
      if (view.assets !== null) assets.set(Number(view.assets) / MICROS);
      if (view.shortfall !== null) shortfall.set(Number(view.shortfall) / MICROS);
    },
    treasury({ chainId, symbol, why, ...figures }) {
      const labels = { chain: String(chainId), token: symbol };
      balance.set(labels, Number(figures.balance) / MICROS);
      cap.set(labels, figures.cap / MICROS);
      if (figures.price !== null) price.set(labels, Number(figures.price) / 1e18);
      for (const each of STOP_REASONS) stopped.set({ ...labels, why: each }, each === why ? 1 : 0);
    },
  };
}
