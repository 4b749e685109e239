// An example of a topic for a declared name, with a market, builder and interval that a sandbox has.

const SAMPLES: Readonly<Record<string, string>> = {
  index_symbol: "SPOT_BTC_USDC",
  symbol: "PERP_BTC_USDC",
  broker_id: "demo",
  interval: "1m",
  chart_interval: "1m",
};

export function sampleTopic(name: string): string {
  return name.replaceAll(/<(\w+)>/g, (_, placeholder: string) => SAMPLES[placeholder]!);
}
