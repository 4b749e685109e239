// Where an account stands between no risk and liquidation, for a gauge: a picture of the venue's ratios, no figure of its
// own. Liquidation is where the margin ratio has come down to the maintenance ratio.

export type RiskLevel = "idle" | "calm" | "watch" | "danger";

export interface GaugeReading {
  /** 0: far away; 1: liquidation. */
  readonly fill: number;
  /** Where new positions are no longer opened; absent when it is nowhere on the gauge. */
  readonly initialAt: number | undefined;
  readonly level: RiskLevel;
}

export interface Ratios {
  readonly margin: number;
  readonly initial: number;
  /** 0 without positions. */
  readonly maintenance: number;
}

const WATCH = 0.5;
const DANGER = 0.8;

export function gaugeOf({ margin, initial, maintenance }: Ratios): GaugeReading {
  if (maintenance <= 0) return { fill: 0, initialAt: undefined, level: "idle" };
  const fill = margin <= maintenance ? 1 : maintenance / margin;
  const initialAt = initial > maintenance ? maintenance / initial : undefined;
  return { fill, initialAt, level: fill >= DANGER ? "danger" : fill >= WATCH ? "watch" : "calm" };
}
