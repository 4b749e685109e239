// The venue's preview of a leverage change, requested while the trader tries values: only the answer to the latest
// request counts.

import type { Client } from "@evermark/client";
import { useEffect, useState } from "react";
import { useTerminal } from "../../state/terminal-state.ts";
import type { MarginMode } from "./trading-terms.ts";

interface LeverageChange {
  readonly symbol: string;
  readonly leverage: number;
  readonly margin_mode: MarginMode;
}

function ask({ positions }: Client, change: LeverageChange) {
  return positions.setLeverages({ ...change, preview: true });
}

export type LeveragePreview = Awaited<ReturnType<typeof ask>>;

export function useLeveragePreview(change: LeverageChange | null): LeveragePreview | null {
  const account = useTerminal().account.get();
  const [preview, setPreview] = useState<LeveragePreview | null>(null);
  const { symbol, leverage, margin_mode } = change ?? {};
  useEffect(() => {
    let isWanted = true;
    if (account === null || symbol === undefined || leverage === undefined || margin_mode === undefined) {
      setPreview(null);
      return;
    }
    ask(account.client, { symbol, leverage, margin_mode })
      .then((answer) => isWanted && setPreview(answer))
      .catch(() => isWanted && setPreview(null));
    return () => {
      isWanted = false;
    };
  }, [account, symbol, leverage, margin_mode]);
  return preview;
}
