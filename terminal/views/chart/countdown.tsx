// The time until the running candle closes, on the venue's clock.

import { useEffect, useState } from "react";
import { remaining } from "../../format/time.ts";
import { startBeside } from "../../session/candles/candle-intervals.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { ChartModel } from "./chart-model.ts";

const EVERY_MS = 1_000;

export function Countdown({ model }: { readonly model: ChartModel }) {
  const { clock } = useTerminal().venue.client.rest;
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [clock]);
  const start = model.candles.all.at(-1)?.start;
  if (start === undefined) return null;
  // A candle without a trade arrives late: until then, skip ahead to the one that is running.
  let end = start;
  while (end <= now) end = startBeside(model.candles.interval, end, 1);
  return (
    <span>
      {words.chart.closesIn} <b>{remaining(end - now).replace(/^00:/, "")}</b>
    </span>
  );
}
