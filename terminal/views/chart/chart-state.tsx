// A message over the chart while candles are missing or not current.

import { useCell, useSelected } from "../../cells/use-cell.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { ChartModel } from "./chart-model.ts";

export function ChartState({ model }: { readonly model: ChartModel }) {
  const { venue } = useTerminal();
  const state = useCell(model.candles.state);
  const isStale = useSelected(venue.connected, ({ state }) => state !== "live");
  const isEmpty = useSelected(model.version, () => model.candles.all.length === 0);
  if (state === "loading") return <p className="chart-state">{words.common.loading}</p>;
  if (state === "failed") return <p className="chart-state">{words.chart.failed}</p>;
  if (isStale) return <p className="chart-state chart-stale">{words.chart.stale}</p>;
  return isEmpty ? <p className="chart-state">{words.chart.empty}</p> : null;
}
