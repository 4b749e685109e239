// Sets margin mode and leverage of a market: two calls, each only if something changes. Both are safe to send again.

import { ApiError, type Client } from "@evermark/client";
import { words } from "../../texts/words.ts";
import type { RefusalFigures } from "./ticket-refusals.ts";
import type { MarginMode, TradingTerms } from "./trading-terms.ts";

interface WantedTerms {
  readonly symbol: string;
  readonly mode: MarginMode;
  readonly leverage: number;
}

/** @returns the refusal, or null */
export async function setTerms(
  { positions }: Client,
  { symbol, mode, leverage }: WantedTerms,
  now: TradingTerms,
): Promise<RefusalFigures | null> {
  try {
    if (mode !== now.marginMode) await positions.setMarginMode({ symbol, default_margin_mode: mode });
    if (leverage !== now.leverage[mode]) await positions.setLeverages({ symbol, leverage, margin_mode: mode });
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    return { code: null, message: words.ticket.lost.unreachable };
  }
}
