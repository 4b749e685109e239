// Margin mode and leverage of each market, as set by the account. Read again whenever the venue reports a change of the account.

import { Cell } from "../../cells/cell.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { Refreshing } from "../../session/asking/refreshing.ts";

export type MarginMode = "CROSS" | "ISOLATED";

export interface TradingTerms {
  readonly marginMode: MarginMode;
  readonly leverage: Readonly<Record<MarginMode, number>>;
}

type TermsOfMarkets = ReadonlyMap<string, TradingTerms>;

export class TermsReader {
  /** By symbol; empty before the first answer. */
  readonly markets = new Cell<TermsOfMarkets>(new Map());
  #refreshing: Refreshing | undefined;
  #stop: (() => void) | undefined;

  of(account: AccountSession | null): void {
    this.#refreshing?.end();
    this.#stop?.();
    this.markets.set(new Map());
    if (account === null) return;
    const { positions } = account.client;
    const refreshing = new Refreshing(async () => {
      const [modes, leverages] = await Promise.all([positions.getMarginModes(), positions.getLeverages()]);
      if (this.#refreshing === refreshing) this.markets.set(termsOf(modes.rows, leverages.rows));
    });
    this.#refreshing = refreshing;
    this.#stop = account.info.subscribe(() => refreshing.now());
    refreshing.now();
  }

  /** Reads them again. */
  now(): void {
    this.#refreshing?.now();
  }
}

interface ModeRow {
  readonly symbol: string;
  readonly default_margin_mode: MarginMode;
}

interface LeverageRow {
  readonly symbol: string;
  readonly margin_mode: MarginMode;
  readonly leverage: number;
}

export function termsOf(modes: readonly ModeRow[], leverages: readonly LeverageRow[]): TermsOfMarkets {
  const leverageOf = (symbol: string, mode: MarginMode) =>
    leverages.find((row) => row.symbol === symbol && row.margin_mode === mode)?.leverage ?? 1;
  return new Map(
    modes.map(({ symbol, default_margin_mode: marginMode }) => [
      symbol,
      { marginMode, leverage: { CROSS: leverageOf(symbol, "CROSS"), ISOLATED: leverageOf(symbol, "ISOLATED") } },
    ]),
  );
}
